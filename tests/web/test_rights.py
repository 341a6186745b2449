"""Who may do what: every route of the site, asked by everybody."""

from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from tests.web.rights import DONE, PAGE, SIGN_IN, TABLE, Row
from tests.web.roll import EVERYBODY, TEACHERS, Role
from tests.web.school import School


def routes(app: Flask) -> set[tuple[str, str]]:
    """Every endpoint with every method that it answers."""
    return {
        (rule.endpoint, method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }


def path_of(school: School, row: Row) -> str:
    """The address of what a row is about."""
    rule = next(iter(school.app.url_map.iter_rules(row.endpoint)))
    parts = {name: school.key(row.about.get(name, name)) for name in rule.arguments}
    path = school.app.url_map.bind("localhost").build(row.endpoint, parts)
    return f"{path}?{row.query}" if row.query else path


def form_of(school: School, row: Row) -> dict[str, Any]:
    """What is sent, with the keys of the school in their places."""
    return {name: _filled(school, value) for name, value in row.form.items()}


def _filled(school: School, value: Any) -> Any:
    if not isinstance(value, str) or not value.startswith("key:"):
        return value
    found = school.key(value.removeprefix("key:"))
    return found if isinstance(found, str) else found.hex


def ask(school: School, role: Role, row: Row) -> TestResponse:
    """Let somebody do it."""
    path = path_of(school, row)
    return school.get(role, path) if row.method == "GET" else school.post(role, path, form_of(school, row))


def got(answer: TestResponse) -> str:
    """What somebody got, in the words of the table."""
    if answer.status_code in (302, 303):
        return SIGN_IN if answer.location.startswith("/account/sign-in?next=") else DONE
    return PAGE if answer.status_code == 200 else str(answer.status_code)


def names_read(role: Role, answer: TestResponse) -> list[str]:
    """The other learners whom a page names to somebody who does not teach them."""
    if role in TEACHERS or role is Role.OTHER_TEACHER:
        return []
    return [one.value for one in Role if one not in TEACHERS | {role, Role.OTHER_TEACHER} and one in answer.text]


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.name)
def test_everybody_gets_what_the_table_says_and_no_more(school: School, row: Row) -> None:
    before = school.rows()
    found = {}
    for role in Role:
        answer = ask(school, role, row)
        found[role] = what = got(answer)
        if school.was_written_to():
            changed = [name for name, rows in school.rows().items() if rows != before[name]]
            if changed and (row.method == "GET" or what not in (DONE, PAGE, "201")):
                found[role] += f", and it changed {changed}"
            school.restore()
        if names := names_read(role, answer):
            found[role] += f", with the names of {names}"
    assert {role: what for role, what in found.items() if what != row.rights[role]} == {}


def test_every_route_is_in_the_table(school: School) -> None:
    missing = routes(school.app) - {(row.endpoint, row.method) for row in TABLE}
    assert missing == set()


def test_the_table_names_no_route_that_is_gone(school: School) -> None:
    assert {(row.endpoint, row.method) for row in TABLE} <= routes(school.app)


def test_every_row_says_something_of_everybody() -> None:
    assert {row.name for row in TABLE if set(row.rights) != EVERYBODY} == set()
    names = [row.name for row in TABLE]
    assert [name for name in names if names.count(name) > 1] == []
