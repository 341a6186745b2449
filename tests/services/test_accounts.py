"""Names, passwords, browsers and recovery codes."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher
from sqlalchemy import select
from sqlalchemy.orm import Session

from tests.services.answers import keep
from trainer.models import Attempt, Base, RecoveryCode, SignIn, User
from trainer.services import accounts, passwords, recovery, sign_ins
from trainer.services.accounts import NameFault, NameTakenError, name_fault, name_key
from trainer.services.passwords import Weakness, weakness
from trainer.teaching.rule_types import RuleType

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
GOOD = "seven stolen geese"


def account(session: Session, name: str = "Aki", password: str = GOOD, email: str | None = None) -> uuid.UUID:
    made = uuid.uuid4()
    accounts.sign_up(session, made, name, passwords.hashed(password), email, NOON)
    return made


# --- names and passwords ---


@pytest.mark.parametrize(
    ("one", "other"),
    [("Aki", "aKI"), ("ＡＫＩ", "aki"), ("é", "e\N{COMBINING ACUTE ACCENT}"), ("ﾊﾟｲ", "パイ"), ("Straße", "STRASSE")],
)
def test_names_that_look_alike_are_one(session: Session, one: str, other: str) -> None:
    assert name_key(one) == name_key(other)
    account(session, one)
    with pytest.raises(NameTakenError):
        account(session, f" {other} ")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("", NameFault.MISSING),
        (" \t", NameFault.MISSING),
        ("x" * 33, NameFault.TOO_LONG),
        ("x" * 32, None),
        ("a\nb", NameFault.UNPRINTABLE),
        ("a\N{ZERO WIDTH SPACE}b", NameFault.UNPRINTABLE),
        ("a\N{RIGHT-TO-LEFT OVERRIDE}b", NameFault.UNPRINTABLE),
        ("雀 士🀄", None),
    ],
)
def test_a_name_is_refused_for_a_reason(name: str, fault: NameFault | None) -> None:
    assert name_fault(name) is fault


def test_the_longest_folded_name_can_be_stored(session: Session) -> None:
    made = account(session, "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 32)
    assert len(session.get_one(User, made).name_key or "") > 300


@pytest.mark.parametrize(
    ("password", "why"),
    [
        ("seven77", Weakness.TOO_SHORT),
        ("x1" * 501, Weakness.TOO_LONG),
        ("akinokaze", Weakness.THE_NAME),
        ("AkiNoKaze", Weakness.THE_NAME),
        ("PassWord1", Weakness.COMMON),
        ("ｐａｓｓｗｏｒｄ", Weakness.COMMON),
        ("aaaaaaaaaa", Weakness.COMMON),
        ("x1" * 500, None),
        (GOOD, None),
        ("七五三の祝い餅だ", None),
    ],
)
def test_a_password_is_refused_for_a_reason(password: str, why: Weakness | None) -> None:
    assert weakness(password, "akiNOkaze") is why


def test_a_password_is_kept_as_a_hash_that_only_it_fits() -> None:
    kept = passwords.hashed(GOOD)
    assert kept.startswith("$argon2id$")
    assert GOOD not in kept
    assert passwords.fits(kept, GOOD)
    assert not passwords.fits(kept, GOOD + "!")
    assert passwords.fits(passwords.hashed("ｓｅｖｅｎ　ｇｅｅｓｅ"), "seven geese")
    assert not passwords.fits("no hash at all", GOOD)


def test_a_name_that_nobody_has_costs_a_hash_too(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    account(session)
    worked: list[str] = []

    class Counting(PasswordHasher):
        def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
            worked.append("hash")
            return super().hash(password, salt=salt)

    monkeypatch.setattr(passwords, "HASHER", Counting(time_cost=1, memory_cost=8, parallelism=1))
    assert accounts.checked(session, "nobody", GOOD) is None
    assert worked == ["hash"]
    session.add(User(id=uuid.uuid4(), created_at=NOON))
    session.flush()
    found = accounts.checked(session, "AKI", GOOD)
    assert found is not None


def test_a_hash_of_other_parameters_is_renewed(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    made = account(session)
    before = session.get_one(User, made).password
    accounts.renew_hash(session, made, GOOD)
    assert session.get_one(User, made).password == before
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=2, memory_cost=8, parallelism=1))
    accounts.renew_hash(session, made, GOOD)
    after = session.get_one(User, made).password
    assert after is not None
    assert "t=2" in after
    assert accounts.is_password_of(session, made, GOOD)


# --- signing up ---


def test_a_guest_keeps_everything_when_he_signs_up(session: Session, learner: uuid.UUID) -> None:
    kept = keep(session, learner, {RuleType.WAIT: True}, {RuleType.KAN: False})
    accounts.sign_up(session, learner, " Aki ", passwords.hashed(GOOD), " Aki@Example.org ", NOON)
    known = accounts.profile(session, learner)
    assert known is not None
    assert (known.name, known.email, known.attempts) == ("Aki", "aki@example.org", 2)
    assert set(session.scalars(select(Attempt.nonce))) == {attempt.nonce for attempt in kept}
    assert accounts.is_account(session, learner)


def test_a_name_that_is_taken_leaves_the_guest_a_guest(session: Session, learner: uuid.UUID) -> None:
    account(session, "Aki")
    keep(session, learner, {RuleType.WAIT: True})
    with pytest.raises(NameTakenError):
        accounts.sign_up(session, learner, "aki", passwords.hashed(GOOD), None, NOON)
    session.rollback()


def test_a_name_can_be_spelt_otherwise_by_its_owner(session: Session) -> None:
    made = account(session, "aki")
    accounts.rename(session, made, "AKI")
    assert session.get_one(User, made).name == "AKI"
    account(session, "Bo")
    with pytest.raises(NameTakenError):
        accounts.rename(session, made, "bo")


def test_deleting_takes_every_table_along(session: Session, learner: uuid.UUID) -> None:
    keep(session, learner, {RuleType.WAIT: True})
    accounts.sign_up(session, learner, "Aki", passwords.hashed(GOOD), None, NOON)
    recovery.new_codes(session, learner)
    sign_ins.begin(session, learner, None, None, NOON)
    accounts.delete_learner(session, learner)
    for table in Base.metadata.sorted_tables:
        assert session.execute(select(table)).all() == [], table.name


@pytest.mark.parametrize(
    ("email", "good"),
    [("a@b.org", True), ("ü@例え.jp", True), ("a@", False), ("@b", False), ("a b@c.org", False), ("a@b,c@d", False)],
)
def test_an_address_has_a_host_and_is_only_one(email: str, good: bool) -> None:
    assert accounts.is_address(email) is good


# --- browsers ---


def test_a_token_is_found_until_it_is_revoked(session: Session) -> None:
    made = account(session)
    token = sign_ins.begin(session, made, "Firefox", "Linux", NOON)
    found = sign_ins.find(session, token, NOON)
    assert found is not None
    assert (found.account, found.name, found.is_stale) == (made, "Aki", False)
    assert token not in [row.id for row in session.scalars(select(SignIn))]
    assert not sign_ins.revoke(session, uuid.uuid4(), found.sign_in)
    assert sign_ins.revoke(session, made, found.sign_in)
    assert sign_ins.find(session, token, NOON) is None


def test_a_browser_is_noted_now_and_then_and_forgotten_after_a_year(session: Session) -> None:
    made = account(session)
    token = sign_ins.begin(session, made, None, None, NOON)
    later = NOON + timedelta(minutes=6)
    found = sign_ins.find(session, token, later)
    assert found is not None
    assert found.is_stale
    sign_ins.note_seen(session, found.sign_in, later)
    assert sign_ins.listed(session, made)[0].seen_at == later
    next_year = later + timedelta(days=366)
    assert sign_ins.find(session, token, next_year) is None
    sign_ins.begin(session, made, None, None, next_year)
    assert len(sign_ins.listed(session, made)) == 1


# --- recovery codes ---


def test_a_code_works_once_for_its_own_account_however_it_is_typed(session: Session) -> None:
    made, other = account(session), account(session, "Bo")
    codes = recovery.new_codes(session, made)
    assert len(set(codes)) == recovery.CODES
    assert all(len(code.replace("-", "")) == 16 for code in codes)
    assert recovery.use_code(session, "Bo", codes[0]) is None
    assert recovery.use_code(session, "nobody", codes[0]) is None
    assert recovery.use_code(session, "AKI", f" {codes[0].lower().replace('-', ' ').replace('o', '0')} ") == made
    assert recovery.use_code(session, "Aki", codes[0]) is None
    assert recovery.left(session, made) == recovery.CODES - 1
    assert recovery.left(session, other) == 0
    assert not {row.code for row in session.scalars(select(RecoveryCode))} & set(codes)


def test_new_codes_take_the_place_of_the_old(session: Session) -> None:
    made = account(session)
    (first, *_), _ = recovery.new_codes(session, made), recovery.new_codes(session, made)
    assert recovery.use_code(session, "Aki", first) is None
    assert recovery.left(session, made) == recovery.CODES
