"""Every piece of the interface once, on one page: for whoever changes it, so only in debug mode and in tests."""

import uuid
from datetime import UTC, datetime
from typing import TypeAlias

from flask import Blueprint, abort, current_app, render_template
from flask_babel import lazy_gettext as _

from trainer.mahjong.exchange import win_from_json
from trainer.mahjong.hand import Meld, MeldKind, Source
from trainer.mahjong.points import Limit
from trainer.mahjong.rules import PRESETS, TENHOU
from trainer.mahjong.tiles import TILES, parse_tile, parse_tiles
from trainer.services.practice import Question, Verdict, judge
from trainer.services.review import RuleRecord
from trainer.services.wishes import ASKED, MeldLook, Wishes
from trainer.teaching.accuracy import ENOUGH
from trainer.teaching.grade import Answer, Ask
from trainer.teaching.ledger import Entry, Place
from trainer.teaching.rule_types import RuleType
from trainer.teaching.twins import Change
from trainer.web import explain, fu_table, hand_form, learn
from trainer.web.forms import FU_KEYS, blank_sheet, filled_sheet
from trainer.web.hand_form import read_form
from trainer.web.linked_rules import linked_rules
from trainer.web.points_table import points_table
from trainer.web.review import lines_of
from trainer.web.sitting import Shown, Sitting

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

RECORDS = ((20, 19), (12, 3), (4, 4), (0, 0))
"""Chances and right answers as the accuracy table shows them: well known, weak, not enough, not met."""


def _verdict(hand: Hand, fu: int) -> Verdict:
    """An answer with this fu and a payment of a thousand from everybody."""
    win = win_from_json(hand)
    question = Question(uuid.UUID(int=0), "pattern", win, TENHOU, ASKED, datetime(2026, 1, 1, tzinfo=UTC))
    right = judge(question, Answer()).score.best
    return judge(question, Answer(fu=fu, payment={share.payer: 1000 for share in right.payment}))


def _ledger_verdict(hand: Hand) -> Verdict:
    """A ledger with one line too much and one forgotten, and a limit called in place of the han."""
    win = win_from_json(hand)
    question = Question(uuid.UUID(int=0), "ledger", win, TENHOU, tuple(Ask), datetime(2026, 1, 1, tzinfo=UTC))
    items = (Entry(Place.BASE, None, 20), Entry(Place.WAIT, None, 2), Entry(Place.PAIR, None, 2))
    return judge(question, Answer(None, None, Limit.MANGAN, 24, items, 4000))


@blueprint.get("")
def overview() -> str:
    """Show every piece of the interface."""
    if not (current_app.debug or current_app.testing):
        abort(404)
    verdicts = [_verdict(hand, 40) for hand in HANDS]
    win = verdicts[0].score.win
    records = [RuleRecord(rule, *record) for rule, record in zip(RuleType, RECORDS, strict=False)]
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
        lines=lines_of(records),
        enough=ENOUGH,
        notice=_("This page was too old"),
        by=linked_rules(),
        fu_table=fu_table,
        points=points_table(False, M_LEAGUE),
        example=learn.example_of(RuleType.WAIT, 1, TENHOU),
        hand=read_form(HALF_TYPED),
        hand_fields=hand_form,
    )
