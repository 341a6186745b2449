"""Static files for ever in the browser's cache: their address carries a hash of what is in them."""

from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, current_app, request

PARAMETER = "v"
IMMUTABLE = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Give every ``url_for("static", ...)`` its hash, and files asked for with the right one a long life."""
    app.url_defaults(_add_hash)
    app.after_request(_keep_long)


def content_hash(path: Path) -> str:
    """Return a short hash of the file's content. Raises OSError when it cannot be read."""
    state = path.stat()
    return _hash_of(path, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=1024)
def _hash_of(path: Path, _changed_ns: int, _size: int) -> str:
    # Time and size are in the key, so a file edited while the program runs gets a new address.
    return sha256(path.read_bytes()).hexdigest()[:12]


def _static_file(filename: str) -> Path | None:
    folder = current_app.static_folder
    path = Path(folder or "", filename)
    return path if folder and path.is_file() else None


def _add_hash(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint == "static" and PARAMETER not in values and (path := _static_file(values["filename"])):
        values[PARAMETER] = content_hash(path)


def _keep_long(response: Response) -> Response:
    if request.endpoint != "static" or response.status_code >= 400 or not request.view_args:
        return response
    # Only the current hash: a page from before the last change gets the new file, but must not keep it long.
    path = _static_file(request.view_args["filename"])
    if path and request.args.get(PARAMETER) == content_hash(path):
        response.headers["Cache-Control"] = IMMUTABLE
    return response
