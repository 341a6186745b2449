"""The table of rights: every route of the site, and what everybody gets who asks for it.

Each row names an endpoint and a method; where the same endpoint is there for different things, a row for each.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.web.roll import EVERYBODY, GUESTS, HANDS, LEARNERS, PASSWORD, TEACHERS, TYPED_RIGHT, Role

PAGE, DONE, SIGN_IN, GONE = "a page", "led on", "led to sign in", "404"
"""What somebody may get: a page, a redirect to what was done or to another page, the way to sign in, or nothing."""

Rights = Mapping[Role, str]


def given(to: frozenset[Role], then: str = PAGE, guests: str = GONE, others: str = GONE) -> Rights:
    """What everybody gets: some this, of the others the guests that, and the rest nothing."""
    return {role: then if role in to else guests if role in GUESTS else others for role in Role}


ACCOUNTS = EVERYBODY - GUESTS
OWNER = frozenset({Role.TEACHER})
LEARNER = frozenset({Role.LEARNER})
NOBODY = frozenset[Role]()


def anybody(then: str = PAGE) -> Rights:
    """Open to whoever comes."""
    return given(EVERYBODY, then)


def account(then: str = PAGE) -> Rights:
    """Whoever has an account, about what is his own."""
    return given(ACCOUNTS, then, SIGN_IN)


def teachers(then: str = PAGE) -> Rights:
    """Those who teach the class now."""
    return given(TEACHERS, then, SIGN_IN)


def owner(then: str = PAGE) -> Rights:
    """Whoever made it, signed in."""
    return given(OWNER, then, SIGN_IN)


def learners(then: str = PAGE) -> Rights:
    """Those who are to work through what the class is assigned; its teachers are not."""
    return given(LEARNERS, then)


def learner(then: str = PAGE) -> Rights:
    """Whose own it is; nobody else, not even a teacher."""
    return given(LEARNER, then)


@dataclass(frozen=True)
class Row:
    """One route, about one thing, and who may do it."""

    endpoint: str
    method: str
    rights: Rights
    form: Mapping[str, Any] = field(default_factory=dict)
    """What is sent. A value that names a key of the school (``key:set_id``) stands for it, in hexadecimal digits."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Which keys of the school the address holds, where they are not those of the same name."""
    query: str = ""

    @property
    def name(self) -> str:
        """The route and what it is about."""
        about = "".join(f" about {key}" for key in self.about.values())
        said = "".join(f", {name} {text}" for name, text in self.form.items() if name in ("do", "to", "into"))
        return f"{self.method} {self.endpoint}{about}{said}"


def get(endpoint: str, rights: Rights, query: str = "", **about: str) -> Row:
    """Looking at a page."""
    return Row(endpoint, "GET", rights, {}, about, query)


def post(endpoint: str, rights: Rights, form: Mapping[str, Any] | None = None, **about: str) -> Row:
    """Sending a form."""
    return Row(endpoint, "POST", rights, form or {}, about)


DATES = {"opens": "2026-01-01T08:00", "due": "2099-01-01T08:00", "time_zone": "UTC"}
SURE = {"sure": "1"}
PART = {"parts": "1", "part0_kind": "hand", "part0_hand": HANDS[0]}
SET = {"title": "One hand", "ask": ["fu"], "rules": "tenhou", "tries": "1", "feedback": "at_once", **PART}
NEW_PASSWORD = {"password": PASSWORD, "new_password": "eight honest ducks"}
CALL = {"hand": {"concealed": "234m99m567p34888s", "win_tile": "5s", "win": "ron", "round_wind": "E", "seat_wind": "S"}}

# --- pages that are open to whoever comes, and about whoever comes ----------------------------------------------------

PUBLIC = [
    *(get(endpoint, anybody()) for endpoint in ("learn.overview", "learn.fu", "learn.points", "learn.rule")),
    *(get(endpoint, anybody()) for endpoint in ("static", "calculator.show", "projector.show", "patterns.overview")),
    *(get(endpoint, anybody()) for endpoint in ("practice.question", "house.show", "wishes.show", "review.overview")),
    *(get(endpoint, anybody()) for endpoint in ("notebook.overview", "classes.overview", "account.overview")),
    *(get(endpoint, anybody()) for endpoint in ("account.take_along", "account.delete", "recovery.forgot")),
    *(get(endpoint, anybody()) for endpoint in ("joining.ask", "api.openapi", "recovery.reset")),
    get("home", anybody(DONE)),
    post("house.take", anybody(DONE), {"house": "m_league"}),
    post("wishes.take", anybody(DONE), {"ask": "fu", "mode": "mixed", "level": "standard", "length": "endless"}),
    post("sitting.start", anybody(DONE)),
    post("sitting.end", anybody(DONE)),
    post("language.switch", anybody(DONE), {"language": "ja"}),
    post("joining.ask", anybody(DONE), {"code": "key:code"}),
    # Without a hand of his own that was dealt to him nobody's answer is taken.
    post("practice.answer", anybody("400"), TYPED_RIGHT),
    post("api.guests", anybody("201")),
    post("api.score", anybody("415")),
    # A browser is nobody to the API, whoever is signed in with it.
    *(post(endpoint, anybody("401")) for endpoint in ("api.questions", "api.answers")),
    *(get(endpoint, anybody("401")) for endpoint in ("api.rule_types", "api.mistakes")),
    # Whoever has the link may work through it.
    get("assignments.by_link", anybody()),
    post("assignments.begin_by_link", anybody(DONE), {"called": "Me"}),
    # The link of a mail is the right itself, whoever follows it.
    post("recovery.reset", anybody(DONE), NEW_PASSWORD),
    post("recovery.send_link", anybody(DONE), {"email": "a@example.org"}),
    post("recovery.forgot", anybody("422"), {"name": Role.TEACHER.value, "code": "AAAA", **NEW_PASSWORD}),
]

# --- the account ------------------------------------------------------------------------------------------------------

ACCOUNT = [
    *(get(endpoint, given(GUESTS, others=DONE)) for endpoint in ("entrance.sign_in", "entrance.sign_up")),
    post("entrance.sign_in", anybody(DONE), {"name": Role.OTHER_TEACHER.value, "password": PASSWORD}),
    post("entrance.sign_up", given(GUESTS, others=DONE), {"name": "New", **NEW_PASSWORD}),
    post("entrance.sign_out", anybody(DONE)),
    post("account.rename", account(DONE), {"name": "Somebody else"}),
    post("account.speak", account(DONE), {"language": "ja"}),
    post("account.change_email", account(DONE), {"email": "me@example.org", "password": PASSWORD}),
    post("account.change_password", account(DONE), NEW_PASSWORD),
    post("account.revoke", owner(DONE)),
    post("account.revoke_all", account(DONE)),
    post("account.delete", anybody(), {"password": PASSWORD, **SURE}),
    get("recovery.codes", account()),
    post("recovery.codes", account(), {"password": PASSWORD}),
    get("jobs.overview", account()),
    get("jobs.show", owner()),
    get("jobs.file", owner()),
    post("jobs.again", owner(DONE)),
]

# --- one's own answers ------------------------------------------------------------------------------------------------

ANSWERS = [
    get("practice.verdict", learner()),
    get("practice.verdict", learner(DONE), nonce="run_nonce"),
    post("practice.flag", learner(DONE), {"note": "?"}),
    post("practice.told", learner(DONE), {"slip": "1"}),
    # It leads back to the hand that waits, and makes a twin of nobody else's hand.
    post("practice.twin", anybody(DONE)),
    post("notebook.note", learner(DONE), {"note": "!"}),
    post("notebook.understood", learner(DONE), {"understood": "on"}),
    post("notebook.retry", learner(DONE)),
    get("sitting.show", learner()),
    post("sitting.again", learner(DONE)),
]

# --- classes ----------------------------------------------------------------------------------------------------------

MEMBERS = TEACHERS | LEARNERS
CAN_JOIN = EVERYBODY - MEMBERS - {Role.REMOVED, Role.FORMER_TEACHER}

CLASSES = [
    post("classes.open_class", account(DONE), {"title": "New", "time_zone": "UTC"}),
    get("classes.show", given(MEMBERS)),
    get("classes.invite", teachers()),
    post("classes.change", teachers(DONE), {"title": "Other", "time_zone": "UTC"}),
    post("classes.renew_code", teachers(DONE)),
    post("classes.archive", teachers(DONE), {"archived": "1"}),
    post("classes.delete", teachers(DONE), SURE),
    post("classes.leave", given(MEMBERS, DONE)),
    *(post("classes.member", teachers(DONE), {"do": do}) for do in ("remove", "readmit", "teacher", "learner")),
    # Nobody is made a member by those who teach another class.
    post("classes.member", given(NOBODY, guests=SIGN_IN), {"do": "readmit"}, user="stranger"),
    post("classes.member", given(NOBODY, guests=SIGN_IN), {"do": "remove"}, class_id="other_class"),
    get("joining.join", given(MEMBERS, DONE, PAGE, PAGE)),
    post("joining.join", given(MEMBERS | CAN_JOIN, DONE, "422", "422"), {"called": "Me"}),
]

# --- drill sets -------------------------------------------------------------------------------------------------------

SETS = [
    get("drills.overview", account()),
    get("drills.new", account()),
    post("drills.new", account(DONE), SET),
    get("drills.add_hand", account(), f"hand={HANDS[0]}"),
    post("drills.add_hand", account(DONE), {"hand": HANDS[0], "into": "new", "title": "New"}),
    post("drills.add_hand", owner(DONE), {"hand": HANDS[0], "into": "key:set_id"}),
    get("drills.show", teachers()),
    get("drills.edit", owner()),
    post("drills.edit", owner(DONE), SET),
    post("drills.deal_anew", owner(DONE)),
    post("drills.delete", owner(DONE), SURE),
    post("drills.copy", teachers(DONE)),
    get("drills.assign", teachers()),
    post("drills.assign", teachers(DONE), {"to": "key:class_id", **DATES}),
    post("drills.assign", owner(DONE), {"to": "link", **DATES}),
    post("drills.assign", given(NOBODY, guests=SIGN_IN), {"to": "key:other_class", **DATES}),
    get("showing.preview", teachers()),
    post("showing.preview", teachers(), TYPED_RIGHT),
    get("showing.project", teachers()),
    get("showing.paper", teachers()),
    post("showing.paper", teachers(DONE), {"size": "a4"}),
    get("showing.print_page", teachers()),
]

# --- what is assigned, and working through it -------------------------------------------------------------------------

LINKED = {"assignment": "linked"}

ASSIGNED = [
    get("assignments.show", given(MEMBERS)),
    get("assignments.show", given(OWNER), **LINKED),
    post("assignments.begin", learners(DONE)),
    post("assignments.begin", given(NOBODY), {}, **LINKED),
    post("assignments.change_dates", teachers(DONE), DATES),
    post("assignments.change_dates", owner(DONE), DATES, **LINKED),
    post("assignments.end", teachers(DONE), {"ended": "1"}),
    post("assignments.end", owner(DONE), {"ended": "1"}, **LINKED),
    post("assignments.delete", teachers(DONE), SURE),
    post("assignments.delete", owner(DONE), SURE, **LINKED),
]


def _run(run: str, rights: Rights, then: Rights) -> list[Row]:
    about = {"run": run}
    return [
        get("runs.question", rights, **about),
        get("runs.verdict", rights, **about),
        get("runs.over", then, **about),
        post("runs.answer", then, TYPED_RIGHT, place="next_place", **about),
        post("runs.go_on", then, {}, **about),
        post("runs.finish", then, SURE, **about),
    ]


RUNS = [
    *_run("run", learner(), learner(DONE)),
    *_run("linked_run", learner(), learner(DONE)),
    # Whoever is not in the class any more does not go on in it, and no teacher does it for anybody.
    *_run("removed_run", given(NOBODY), given(NOBODY)),
    *_run("left_run", given(NOBODY), given(NOBODY)),
]

# --- results ----------------------------------------------------------------------------------------------------------

RESULTS = [
    get("results.show", teachers()),
    get("results.show", owner(), **LINKED),
    get("results.as_csv", teachers()),
    get("results.as_csv", owner(), **LINKED),
    get("results.as_xlsx", teachers()),
    get("results.as_xlsx", owner(), **LINKED),
    get("results.answer", teachers(), nonce="run_nonce"),
    get("results.answer", owner(), nonce="linked_run_nonce", **LINKED),
    # What somebody practises by himself, or answers elsewhere, is nobody's business.
    get("results.answer", given(NOBODY, guests=SIGN_IN)),
    get("results.answer", given(NOBODY, guests=SIGN_IN), nonce="linked_run_nonce"),
    get("results.of_class", teachers()),
]

TABLE = [*PUBLIC, *ACCOUNT, *ANSWERS, *CLASSES, *SETS, *ASSIGNED, *RUNS, *RESULTS]
