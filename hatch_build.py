"""Build hook: compile the translations, so that a wheel or an editable install has them and git does not."""

import os
import sys
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TRANSLATIONS = Path("trainer", "web", "translations")


def compile_catalogues(root: Path) -> None:
    """Write a ``.mo`` file beside each ``.po`` file under ``root`` that has none as new.

    Raises babel.messages.pofile.PoFileError for a broken ``.po`` file.
    """
    for source in sorted((root / TRANSLATIONS).glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if target.exists() and target.stat().st_mtime_ns >= source.stat().st_mtime_ns:
            continue
        with source.open("rb") as file:
            catalogue = read_po(file, locale=source.parts[-3], abort_invalid=True)
        # Test processes may run side by side: each puts a whole file in place.
        draft = target.with_suffix(f".{os.getpid()}.draft")
        with draft.open("wb") as file:
            write_mo(file, catalogue)
        draft.replace(target)


class CatalogueHook(BuildHookInterface[Any]):
    """Found by hatchling through its base class."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  (hatchling's signature)
        """Compile before files are collected."""
        compile_catalogues(Path(self.root))


if __name__ == "__main__":
    compile_catalogues(Path(sys.argv[0]).resolve().parent)
