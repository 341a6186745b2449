"""Every template compiles and keeps to the content security policy."""

import re

import pytest
from flask import Flask

from trainer.places import shipped_folder

FOLDER = shipped_folder("templates")
TEMPLATES = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.html"))


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_compiles(app: Flask, name: str) -> None:
    assert app.jinja_env.get_template(name).name == name


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_has_no_inline_style_or_script(name: str) -> None:
    """The browser would drop them without a word (Content-Security-Policy)."""
    source = (FOLDER / name).read_text(encoding="utf-8")
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", source) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_template_has_a_csrf_token_in_every_posting_form(name: str) -> None:
    source = (FOLDER / name).read_text(encoding="utf-8")
    for form in re.findall(r"<form[^>]*method=\"?post.*?</form>", source, re.DOTALL | re.IGNORECASE):
        assert "csrf_token" in form
