"""What people call the things of the game: a name for every member of the domain's enums, to be translated.

Romaji names as riichi.wiki has them; the other languages are in the catalogues.
"""

from enum import Enum

from flask_babel import LazyString, lazy_pgettext
from flask_babel import lazy_gettext as _

from trainer.mahjong.errors import ErrorCode
from trainer.mahjong.fu import FuName
from trainer.mahjong.groups import Shape
from trainer.mahjong.hand import MeldKind, Riichi, Source, Wind
from trainer.mahjong.points import Limit, Payer
from trainer.mahjong.readings import Form
from trainer.mahjong.scoring import Lesser
from trainer.mahjong.waits import Wait
from trainer.mahjong.yaku import Yaku
from trainer.teaching.accuracy import Trend
from trainer.teaching.grade import Ask
from trainer.teaching.ledger import Place
from trainer.teaching.next_hand import Why
from trainer.teaching.order import Level, Mode, Obstacle
from trainer.teaching.steps import StepName
from trainer.teaching.twins import Change
from trainer.web.class_labels import FEEDBACKS, SET_FAULTS

YAKU: dict[Enum, LazyString] = {
    Yaku.RIICHI: _("Riichi"),
    Yaku.DOUBLE_RIICHI: _("Double riichi"),
    Yaku.IPPATSU: _("Ippatsu"),
    Yaku.MENZEN_TSUMO: _("Menzen tsumo"),
    Yaku.TANYAO: _("Tanyao"),
    Yaku.PINFU: _("Pinfu"),
    Yaku.IIPEIKOU: _("Iipeikou"),
    Yaku.HAITEI: _("Haitei"),
    Yaku.HOUTEI: _("Houtei"),
    Yaku.RINSHAN: _("Rinshan"),
    Yaku.CHANKAN: _("Chankan"),
    Yaku.HAKU: _("Yakuhai: haku"),
    Yaku.HATSU: _("Yakuhai: hatsu"),
    Yaku.CHUN: _("Yakuhai: chun"),
    Yaku.SEAT_WIND: _("Yakuhai: seat wind"),
    Yaku.ROUND_WIND: _("Yakuhai: round wind"),
    Yaku.CHIITOITSU: _("Chiitoitsu"),
    Yaku.CHANTA: _("Chanta"),
    Yaku.SANSHOKU: _("Sanshoku"),
    Yaku.ITTSU: _("Ittsu"),
    Yaku.TOITOI: _("Toitoi"),
    Yaku.SANSHOKU_DOUKOU: _("Sanshoku doukou"),
    Yaku.SANANKOU: _("Sanankou"),
    Yaku.SANKANTSU: _("Sankantsu"),
    Yaku.HONROUTOU: _("Honroutou"),
    Yaku.SHOUSANGEN: _("Shousangen"),
    Yaku.RYANPEIKOU: _("Ryanpeikou"),
    Yaku.HONITSU: _("Honitsu"),
    Yaku.JUNCHAN: _("Junchan"),
    Yaku.CHINITSU: _("Chinitsu"),
    Yaku.SANRENKOU: _("Sanrenkou"),
    Yaku.RENHOU: _("Renhou"),
    Yaku.TENHOU: _("Tenhou"),
    Yaku.CHIHOU: _("Chihou"),
    Yaku.KOKUSHI: _("Kokushi musou"),
    Yaku.KOKUSHI_13: _("Kokushi musou (13-wait)"),
    Yaku.SUUANKOU: _("Suuankou"),
    Yaku.SUUANKOU_TANKI: _("Suuankou tanki"),
    Yaku.DAISANGEN: _("Daisangen"),
    Yaku.CHINROUTOU: _("Chinroutou"),
    Yaku.RYUUIISOU: _("Ryuuiisou"),
    Yaku.TSUUIISOU: _("Tsuuiisou"),
    Yaku.SHOUSUUSHII: _("Shousuushii"),
    Yaku.DAISUUSHII: _("Daisuushii"),
    Yaku.SUUKANTSU: _("Suukantsu"),
    Yaku.CHUUREN: _("Chuuren poutou"),
    Yaku.JUNSEI_CHUUREN: _("Junsei chuuren poutou"),
    Yaku.SUURENKOU: _("Suurenkou"),
    Yaku.PAARENCHAN: _("Paarenchan"),
    Yaku.SHIISAN_PUUTAA: _("Shiisan puutaa"),
    Yaku.DORA: _("Dora"),
    Yaku.RED_FIVE: _("Red five"),
    Yaku.URA_DORA: _("Ura dora"),
}

FU_ITEMS: dict[Enum, LazyString] = {
    FuName.BASE: _("Base fu"),
    FuName.MENZEN_RON: _("Closed ron"),
    FuName.TSUMO: _("Tsumo"),
    FuName.WAIT_KANCHAN: _("Kanchan wait"),
    FuName.WAIT_PENCHAN: _("Penchan wait"),
    FuName.WAIT_TANKI: _("Tanki wait"),
    FuName.TRIPLET_OPEN: _("Open triplet"),
    FuName.TRIPLET_CLOSED: _("Closed triplet"),
    FuName.KAN_OPEN: _("Open kan"),
    FuName.KAN_CLOSED: _("Closed kan"),
    FuName.PAIR_DRAGON: _("Dragon pair"),
    FuName.PAIR_SEAT_WIND: _("Seat wind pair"),
    FuName.PAIR_ROUND_WIND: _("Round wind pair"),
    FuName.PAIR_DOUBLE_WIND: _("Double wind pair"),
    FuName.OPEN_PINFU: _("Open pinfu shape"),
    FuName.CHIITOITSU: _("Chiitoitsu (seven pairs)"),
    FuName.KOKUSHI: _("Kokushi musou"),
}

LIMITS: dict[Enum, LazyString] = {
    Limit.MANGAN: _("Mangan"),
    Limit.HANEMAN: _("Haneman"),
    Limit.BAIMAN: _("Baiman"),
    Limit.SANBAIMAN: _("Sanbaiman"),
    Limit.KAZOE_YAKUMAN: _("Kazoe yakuman"),
    Limit.YAKUMAN: _("Yakuman"),
}

WAITS: dict[Enum, LazyString] = {
    Wait.RYANMEN: _("Ryanmen (two-sided)"),
    Wait.KANCHAN: _("Kanchan (closed wait)"),
    Wait.PENCHAN: _("Penchan (edge wait)"),
    Wait.SHANPON: _("Shanpon (two pairs)"),
    Wait.TANKI: _("Tanki (pair wait)"),
    Wait.KOKUSHI: _("Single wait"),
    Wait.KOKUSHI_13: _("Thirteen-sided wait"),
}

LESSER: dict[Enum, LazyString] = {
    Lesser.POINTS: _("It pays less."),
    Lesser.YAKUMAN: _("It pays the same, but a yakuman goes before counted han."),
    Lesser.HAN: _("It pays the same with fewer han: its fu are a right answer too."),
    Lesser.FU: _("It pays the same with fewer fu: they are a right answer too."),
    Lesser.FU_SUM: _("It pays the same from a smaller sum of fu."),
    Lesser.EQUAL: _("It is worth exactly the same: either reading is right."),
}
"""Why a reading is not the one that is paid."""

PAYERS: dict[Enum, LazyString] = {
    Payer.DISCARDER: _("Discarder"),
    Payer.EACH: _("Each player"),
    Payer.DEALER: _("Dealer"),
    Payer.NON_DEALER: _("Each non-dealer"),
}

PAYS: dict[Payer, LazyString] = {
    Payer.DISCARDER: _("Discarder pays"),
    Payer.EACH: _("Each player pays"),
    Payer.DEALER: _("Dealer pays"),
    Payer.NON_DEALER: _("Others pay each"),
}
"""What stands beside the field for each payment."""

WINDS: dict[Enum, LazyString] = {Wind.E: _("East"), Wind.S: _("South"), Wind.W: _("West"), Wind.N: _("North")}

WIND_LETTERS: dict[Wind, LazyString] = {
    Wind.E: lazy_pgettext("wind in one letter", "E"),
    Wind.S: lazy_pgettext("wind in one letter", "S"),
    Wind.W: lazy_pgettext("wind in one letter", "W"),
    Wind.N: lazy_pgettext("wind in one letter", "N"),
}

MELDS: dict[Enum, LazyString] = {
    MeldKind.CHI: _("Chi"),
    MeldKind.PON: _("Pon"),
    MeldKind.DAIMINKAN: _("Daiminkan"),
    MeldKind.KAKAN: _("Kakan (added kan)"),
    MeldKind.ANKAN: _("Ankan (closed kan)"),
}

SOURCES: dict[Enum, LazyString] = {
    Source.LEFT: _("from the left"),
    Source.ACROSS: _("from across"),
    Source.RIGHT: _("from the right"),
}

RIICHI: dict[Enum, LazyString] = {Riichi.RIICHI: _("Riichi"), Riichi.DOUBLE: _("Double riichi")}

FORMS: dict[Enum, LazyString] = {
    Form.STANDARD: _("Four groups and a pair"),
    Form.CHIITOITSU: _("Chiitoitsu (seven pairs)"),
    Form.KOKUSHI: _("Kokushi musou"),
    Form.SHIISAN_PUUTAA: _("Shiisan puutaa"),
}

SHAPES: dict[Enum, LazyString] = {
    Shape.PAIR: _("Pair"),
    Shape.RUN: _("Sequence"),
    Shape.TRIPLET: _("Triplet"),
    Shape.KAN: _("Kan"),
}

OPEN_SHAPES: dict[tuple[Shape, bool], LazyString] = {
    (Shape.TRIPLET, True): _("Open triplet"),
    (Shape.TRIPLET, False): _("Closed triplet"),
    (Shape.KAN, True): _("Open kan"),
    (Shape.KAN, False): _("Closed kan"),
}
"""Triplets and kans by whether they are open, which decides their fu."""

ASKS: dict[Enum, LazyString] = {
    Ask.ITEMS: _("Fu item by item"),
    Ask.FU_SUM: _("Sum of the fu"),
    Ask.FU: _("Fu"),
    Ask.HAN: _("Han"),
    Ask.PAYMENT: _("Payment"),
    Ask.RECEIVED: _("Total received"),
}

PLACES: dict[Enum, LazyString] = {
    Place.BASE: _("The base"),
    Place.WIN: _("The win"),
    Place.GROUP: _("Triplet or kan"),
    Place.RUN: _("Sequence"),
    Place.PAIR: _("The pair"),
    Place.WAIT: _("The wait"),
}
"""The lines of the ledger."""

MODES: dict[Enum, LazyString] = {
    Mode.MIXED: lazy_pgettext("hands", "Mixed"),
    Mode.NATURAL: lazy_pgettext("hands", "As in real games"),
    Mode.EDGE: lazy_pgettext("hands", "Where a mistake shows"),
}

LEVELS: dict[Enum, LazyString] = {
    Level.BEGINNER: lazy_pgettext("level", "Beginner"),
    Level.STANDARD: lazy_pgettext("level", "Standard"),
    Level.ADVANCED: lazy_pgettext("level", "Advanced"),
}

CHANGES: dict[Enum, LazyString] = {
    Change.WIN_BY: _("Ron or tsumo"),
    Change.CALLED: _("A group called or closed"),
    Change.WIN_TILE: _("Another winning tile"),
    Change.SEAT: _("Another seat"),
}
"""What a hand and its twin differ in."""

WHYS: dict[Enum, LazyString] = {
    Why.TELLING: _("This hand tells what you do with it."),
    Why.DUE: _("Time to ask for this again."),
    Why.NEW: _("Something new."),
    Why.NATURAL: _("A hand as in real games."),
}
"""Why a hand is asked; nothing that gives its rule away."""

STEPS: dict[Enum, LazyString] = {
    StepName.ITEM: _("Fu of one thing"),
    StepName.FU_SUM: _("Sum of the fu"),
    StepName.FU: _("Fu"),
    StepName.HAN: _("Han"),
    StepName.BASE: _("Base points"),
}

TRENDS: dict[Enum, LazyString] = {Trend.UP: _("better of late"), Trend.DOWN: _("worse of late")}

OBSTACLES: dict[Enum, LazyString] = {
    Obstacle.RULES: _("These rules leave no question about it."),
    Obstacle.LEVEL: _("This level has no such hands."),
    Obstacle.NO_HONBA: _("Without counters there is no question about them."),
    Obstacle.NOT_ASKED: _("Nothing that is asked changes by it."),
    Obstacle.NO_TWIN: _("No two hands differ by it alone."),
}
"""Why no hand can show a rule type."""

ERRORS: dict[Enum, LazyString] = {
    ErrorCode.BAD_JSON: _("This is no JSON that can be read."),
    ErrorCode.BAD_NOTATION: _("This text does not spell tiles."),
    ErrorCode.WRONG_TILE_COUNT: _("The number of tiles is wrong."),
    ErrorCode.TOO_MANY_COPIES: _("There are more than four of one tile."),
    ErrorCode.TOO_MANY_RED_FIVES: _("There are more red fives than the set has."),
    ErrorCode.BAD_MELD: _("This is no possible meld."),
    ErrorCode.MISSING_FIELD: _("Something is missing."),
    ErrorCode.UNKNOWN_FIELD: _("There is a field that nobody knows."),
    ErrorCode.BAD_VALUE: _("A field has a value it cannot have."),
    ErrorCode.NOT_A_WINNING_SHAPE: _("The tiles do not form a winning hand."),
    ErrorCode.NO_YAKU: _("The hand is complete but has no yaku."),
    ErrorCode.RIICHI_WITH_OPEN_HAND: _("Riichi needs a closed hand."),
    ErrorCode.IPPATSU_WITHOUT_RIICHI: _("Ippatsu needs riichi."),
    ErrorCode.IPPATSU_AFTER_KAN: _("A kan ends the chance of ippatsu."),
    ErrorCode.AFTER_KAN_WITHOUT_KAN: _("Rinshan needs a kan."),
    ErrorCode.AFTER_KAN_WITH_RON: _("Rinshan is a tsumo, not a ron."),
    ErrorCode.ROBBING_KAN_WITH_TSUMO: _("Chankan is a ron, not a tsumo."),
    ErrorCode.ROBBING_KAN_IMPOSSIBLE: _("Nobody can have made a kan of this tile: another copy is in sight."),
    ErrorCode.LAST_TILE_CONFLICT: _("The last tile is neither that of a kan nor of the first turn."),
    ErrorCode.FIRST_TURN_CONFLICT: _(
        "A first-turn win has no meld and no riichi before it, and the dealer cannot win it by ron."
    ),
    ErrorCode.URA_WITHOUT_RIICHI: _("Ura dora are turned over only after riichi."),
    ErrorCode.INDICATOR_COUNT: _("The number of indicators is wrong."),
}

_ALL = (
    *(YAKU, FU_ITEMS, LIMITS, WAITS, LESSER, PAYERS, WINDS, MELDS, SOURCES, RIICHI, FORMS, SHAPES, ASKS, PLACES),
    *(MODES, LEVELS, CHANGES, WHYS, STEPS, TRENDS, OBSTACLES, ERRORS, FEEDBACKS, SET_FAULTS),
)
# Members of different enums may be equal (both are the text "chiitoitsu"), so the class is part of the key.
_LABELS = {(type(member), member): name for names in _ALL for member, name in names.items()}


def label(member: Enum) -> LazyString:
    """What people call a member of one of the domain's enums. Raises KeyError for an enum that has no labels."""
    return _LABELS[type(member), member]
