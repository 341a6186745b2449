"""The rules a learner practises by."""

import html

import pytest
from flask import Flask
from flask.testing import FlaskClient
from flask_babel import force_locale, gettext, ngettext
from werkzeug.test import TestResponse

from tests.web.pages import hidden, post, question_on, right_answer
from trainer.mahjong.notation import parse_win
from trainer.mahjong.rules import OPTIONS, PRESETS, TENHOU, Rules, changed, parse_rules, rules_name, value_word
from trainer.mahjong.scoring import Score, score
from trainer.web.house_labels import HOUSES, OPTION_LABELS, value_label
from trainer.web.language import LANGUAGES
from trainer.web.practice import LONGEST_RULES


def options(**changes: str) -> dict[str, str]:
    """What the form sends when these options are chosen."""
    return {**{name: value_word(getattr(TENHOU, name)) for name in OPTIONS}, **changes}


def choose(client: FlaskClient, sent: dict[str, str]) -> TestResponse:
    """Send the form of the rules page."""
    token = hidden(client.get("/practice/rules").text, "csrf_token")
    return client.post("/practice/rules", data={"csrf_token": token, **sent})


def rules_of(app: Flask, client: FlaskClient) -> Rules:
    """The rules of the question that waits."""
    return question_on(app, client.get("/practice").text).rules


def test_every_house_and_every_value_of_every_option_has_a_name() -> None:
    assert set(HOUSES) == set(PRESETS)
    assert set(OPTION_LABELS) == set(OPTIONS)
    for name, (_label, values) in OPTION_LABELS.items():
        if values:
            assert {value_word(value) for value in OPTIONS[name]} <= set(values)


@pytest.mark.parametrize("locale", LANGUAGES)
@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_and_value_is_said_in_words_of_the_language(app: Flask, locale: str, name: str) -> None:
    words = [value_word(value) for value in OPTIONS[name]]
    words += ["1/1.25/1.5"] if name == "multiple_yakuman" else []
    with app.test_request_context(), force_locale(locale):
        label, values = str(OPTION_LABELS[name][0]), [value_label(name, word) for word in words]
    assert len(set(values)) == len(words)
    # A bare number, such as the exponent's, says all in any language; the short text's other words do not.
    assert [value for value, word in zip(values, words, strict=True) if value == word and not word.isdigit()] == [
        word for word in words if locale == "en" and word in ("yakuman", "sanbaiman", "mangan")
    ]
    assert label
    if locale != "en":
        assert all(
            any("\u3040" <= letter <= "\u9fff" for letter in said) for said in [label, *values] if said not in words
        )


def test_hands_are_dealt_by_tenhou_rules_until_others_are_chosen(app: Flask, client: FlaskClient) -> None:
    assert rules_of(app, client) == TENHOU


@pytest.mark.parametrize("house", PRESETS)
def test_a_house_decides_about_the_next_hand(app: Flask, client: FlaskClient, house: str) -> None:
    assert choose(client, {"house": house}).status_code == 303
    first = question_on(app, client.get("/practice").text)
    assert first.rules == PRESETS[house].rules
    assert question_on(app, client.get("/practice").text) == first


@pytest.mark.parametrize("by_link", [True, False])
def test_a_hand_that_waits_keeps_its_rules_and_says_which_come_next(
    app: Flask, client: FlaskClient, by_link: bool
) -> None:
    waiting = question_on(app, client.get("/practice").text)
    if by_link:
        client.get("/practice?rules=m_league,kiriage=false")
    else:
        choose(client, options(double_wind_pair="2", kazoe="sanbaiman"))
    page = client.get("/practice").text
    assert question_on(app, page) == waiting
    assert "From the next hand on: M.League · Kiriage mangan: no" in page
    verdict = client.get(post(client, page, right_answer(waiting)).location).text
    assert "Rules: Tenhou" in verdict
    following = client.get("/practice").text
    assert question_on(app, following).rules == parse_rules("m_league,kiriage=false")
    assert "From the next hand on" not in following


def test_the_verdict_names_the_rules_of_its_hand(app: Flask, client: FlaskClient) -> None:
    client.get("/practice?rules=m_league,honba=1500")
    page = client.get("/practice").text
    verdict = client.get(post(client, page, right_answer(question_on(app, page))).location).text
    assert "Rules: M.League · Honba on ron: 1500 each" in verdict


def test_single_options_decide_about_the_next_hand_and_are_named_on_the_page(app: Flask, client: FlaskClient) -> None:
    choose(client, options(honba="1500", kiriage="true"))
    page = client.get("/practice")
    assert question_on(app, page.text).rules == parse_rules("tenhou,honba=1500,kiriage=true")
    assert "Kiriage mangan: yes" in page.text


def test_each_house_says_where_its_facts_come_from(client: FlaskClient) -> None:
    page = html.unescape(client.get("/practice/rules").text)
    assert [name for name, known in PRESETS.items() if f'id="source-{name}">{known.source}' not in page] == []


def test_the_longest_rules_fit_into_a_link(app: Flask, client: FlaskClient) -> None:
    multipliers = tuple(float(f"{1 + step / 11:.11f}") for step in range(12))
    other = {name: values[-1] for name, values in OPTIONS.items() if name != "aotenjou"}
    rules = changed(TENHOU, {**other, "kiriage": True, "double_yakuman": False, "multiple_yakuman": multipliers})
    text = rules_name(rules)
    assert len(text) > 400
    client.get("/practice", query_string={"rules": text})
    assert rules_of(app, client) == rules


@pytest.mark.parametrize("length", [490, 999, 5000])
def test_a_link_is_taken_whole_or_not_at_all(app: Flask, client: FlaskClient, length: int) -> None:
    text = "tenhou" + ",honba=0" * (length // 8) + ",multiple_yakuman=1/1.25"
    client.get("/practice", query_string={"rules": text})
    assert rules_of(app, client) == (parse_rules(text) if len(text) <= LONGEST_RULES else TENHOU)


def test_a_link_can_carry_rules(app: Flask, client: FlaskClient) -> None:
    assert client.get("/practice?rules=m_league,kiriage=false").status_code == 303
    assert rules_of(app, client) == parse_rules("m_league,kiriage=false")


@pytest.mark.parametrize("text", ["", "nowhere", "tenhou,honba=7", "tenhou,aotenjou=true,kiriage=true", "x" * 3000])
def test_a_link_with_unknown_rules_changes_nothing_and_says_so(app: Flask, client: FlaskClient, text: str) -> None:
    page = client.get("/practice", query_string={"rules": text})
    assert page.status_code == 400
    assert "No rules are called that" in page.text
    assert rules_of(app, client) == TENHOU


def test_contradicting_options_are_refused_and_stay_as_they_were_chosen(app: Flask, client: FlaskClient) -> None:
    page = choose(client, options(aotenjou="true", kiriage="true"))
    assert page.status_code == 422
    assert "contradict" in page.text
    assert page.text.count('value="true" selected') == sum(
        value_word(getattr(TENHOU, name)) == "true" for name in OPTIONS
    ) + len(["aotenjou", "kiriage"])
    assert rules_of(app, client) == TENHOU


@pytest.mark.parametrize("sent", [{"house": "nowhere"}, options(honba="seven"), options(kiriage="1")])
def test_what_cannot_be_chosen_is_refused(app: Flask, client: FlaskClient, sent: dict[str, str]) -> None:
    assert choose(client, sent).status_code == 422
    assert rules_of(app, client) == TENHOU


def test_every_option_is_shown_with_its_current_value(client: FlaskClient) -> None:
    choose(client, {"house": "m_league"})
    page = client.get("/practice/rules").text
    assert page.count("<select") == len(OPTIONS)
    assert page.count(" selected") == len(OPTIONS)
    assert page.count('aria-pressed="true"') == 2  # the house, and the language


def test_without_limits_a_yakuman_is_explained_by_its_han_and_fu(app: Flask) -> None:
    rules = parse_rules("tenhou,aotenjou=true")
    scored = score(parse_win("111m222p333s444z5z ron 5z E/S dora 4m"), rules)
    assert isinstance(scored, Score)
    with app.test_request_context():
        explanation = app.jinja_env.get_template("_explanation.html").make_module({"_": gettext, "ngettext": ngettext})
        fu, han = (str(getattr(explanation, name)(scored.best)) for name in ("fu_count", "han_count"))
    assert f"= {scored.best.fu_sum}" in fu
    assert f"{scored.best.han} han" in han
    assert ">13<" in han


def test_multipliers_of_a_link_stay_when_the_form_contradicts_itself(client: FlaskClient) -> None:
    client.get("/practice?rules=tenhou,multiple_yakuman=1/2/3")
    page = choose(client, options(multiple_yakuman="1/2/3", aotenjou="true"))
    assert page.status_code == 422
    assert "contradict" in page.text
    assert 'value="1/2/3" selected' in page.text
