"""The built wheel, installed far from the checkout, finds everything it needs."""

import os
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = ("templates", "static", "migrations")

pytestmark = pytest.mark.wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def address(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Host and port of ``fu-trainer serve``, installed into an empty environment, run in an empty folder."""
    folder = tmp_path_factory.mktemp("far away")
    environment = folder / "environment"
    home = folder / "home"
    home.mkdir()
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    install = [str(programs / "pip"), "install", "-q", "-c", str(ROOT / "requirements.txt"), str(wheel)]
    subprocess.run(install, check=True)
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FU_TRAINER_", "PYTHON"))}
    own = {"HOME": str(home), "XDG_DATA_HOME": str(home / "data"), "PYTHONUNBUFFERED": "1"}
    serve = [str(programs / "fu-trainer"), "serve", "--port", "0"]
    with subprocess.Popen(serve, cwd=home, env=kept | own, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout
            printed = ""
            while not (found := re.search(r"http://([\d.]+:\d+)", printed)):
                line = server.stdout.readline()
                assert line, f"the server ended; it had printed: {printed!r}"
                printed += line
            assert str(home / "data") in printed
            yield found[1]
        finally:
            server.terminate()
            server.wait(timeout=10)


def get(address: str, path: str, accepts: str = "en") -> tuple[int, bytes]:
    connection = HTTPConnection(address, timeout=10)
    try:
        connection.request("GET", path, headers={"Accept-Language": accepts})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_wheel_holds_the_folders_from_the_top_of_the_checkout(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    expected = {
        f"trainer/{path.relative_to(ROOT).as_posix()}"
        for folder in SHIPPED
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert expected - names == set()
    assert "trainer/web/translations/zh_Hans/LC_MESSAGES/messages.mo" in names
    assert not [name for name in names if "__pycache__" in name or name.startswith("tests")]


def test_installed_program_serves_practice(address: str) -> None:
    status, page = get(address, "/practice")
    assert status == 200
    assert b'<html lang="en"' in page


def test_installed_program_serves_every_static_file(address: str) -> None:
    files = [path for path in (ROOT / "static").rglob("*") if path.is_file()]
    assert files
    for path in files:
        assert get(address, f"/{path.relative_to(ROOT).as_posix()}") == (200, path.read_bytes())


def test_installed_program_speaks_chinese(address: str) -> None:
    status, page = get(address, "/no-such-page", accepts="zh-CN,zh;q=0.9")
    assert status == 404
    assert "页面不存在" in page.decode()
