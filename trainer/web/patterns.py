"""Every piece of the interface once, on one page: for whoever changes it, so only in debug mode and in tests."""

import uuid
from datetime import UTC, datetime, timedelta
from typing import TypeAlias

from flask import Blueprint, abort, current_app, render_template
from flask_babel import lazy_gettext as _

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Meld, MeldKind, Source
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.rules import PRESETS, TENHOU
from trainer.mahjong.tiles import TILES, parse_tile, parse_tiles
from trainer.services.accounts import NameFault
from trainer.services.graded import Graded
from trainer.services.learning import HeldMistake
from trainer.services.notebook import Missed
from trainer.services.practice import Question, Verdict, judge
from trainer.services.review import History, RuleRecord
from trainer.services.wishes import ASKED, MeldLook, Wishes
from trainer.teaching.accuracy import ENOUGH, Trend
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.history import Answered, batches, hands_a_day
from trainer.teaching.ledger import Entry, Place
from trainer.teaching.mixups import MixUp
from trainer.teaching.rule_types import RuleType
from trainer.teaching.twins import Change
from trainer.web import explain, fu_table, hand_form, learn
from trainer.web.account_forms import (
    NAME_FAULTS,
    WRONG_PASSWORD,
    code_field,
    name_field,
    new_password_field,
    password_field,
)
from trainer.web.diagnosis import said_of
from trainer.web.forms import FU_KEYS, blank_sheet, filled_sheet
from trainer.web.hand_form import read_form
from trainer.web.linked_rules import linked_rules
from trainer.web.mistake_labels import MISTAKES
from trainer.web.points_table import points_table
from trainer.web.review import accuracy_marks, lines_of, practice_marks
from trainer.web.rule_labels import RULES
from trainer.web.sitting import Shown, Sitting
from trainer.web.stages import Kind, stages, yaku_worth

Hand: TypeAlias = dict[str, object]

blueprint = Blueprint("patterns", __name__, url_prefix="/patterns")


def _meld(kind: MeldKind, tiles: str, called: str | None = None, source: Source | None = None) -> Meld:
    return Meld(kind, parse_tiles(tiles), None if called is None else parse_tile(called), source)


MELDS = (
    _meld(MeldKind.CHI, "046m", "6m", Source.LEFT),
    *(_meld(MeldKind.PON, "777z", "7z", source) for source in Source),
    *(_meld(MeldKind.DAIMINKAN, "1111s", "1s", source) for source in Source),
    *(_meld(MeldKind.KAKAN, "5055p", "5p", source) for source in Source),
    _meld(MeldKind.ANKAN, "0555s"),
    _meld(MeldKind.PON, "999m"),
)
"""Every kind of meld from every side, and one of which nobody knows whose discard it took."""

_CLOSED: Hand = {
    "concealed": "444m34406p777s88s",
    "win_tile": "5p",
    "win": "tsumo",
    "round_wind": "E",
    "seat_wind": "S",
    "riichi": "riichi",
    "ippatsu": True,
    "dora_indicators": "3s",
    "ura_indicators": "9m",
    "honba": 1,
    "riichi_sticks": 2,
}
_OPEN: Hand = {
    "concealed": "3406788m",
    "melds": [
        {"kind": "pon", "tiles": "777p", "called": "7p", "from": "across"},
        {"kind": "kakan", "tiles": "5505s", "called": "5s", "from": "right"},
    ],
    "win_tile": "8m",
    "win": "ron",
    "round_wind": "S",
    "seat_wind": "E",
    "last_tile": True,
    "dora_indicators": "1z2p",
}
_SEVEN_PAIRS: Hand = {
    "concealed": "1133m5588p2299s6z",
    "win_tile": "6z",
    "win": "tsumo",
    "round_wind": "E",
    "seat_wind": "W",
    "dora_indicators": "7m",
}
_YAKUMAN: Hand = {
    "concealed": "19m19p19s1234567z",
    "win_tile": "1z",
    "win": "ron",
    "round_wind": "E",
    "seat_wind": "E",
    "dora_indicators": "7m",
}
_SOUTH: Hand = {"seat_wind": "S", "riichi": "riichi", "dora_indicators": "3s", "ura_indicators": "8p"}
HANDS = (_CLOSED, _OPEN, _SEVEN_PAIRS, _YAKUMAN)

M_LEAGUE = PRESETS["m_league"].rules
HALF_TYPED = {
    "concealed": "123m40p99q",
    "line": "234p11z77z [1111m] [2222z] ron 7z E/E",
    "honba": "two",
    "meld1_kind": "pon",
    "meld1_tiles": "778p",
    "riichi": "riichi",
    "ippatsu": "true",
}
"""A hand for the calculator with something wrong in several fields."""
SITTINGS = (
    Shown(Sitting("ten", total=10), [True, False, True]),
    Shown(Sitting("endless"), [True] * 12),
    Shown(Sitting("sprint", until=0.0), [True, False]),
)
"""One of each length."""

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

RECORDS = (
    RuleRecord(RuleType.WAIT, 20, 19, 8400, Trend.UP, NOON + timedelta(days=3), 0.94),
    RuleRecord(RuleType.KAN, 12, 3, None, Trend.DOWN, NOON - timedelta(days=1), 0.61),
    RuleRecord(RuleType.DORA, 4, 4, 12_300),
    RuleRecord(RuleType.STICKS),
)
"""As the accuracy table shows them: well known, weak and due, not enough, not met."""
HISTORY = History(
    20,
    15,
    batches([Answered(NOON.date(), number % 4 > 0) for number in range(24)]),
    hands_a_day([NOON.date()] * 3 + [NOON.date() - timedelta(days=4)], NOON.date()),
)
MIXUP = MixUp(Ask.PAYMENT, Payer.DEALER, 2600, 1300)


def _verdict(hand: Hand, fu: int) -> Verdict:
    """An answer with this fu and a payment of a thousand from everybody."""
    win = win_from_json(hand)
    question = Question(uuid.UUID(int=0), "pattern", win, TENHOU, ASKED, NOON)
    right = judge(question, Answer()).score.best
    return judge(question, Answer(fu=fu, payment={share.payer: 1000 for share in right.payment}))


def _ledger_verdict(hand: Hand) -> Verdict:
    """A ledger with one line too much and one forgotten, and a limit called in place of the han."""
    win = win_from_json(hand)
    question = Question(uuid.UUID(int=0), "ledger", win, TENHOU, tuple(Ask), NOON)
    items = (Entry(Place.BASE, None, 20), Entry(Place.WAIT, None, 2), Entry(Place.PAIR, None, 2))
    return judge(question, Answer(None, None, Limit.MANGAN, 24, items, 4000))


def _puzzling() -> Verdict:
    """An answer that several mistakes explain: a triplet completed by ron taken as closed is one."""
    win = win_from_json({"concealed": "23499m567p888s55z", "win_tile": "9m", "win": "ron", "round_wind": "E"} | _SOUTH)
    question = Question(uuid.UUID(int=0), "puzzling", win, TENHOU, ASKED, NOON)
    return judge(question, Answer(fu=50, payment={Payer.DISCARDER: 1600}))


def _missed(verdict: Verdict) -> Missed:
    """A hand of the notebook, with everything that can be said about it."""
    graded = Graded(verdict.score, verdict.answer, verdict.parts)
    broken, suspected = (RuleType.WAIT, RuleType.ROUNDING), ("no_tanki", "round_down")
    return Missed("missed", NOON, True, graded, broken, suspected, "The pair!", True, (False, True))


@blueprint.get("")
def overview() -> str:
    """Show every piece of the interface."""
    if not (current_app.debug or current_app.testing):
        abort(404)
    verdicts = [_verdict(hand, 40) for hand in HANDS]
    win = verdicts[0].score.win
    return render_template(
        "patterns.html",
        tiles=TILES,
        change=Change.WIN_BY,
        melds=MELDS,
        verdicts=verdicts,
        explain=explain,
        win=win,
        sheet=blank_sheet(win, TENHOU, tuple(Ask)),
        wrong_sheet=filled_sheet(win, TENHOU, ASKED, {"fu": "forty", "payment_dealer": "99999999"}),
        fu_keys=FU_KEYS,
        ledgers=[_ledger_verdict(hand) for hand in HANDS[:2]],
        sittings=SITTINGS,
        look=Wishes(labels=True, apart=False, melds=MeldLook.UPSIDE_DOWN),
        lines=lines_of(list(RECORDS), NOON),
        enough=ENOUGH,
        accuracy=accuracy_marks(HISTORY),
        practice=practice_marks(HISTORY),
        puzzling=_puzzling(),
        found=said_of(_puzzling(), [HeldMistake("ron_triplet_closed", RuleType.SHANPON, 0.8, 4, True)], True),
        practicable=lambda rule_types: rule_types[0],
        missed=_missed(verdicts[0]),
        rules=RULES,
        mistakes=MISTAKES,
        mixup=MIXUP,
        notice=_("This page was too old"),
        by=linked_rules(),
        fu_table=fu_table,
        points=points_table(False, M_LEAGUE),
        example=learn.example_of(RuleType.WAIT, 1, TENHOU),
        hand=read_form(HALF_TYPED),
        projected=[stages(verdict.score) for verdict in verdicts],
        kinds=Kind,
        yaku_worth=yaku_worth,
        hand_fields=hand_form,
        account_fields=(name_field("pattern", "Aki", NAME_FAULTS[NameFault.TAKEN], is_new=True), code_field("pattern")),
        password_fields=(password_field("pattern", WRONG_PASSWORD), new_password_field("pattern")),
    )
