"""Which language is shown, switching it, and whether every text has its translation."""

import re
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po
from flask.testing import FlaskClient

from trainer.web import language

ROOT = Path(__file__).resolve().parent.parent
TRANSLATIONS = ROOT / "trainer" / "web" / "translations"
CATALOGUES = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/messages.po"))
UPDATE = "run: pybabel extract && pybabel update, then translate"


@pytest.mark.parametrize(
    ("accepts", "shown"),
    [
        (None, "en"),
        ("en-GB,en;q=0.9", "en"),
        ("zh", "zh-Hans"),
        ("zh-CN,zh;q=0.9,en;q=0.8", "zh-Hans"),
        ("zh-SG", "zh-Hans"),
        ("zh-Hans-HK", "zh-Hans"),
        ("fr-FR,de;q=0.8,zh-CN;q=0.5,en;q=0.3", "zh-Hans"),
        ("zh-TW", "zh-Hant"),
        ("zh-HK,zh;q=0.9", "zh-Hant"),
        ("zh-Hant-CN", "zh-Hant"),
        ("ja-JP,ja;q=0.9", "ja"),
        ("zh-CN;q=0.5,en", "en"),
        ("zh-CN;q=0,en;q=0.1", "en"),
        ("fr", "en"),
        ("*", "en"),
        ("nonsense/;;q=x", "en"),
    ],
)
def test_browser_decides_the_language(client: FlaskClient, accepts: str | None, shown: str) -> None:
    page = client.get("/no-such-page", headers={"Accept-Language": accepts} if accepts else {})
    assert f'<html lang="{shown}">' in page.text


@pytest.mark.parametrize("tag", ["zh-TW", "zh-HK", "zh-MO", "zh-Hant", "zh-Hant-CN"])
def test_traditional_script_is_preferred_where_it_exists(tag: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "LANGUAGES", {"en": "", "zh_Hans": ""})
    assert language.match(tag) == "zh_Hans"
    monkeypatch.setattr(language, "LANGUAGES", {"en": "", "zh_Hans": "", "zh_Hant": ""})
    assert language.match(tag) == "zh_Hant"


def token(client: FlaskClient) -> str:
    found = re.search(r'name="csrf_token" value="([^"]+)"', client.get("/no-such-page").text)
    assert found
    return found[1]


def test_chosen_language_wins_over_the_browser(client: FlaskClient) -> None:
    form = {"csrf_token": token(client), "language": "zh_Hans", "next": "/no-such-page?a=b"}
    answer = client.post("/language", data=form)
    assert (answer.status_code, answer.location) == (303, "/no-such-page?a=b")
    page = client.get(answer.location, headers={"Accept-Language": "en"})
    assert page.status_code == 404
    assert "页面不存在" in page.text
    assert 'value="/no-such-page?a=b"' in page.text


def test_unknown_language_is_a_bad_request(client: FlaskClient) -> None:
    assert client.post("/language", data={"csrf_token": token(client), "language": "tlh"}).status_code == 400


def test_switching_needs_the_page_it_was_done_on(client: FlaskClient) -> None:
    answer = client.post("/language", data={"language": "zh_Hans"}, headers={"Accept-Language": "zh-CN"})
    assert answer.status_code == 400
    assert "页面已过期" in answer.text


@pytest.mark.parametrize(
    "elsewhere",
    ["", "practice", "https://evil.example/", "//evil.example", "/\\evil.example", "/\t/evil.example"],
)
def test_switching_never_leads_to_another_site(client: FlaskClient, elsewhere: str) -> None:
    form = {"csrf_token": token(client), "language": "en", "next": elsewhere}
    assert client.post("/language", data=form).location == "/"


def test_page_that_only_answers_posts_is_no_place_to_come_back_to(client: FlaskClient) -> None:
    assert 'name="next" value="/"' in client.post("/language").text


# --- catalogues ---


def locale_of(catalogue: Path) -> str:
    return catalogue.parts[-3]


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=locale_of(path), abort_invalid=True)


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """Every message in the code and the templates, found as ``pybabel extract`` finds them."""
    output = tmp_path_factory.mktemp("babel") / "messages.pot"
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)
        CommandLineInterface().run(["pybabel", "-q", "extract", "-o", str(output)])  # type: ignore[no-untyped-call]
    with output.open("rb") as file:
        return read_po(file)


def messages(catalogue: Catalog) -> dict[tuple[str | None, str | tuple[str, ...]], Message]:
    return {(m.context, m.id if isinstance(m.id, str) else tuple(m.id)): m for m in catalogue if m.id}


def test_every_language_but_that_of_the_source_has_a_catalogue() -> None:
    assert {locale_of(path) for path in CATALOGUES} == set(language.LANGUAGES) - {language.DEFAULT}


@pytest.mark.parametrize("path", CATALOGUES, ids=locale_of)
def test_catalogue_has_exactly_the_messages_in_use(path: Path, template: Catalog) -> None:
    assert messages(read(path)).keys() == messages(template).keys(), UPDATE


@pytest.mark.parametrize("path", CATALOGUES, ids=locale_of)
def test_every_message_is_translated(path: Path) -> None:
    missing = [
        message.id
        for message in messages(read(path)).values()
        if message.fuzzy or not message.string or (isinstance(message.string, tuple) and not all(message.string))
    ]
    assert missing == [], UPDATE


@pytest.mark.parametrize("path", CATALOGUES, ids=locale_of)
def test_translations_keep_the_placeholders(path: Path) -> None:
    faults = [(message.id, [str(error) for error in errors]) for message, errors in read(path).check()]
    assert faults == []
