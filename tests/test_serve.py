"""The command line: what ``serve`` says when it cannot serve, and that other commands start without Flask."""

import socket
import subprocess
import sys

import pytest
from click.testing import CliRunner

from trainer.cli import main


@pytest.mark.parametrize(("family", "host"), [(socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::1")])
def test_taken_port_is_said_clearly(family: socket.AddressFamily, host: str) -> None:
    try:
        taken = socket.create_server((host, 0), family=family)
    except OSError as error:
        pytest.skip(f"no {host} on this machine: {error}")
    with taken:
        port = taken.getsockname()[1]
        done = CliRunner().invoke(main, ["serve", "--host", host, "--port", str(port)])
    assert done.exit_code == 1
    assert done.output.startswith(f"Error: cannot listen on {host} port {port} (")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://here/base", "only SQLite and PostgreSQL"),
        ("nonsense", "cannot start"),
        ("postgresql://me:hidden@127.0.0.1:1/base", "cannot bring the database postgresql+psycopg://me:***@"),
    ],
)
def test_unusable_database_is_said_clearly(url: str, said: str) -> None:
    environment = {"FU_TRAINER_DATABASE_URL": url, "FU_TRAINER_SECRET_KEY": "only for tests"}
    done = CliRunner().invoke(main, ["serve", "--port", "0"], env=environment)
    assert done.exit_code == 1
    assert said in done.output
    assert "hidden" not in done.output


@pytest.mark.parametrize("module", ["trainer.cli", "trainer.mahjong"])
def test_importing_it_imports_neither_flask_nor_sqlalchemy(module: str) -> None:
    code = f"import sys, {module}; print({{'flask', 'sqlalchemy'}} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
