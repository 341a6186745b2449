"""How fast ``fu-trainer score`` is beside the PyPI package ``mahjong``: whole processes in turn on the same wins.

    python tests/bench/speed.py [--pairs 5] [WINS.jsonl]

Prints the ratio of each pair of runs, the median ratio, and where our own time goes. Without a file it takes the
recorded wins beside the checkout where they are, else the vectors, repeated to 10,000 lines.
"""

import argparse
import cProfile
import gzip
import json
import os
import pstats
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any

from trainer.json_lines import score_line
from trainer.mahjong.rules import TENHOU

ROOT = Path(__file__).parents[2]
RECORDED = ROOT.parent / "shared" / "data" / "tenhou_wins.jsonl.gz"
VECTORS = ROOT / "tests" / "vectors" / "tenhou.jsonl"
LINES = 10_000


EVERY_FIELD: dict[str, Any] = {
    "melds": [], "riichi": None, "ippatsu": False, "last_tile": False, "after_kan": False, "robbing_kan": False,
    "first_turn": False, "dora_indicators": "", "ura_indicators": "", "honba": 0, "riichi_sticks": 0,
}  # fmt: skip


def wins() -> list[str]:
    """Ten thousand wins, a line each."""
    if RECORDED.exists():
        print(f"{RECORDED.name}: recorded wins, each once")
        text = gzip.decompress(RECORDED.read_bytes()).decode()
    else:
        print(f"{VECTORS.name}: vectors, repeated; what is remembered of a hand helps both sides more than it should")
        text = VECTORS.read_text(encoding="utf-8")
    hands = [json.dumps({**EVERY_FIELD, **json.loads(line)["hand"]}) for line in text.splitlines()]
    return [hands[number % len(hands)] for number in range(LINES)]


def seconds(command: list[str]) -> float:
    """The time that a command takes from its start to its end, its output thrown away.

    Both sides may keep their compiled modules, as they do wherever they are installed.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    return time.perf_counter() - start


def main() -> None:
    """Run the comparison."""
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("wins", nargs="?", type=Path)
    arguments.add_argument("--pairs", type=int, default=5)
    given = arguments.parse_args()
    lines = given.wins.read_text(encoding="utf-8").splitlines() if given.wins else wins()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "wins.jsonl"
        file.write_text("\n".join(lines) + "\n", encoding="utf-8")
        ours = [str(Path(sysconfig.get_path("scripts")) / "fu-trainer"), "score", str(file)]
        theirs = [sys.executable, str(Path(__file__).with_name("peer_mahjong.py")), str(file)]
        ratios = []
        for number in range(-1, given.pairs):
            our_time, their_time = seconds(ours), seconds(theirs)
            if number >= 0:  # the first pair only warms the disk
                ratios.append(their_time / our_time)
                print(f"fu-trainer {our_time:.2f} s, mahjong {their_time:.2f} s: {ratios[-1]:.2f} times as fast")
    print(f"{len(lines)} wins, median {statistics.median(ratios):.2f} times as fast (least {min(ratios):.2f})")
    profile = cProfile.Profile()
    profile.enable()
    for line in lines:
        score_line(line.encode(), TENHOU)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(12)


if __name__ == "__main__":
    main()
