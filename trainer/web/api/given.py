"""The answer to a question as it was sent: just what was asked, by names that exist, from those who pay."""

from collections.abc import Collection

import msgspec

from trainer.mahjong.errors import ErrorCode, NotationError
from trainer.mahjong.points import multiples
from trainer.services.practice import Question
from trainer.teaching.grade import Answer, answer_from_json, entry_from_json
from trainer.teaching.ledger import SHAPED
from trainer.web.api.errors import Code, Refusal
from trainer.web.api.shapes import AnswerGiven


def answer_given(sent: AnswerGiven, asked: Question) -> Answer:
    """The answer. Raises Refusal, or NotationError, with the field that is missing or that nobody asked for."""
    parts = msgspec.to_builtins(sent)
    _check_names("answer", parts, asked.asks, Code.NOT_ASKED)
    if "payment" in parts:
        payers = [owed.payer for owed in multiples(asked.win.tsumo, asked.win.is_dealer)]
        _check_names("answer.payment", parts["payment"], payers, Code.NO_SUCH_PAYER)
    for number, item in enumerate(parts.get("items") or ()):
        _check_item(f"answer.items[{number}]", item)
    return answer_from_json(parts)


def _check_names(place: str, given: Collection[str], wanted: Collection[str], code: Code) -> None:
    for name in given:
        if name not in wanted:
            raise Refusal(422, code, f"{place}.{name}", f"{name} is not among what was asked: {', '.join(wanted)}")
    for name in wanted:
        if name not in given:
            raise Refusal(422, ErrorCode.MISSING_FIELD, f"{place}.{name}", f"{name} is missing")


def _check_item(place: str, item: dict[str, object]) -> None:
    try:
        entry = entry_from_json(item)
    except NotationError as error:
        error.field = f"{place}.tile"
        raise
    except ValueError as error:
        raise Refusal(422, ErrorCode.BAD_VALUE, f"{place}.item", "there is no such item") from error
    if entry.place in SHAPED and entry.tile is None:
        raise Refusal(422, ErrorCode.MISSING_FIELD, f"{place}.tile", f"which tile is the {entry.place} of?")
