"""What is sent to the API and what it answers: these types check the one, write the other, and describe both."""

from datetime import datetime
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from trainer.mahjong.fu import FuName
from trainer.mahjong.points import Limit
from trainer.mahjong.scoring import Lesser
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import Yaku
from trainer.services.wishes import Wishes
from trainer.teaching.grade import Ask
from trainer.teaching.ledger import Place
from trainer.teaching.mistakes import CATALOGUE
from trainer.teaching.order import Level
from trainer.teaching.rule_types import RuleType

SCHEMAS = "#/components/schemas/{name}"
"""Where the document of the API describes each type."""

MOST_ITEMS = 30
"""More items than the fu of any hand have."""

Number = Annotated[int, Meta(ge=0)]
Kind = Annotated[str, Meta(description="One tile in mpsz text, never a red five.", examples=["5m", "7z"])]
MistakeName = Annotated[str, Meta(extra_json_schema={"enum": [mistake.name for mistake in CATALOGUE]})]
Probability = Annotated[float, Meta(ge=0, le=1)]


def _described_by(name: str) -> Meta:
    """The type of that name describes a value that is checked, or written, elsewhere."""
    return Meta(extra_json_schema={"$ref": SCHEMAS.format(name=name)})


Hand = Annotated[Any, _described_by("WinObject")]
"""Read by ``exchange``, whose errors have codes."""
House = Annotated[
    Any,
    Meta(
        description="A preset such as m_league, its short text such as tenhou,kiriage=true, or an object of options.",
        extra_json_schema={"anyOf": [{"type": "string"}, {"$ref": SCHEMAS.format(name="RulesObject")}]},
    ),
]
ResultText = Annotated[msgspec.Raw, _described_by("Result")]
"""A result as ``exchange`` writes it."""


# --- sent ---


class ToScore(Struct, forbid_unknown_fields=True):
    """A win and the rules to score it by."""

    hand: Hand
    rules: House = "tenhou"


class QuestionOrder(Struct, forbid_unknown_fields=True):
    """What to be asked; everything has a default."""

    mode: Annotated[
        Literal["mixed", "natural", "edge", "next"],
        Meta(
            description="mixed: every kind of hand. natural: as in real games. edge: a mistake shows in the answer. "
            "next: what this learner should practise now."
        ),
    ] = "mixed"
    focus: Annotated[
        tuple[RuleType, ...],
        Meta(
            description="Rule types that the hand shows, as many as one hand can. It is then dealt on the edge, "
            "in the mode mixed too; natural takes none."
        ),
    ] = ()
    rules: House = "tenhou"
    ask: (
        Annotated[
            tuple[Ask, ...],
            Meta(min_length=1, description="By default fu and payment, and what else it takes to show the focus."),
        ]
        | UnsetType
    ) = UNSET
    level: Level = Wishes().level


class ItemGiven(Struct, forbid_unknown_fields=True):
    """Fu for one thing: by a name as in a result, or by the line of a ledger that it stands on."""

    item: Annotated[str, Meta(extra_json_schema={"enum": list(dict.fromkeys((*FuName, *Place)))})]
    fu: Number
    tile: Annotated[
        Kind | None, Meta(description="The first tile of a triplet, kan or run; for others none counts.")
    ] = None
    terminal_or_honour: Annotated[bool | None, Meta(description="As in a result; nothing depends on it.")] = None


class Payment(Struct, forbid_unknown_fields=True):
    """Points by payer, honba included: discarder (ron), each (dealer's tsumo), or dealer and non_dealer."""

    discarder: Number | UnsetType = UNSET
    each: Number | UnsetType = UNSET
    dealer: Number | UnsetType = UNSET
    non_dealer: Number | UnsetType = UNSET


class AnswerGiven(Struct, forbid_unknown_fields=True):
    """Just what was asked. null for items, fu_sum or fu says that none are needed, as from 5 han on."""

    items: Annotated[tuple[ItemGiven, ...], Meta(max_length=MOST_ITEMS)] | UnsetType | None = UNSET
    fu_sum: Number | UnsetType | None = UNSET
    fu: Number | UnsetType | None = UNSET
    han: Annotated[Number | Limit | UnsetType, Meta(description="All of them, or from 5 on the name of the limit.")] = (
        UNSET
    )
    payment: Payment | UnsetType = UNSET
    received: Annotated[Number | UnsetType, Meta(description="Payments, honba and riichi sticks together.")] = UNSET


class Submission(Struct, forbid_unknown_fields=True):
    """An answer to a question."""

    token: Annotated[str, Meta(description="As it came with the question.")]
    answer: AnswerGiven
    elapsed_ms: Annotated[Number | None, Meta(description="How long it took to answer, in milliseconds.")] = None


# --- answered ---


class ErrorObject(Struct):
    """What is wrong."""

    code: str
    field: Annotated[str | None, Meta(description="Of what was sent; fields of a hand are named as in the hand.")]
    message: Annotated[str, Meta(description="For people, in English.")]


class ErrorAnswer(Struct):
    """How every error is answered."""

    error: ErrorObject


class Guest(Struct):
    """Somebody new."""

    token: Annotated[str, Meta(description="Send it as Authorization: Bearer TOKEN. Nobody else has it; keep it.")]


class YakuObject(Struct):
    """One source of han."""

    name: Yaku
    han: int


class FuItemObject(Struct, omit_defaults=True):
    """One source of fu; triplets and kans name their tile."""

    item: FuName
    fu: int
    tile: Kind | UnsetType = UNSET
    terminal_or_honour: bool | UnsetType = UNSET


class Worth(Struct):
    """What one way to read a hand is worth."""

    han: int
    fu: int
    fu_sum: Annotated[int, Meta(description="Before rounding.")]
    yakuman: Annotated[int, Meta(description="How many count; a double one counts 2.")]
    limit: Limit | None
    yaku: tuple[YakuObject, ...]
    fu_items: Annotated[tuple[FuItemObject, ...], Meta(description="They add up to fu_sum.")]
    base_points: int
    payment: Payment
    points: Annotated[int, Meta(description="All payments, honba included, riichi sticks not.")]


class Reading(Struct):
    """One way to read the tiles."""

    pair: Kind | None
    groups: tuple[str, ...]
    wait: Wait


class CountedReading(Worth):
    """A way to read the tiles and what it is worth."""

    pair: Kind | None
    groups: tuple[str, ...]
    wait: Wait
    lesser: Annotated[Lesser | None, Meta(description="Why it is not the one that is paid.")]


class Result(Worth):
    """A hand as it is paid, and every other way to read it."""

    received: Annotated[int, Meta(description="points and 1000 for each riichi stick.")]
    reading: Reading
    readings: Annotated[tuple[CountedReading, ...], Meta(description="The dearest first.")]


class QuestionAnswer(Struct):
    """A question; nothing of its answer is in it."""

    token: Annotated[str, Meta(description="Send it back with the answer, within 30 days.")]
    hand: Hand
    rules: Annotated[str, Meta(description="The short text of the rules.")]
    ask: Annotated[tuple[Ask, ...], Meta(description="What to answer, in the order of counting.")]


class ItemChecked(Struct, omit_defaults=True):
    """The fu on one line of a ledger; lines with 0 are left out.

    base also holds chiitoitsu and kokushi; win: menzen_ron, tsumo and open_pinfu; group: triplets and kans; pair and
    wait: whatever these are worth.
    """

    item: Place
    fu: int
    tile: Kind | UnsetType = UNSET


PartValue = Annotated[int | Limit | tuple[ItemChecked, ...] | Payment | None, Meta(description="As in an answer.")]


class PartChecked(Struct):
    """One part of an answer beside the right value; where several readings pay the same, each one's is right."""

    right: bool
    given: PartValue
    want: PartValue


class RuleTypeShown(Struct):
    """What an answer shows about a rule type."""

    rule_type: RuleType
    visible: Annotated[bool, Meta(description="True when getting it wrong would have changed what was asked.")]
    right: Annotated[bool | None, Meta(description="null where it is not visible.")]


class VerdictAnswer(Struct):
    """What an answer was worth."""

    right: bool
    parts: Annotated[dict[Ask, PartChecked], Meta(description="Just what was asked.")]
    result: ResultText
    rule_types: Annotated[tuple[RuleTypeShown, ...], Meta(description="All of them, in the order of counting.")]
    explanations: Annotated[
        tuple[tuple[MistakeName, ...], ...],
        Meta(description="Sets of up to three mistakes that give this answer, none to spare, the likeliest first."),
    ]


class RuleTypeRecord(Struct):
    """A learner's record for one rule type."""

    rule_type: RuleType
    chances: Annotated[int, Meta(description="Questions in which it was visible.")]
    right: int
    interval: Annotated[
        tuple[Probability, Probability] | None,
        Meta(
            description="Between these the true share of right answers lies, nine times in ten; null without chances."
        ),
    ]
    due: Annotated[Annotated[datetime, Meta(tz=True)] | None, Meta(description="When to practise it again.")]
    retrievability: Annotated[Probability | None, Meta(description="How likely it is remembered now.")]
    median_ms: Annotated[int | None, Meta(description="How long answers that show it take.")]


class MistakeHeld(Struct):
    """A mistake that a learner may be making."""

    mistake: MistakeName
    rule_type: RuleType
    probability: Annotated[Probability, Meta(description="How often it is made when it can be.")]
    evidence: Annotated[float, Meta(description="In how many answers it seems to have been made.")]
    named: Annotated[bool, Meta(description="True when it is sure enough to be told to the learner.")]
