"""Where things lie on the disk: the folders shipped with the program, and the user's own data."""

from pathlib import Path

import platformdirs

PACKAGE = Path(__file__).resolve().parent


def shipped_folder(name: str) -> Path:
    """Return the folder ``name`` (``templates``, ``static``, ``migrations``) that came with the program.

    Raises FileNotFoundError when it is in neither of its two places.
    """
    # A wheel carries these folders inside the package; a checkout keeps them at its top. The package comes
    # first, because the folder above an installed one is site-packages, where a stranger may own "templates".
    for parent in (PACKAGE, PACKAGE.parent):
        folder = parent / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"the folder {name!r} is missing from this installation of fu-trainer")


def data_folder() -> Path:
    """Return the folder for this user's data; it is not made here."""
    return Path(platformdirs.user_data_dir("fu-trainer", appauthor=False))
