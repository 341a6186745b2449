"""The tables about learners: who they are, what they answered, and what that says of them."""

import uuid

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from trainer.models.base import (
    AttemptKey,
    Base,
    Digest,
    JsonList,
    JsonObject,
    LongText,
    Moment,
    Name,
    OwnerKey,
    Share,
    UserKey,
)


class User(Base):
    """A learner: a guest until there is a name."""

    __tablename__ = "users"
    __table_args__ = (
        CheckConstraint(
            "(name IS NULL) = (password IS NULL) AND (name IS NULL) = (name_key IS NULL)", name="account_is_whole"
        ),
        CheckConstraint("email IS NULL OR name IS NOT NULL", name="guests_have_no_email"),
        Index(None, "email"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    """The random id from the signed session cookie; the row is made with the first answer."""
    name: Mapped[Name | None]
    """As its owner writes it."""
    language: Mapped[Name | None]
    """The locale the learner chose, such as ``zh_Hans``; None while the browser decides."""
    created_at: Mapped[Moment]
    name_key: Mapped[LongText | None] = mapped_column(unique=True)
    """The same for every spelling that looks alike; folding may make it longer than the name."""
    password: Mapped[LongText | None]
    """The argon2id hash, with its parameters."""
    email: Mapped[LongText | None]
    """In lower case. Several accounts may have the same: nobody can find out that way who is here."""


class SignIn(Base):
    """One browser in which somebody is signed in, until the row is deleted."""

    __tablename__ = "sessions"
    __table_args__ = (Index(None, "user_id"),)

    id: Mapped[Digest] = mapped_column(primary_key=True)
    """The SHA-256 of the random token in the browser's cookie: who reads this table cannot sign in with it."""
    user_id: Mapped[UserKey]
    created_at: Mapped[Moment]
    seen_at: Mapped[Moment]
    """When a page was last asked for, give or take a few minutes."""
    browser: Mapped[Name | None]
    system: Mapped[Name | None]


class RecoveryCode(Base):
    """A code that sets a new password once; the row is deleted when it does."""

    __tablename__ = "recovery_codes"

    user_id: Mapped[OwnerKey]
    code: Mapped[Digest] = mapped_column(primary_key=True)
    """Its SHA-256."""


class Attempt(Base):
    """One answered question."""

    __tablename__ = "attempts"
    __table_args__ = (
        CheckConstraint("elapsed_ms >= 0", name="elapsed_ms_not_negative"),
        CheckConstraint("answered_at >= asked_at", name="answered_after_asked"),
        Index(None, "user_id", "answered_at"),
        CheckConstraint("run_id IS NULL OR place IS NOT NULL", name="has_its_place_in_a_run"),
        UniqueConstraint("run_id", "place"),
        Index(None, "sitting"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    user_id: Mapped[UserKey]
    nonce: Mapped[Name] = mapped_column(unique=True)
    """Names the question; a second post of the same answer finds this row and counts nothing."""
    hand: Mapped[LongText]
    """The win in the exchange format, as JSON text."""
    rules: Mapped[LongText]
    """The rule set in its short text form."""
    ask: Mapped[JsonList]
    """What was asked for, in the words of the exchange format: ``["fu", "payment"]``."""
    answer: Mapped[JsonObject]
    """The answer as the learner gave it."""
    right: Mapped[bool]
    elapsed_ms: Mapped[int | None]
    asked_at: Mapped[Moment]
    answered_at: Mapped[Moment]
    sitting: Mapped[Name | None]
    """Names the sitting it was part of."""
    apart: Mapped[bool]
    """True when it is kept apart from the learner's accuracy: in a sprint, or a hand tried again."""
    twin_of: Mapped[Name | None]
    """The nonce of the question whose twin it was, where the learner was asked what changes."""
    mistakes: Mapped[int | None]
    """How many mistakes of the catalogue it takes at least to give a wrong answer; None where nothing gives it."""
    told: Mapped[JsonObject | None]
    """What the learner said about a wrong answer afterwards: that it was a slip, or what he counted at one step."""
    likeness_of: Mapped[Name | None]
    """The nonce of the missed question that was tried again in other tiles."""
    run_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("runs.id", ondelete="SET NULL"))
    """The run through a drill set that it is part of."""
    place: Mapped[int | None]
    """Which question of that set it answers, from 0."""
    held_until: Mapped[Moment | None]
    """Until when its learner is not told how it went; None: he is."""

    evidence: Mapped[list["Evidence"]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    suspicions: Mapped[list["Suspicion"]] = relationship(cascade="all, delete-orphan", passive_deletes=True)
    note: Mapped["Note | None"] = relationship(cascade="all, delete-orphan", passive_deletes=True)


class Evidence(Base):
    """What one attempt shows about one rule type that was visible in it."""

    __tablename__ = "evidence"
    __table_args__ = (CheckConstraint("rule_type <> ''", name="rule_type_not_empty"),)

    attempt_id: Mapped[AttemptKey]
    rule_type: Mapped[Name] = mapped_column(primary_key=True)
    right: Mapped[bool]


class Flag(Base):
    """What a learner told the owner of the site about a question that he had answered."""

    __tablename__ = "flags"

    attempt_id: Mapped[AttemptKey]
    note: Mapped[LongText]
    flagged_at: Mapped[Moment]


class Suspicion(Base):
    """How likely one attempt makes it that a mistake which could be made in its hand was made."""

    __tablename__ = "suspicions"
    __table_args__ = (CheckConstraint("probability BETWEEN 0 AND 1", name="probability_is_one"),)

    attempt_id: Mapped[AttemptKey]
    mistake: Mapped[Name] = mapped_column(primary_key=True)
    probability: Mapped[Share]


class Belief(Base):
    """How often a learner is believed to make a mistake when he can: a Beta distribution, folded of suspicions."""

    __tablename__ = "beliefs"
    __table_args__ = (CheckConstraint("made > 0 AND avoided > 0", name="beta_is_proper"),)

    user_id: Mapped[OwnerKey]
    mistake: Mapped[Name] = mapped_column(primary_key=True)
    made: Mapped[Share]
    """The first parameter of the distribution: chances in which it was made."""
    avoided: Mapped[Share]
    """The second one: chances in which it was not."""
    evidence: Mapped[Share]
    """The sum of the suspicions: in how many hands it seems to have been made."""
    named: Mapped[bool]
    """True while the learner is told of it."""


class Card(Base):
    """What a learner remembers of a rule type, and when it is due again."""

    __tablename__ = "cards"

    user_id: Mapped[OwnerKey]
    rule_type: Mapped[Name] = mapped_column(primary_key=True)
    stability: Mapped[Share]
    """Days after which it is remembered nine times in ten."""
    difficulty: Mapped[Share]
    """From 1 to 10."""
    due: Mapped[Moment]
    reviewed_at: Mapped[Moment]
    """When it was last rated."""
    succeeded_at: Mapped[Moment | None]
    """When a success was last counted: at most once a day."""


class Rating(Base):
    """How strong a learner is in one class of hands, on the Elo scale in natural logarithms."""

    __tablename__ = "ratings"
    __table_args__ = (CheckConstraint("answers > 0", name="answers_positive"),)

    user_id: Mapped[OwnerKey]
    hand_class: Mapped[Name] = mapped_column(primary_key=True)
    rating: Mapped[Share]
    """0 is right every second time."""
    answers: Mapped[int]


class Note(Base):
    """What a learner wrote in his notebook beside a question that he missed."""

    __tablename__ = "notes"

    attempt_id: Mapped[AttemptKey]
    text: Mapped[LongText]
    understood_at: Mapped[Moment | None]
