"""Look for input that the scorer does not answer: ``python -m tests.bench.fuzz [--seconds 300] [--seed 1]``."""

import argparse
import time
from random import Random

from tests.mahjong.fuzz import fuzz


def main() -> None:
    """Run until the time is over or something is found, which is then raised."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=300)
    arguments.add_argument("--seed", type=int, default=1)
    given = arguments.parse_args()
    end = time.monotonic() + given.seconds
    count, slowest = fuzz(Random(given.seed), lambda _count: time.monotonic() < end)
    print(f"{count} inputs, nothing found; the slowest four took {slowest * 1000:.1f} ms")


if __name__ == "__main__":
    main()
