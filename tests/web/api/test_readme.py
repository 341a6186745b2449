"""The calls that the README shows, made in their order."""

import json
import re
import shlex
from pathlib import Path

from tests.web.api.program import Program

README = Path(__file__).parents[3] / "README.md"


def commands() -> list[list[str]]:
    """Each curl command of the README, in words."""
    (block,) = re.findall(r"^```sh\n(curl .*?)^```$", README.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    words = shlex.split(block.replace("\\\n", ""))
    starts = [place for place, word in enumerate(words) if word == "curl"]
    return [words[start:end] for start, end in zip(starts, [*starts[1:], len(words)], strict=True)]


def test_every_call_of_the_readme_is_answered(program: Program) -> None:
    known: dict[str, str] = {}
    asked = []
    for _curl, url, *options in commands():
        for name, value in known.items():
            options = [option.replace(f"${name}", value) for option in options]
        given = dict(zip(options[::2], options[1::2], strict=True))
        path = url.removeprefix("http://127.0.0.1:5000/api/v1")
        method = given.pop("-X", "POST" if "--json" in given else "GET")
        headers = dict([given.pop("-H").split(": ")]) if "-H" in given else {}
        body = json.loads(given.pop("--json")) if "--json" in given else None
        answer = program(method, path, body, headers=headers)
        assert (answer.status_code, given) == (201 if path == "/guests" else 200, {})
        asked.append(path)
        if path in ("/guests", "/questions"):
            known["TOKEN" if path == "/guests" else "QUESTION"] = answer.get_json()["token"]
    assert asked == ["/score", "/guests", "/questions", "/answers", "/me/rule-types", "/me/mistakes"]
