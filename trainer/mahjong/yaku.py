"""The names of everything that earns han, and what each is worth."""

from enum import StrEnum
from typing import NamedTuple


class Yaku(StrEnum):
    """Everything that earns han, in the order it is listed to people."""

    RIICHI = "riichi"
    DOUBLE_RIICHI = "double_riichi"
    IPPATSU = "ippatsu"
    MENZEN_TSUMO = "menzen_tsumo"
    TANYAO = "tanyao"
    PINFU = "pinfu"
    IIPEIKOU = "iipeikou"
    HAITEI = "haitei"
    HOUTEI = "houtei"
    RINSHAN = "rinshan"
    CHANKAN = "chankan"
    HAKU = "haku"
    HATSU = "hatsu"
    CHUN = "chun"
    SEAT_WIND = "seat_wind"
    ROUND_WIND = "round_wind"
    CHIITOITSU = "chiitoitsu"
    CHANTA = "chanta"
    SANSHOKU = "sanshoku"
    ITTSU = "ittsu"
    TOITOI = "toitoi"
    SANSHOKU_DOUKOU = "sanshoku_doukou"
    SANANKOU = "sanankou"
    SANKANTSU = "sankantsu"
    HONROUTOU = "honroutou"
    SHOUSANGEN = "shousangen"
    RYANPEIKOU = "ryanpeikou"
    HONITSU = "honitsu"
    JUNCHAN = "junchan"
    CHINITSU = "chinitsu"
    SANRENKOU = "sanrenkou"
    RENHOU = "renhou"
    TENHOU = "tenhou"
    CHIHOU = "chihou"
    KOKUSHI = "kokushi"
    KOKUSHI_13 = "kokushi_13"
    SUUANKOU = "suuankou"
    SUUANKOU_TANKI = "suuankou_tanki"
    DAISANGEN = "daisangen"
    CHINROUTOU = "chinroutou"
    RYUUIISOU = "ryuuiisou"
    TSUUIISOU = "tsuuiisou"
    SHOUSUUSHII = "shousuushii"
    DAISUUSHII = "daisuushii"
    SUUKANTSU = "suukantsu"
    CHUUREN = "chuuren"
    JUNSEI_CHUUREN = "junsei_chuuren"
    SUURENKOU = "suurenkou"
    PAARENCHAN = "paarenchan"
    SHIISAN_PUUTAA = "shiisan_puutaa"
    DORA = "dora"
    RED_FIVE = "red_five"
    URA_DORA = "ura_dora"


BONUS = frozenset({Yaku.DORA, Yaku.RED_FIVE, Yaku.URA_DORA})
"""Han that count only beside a real yaku."""

CLOSED_HAN = {
    Yaku.CHIITOITSU: 2,
    Yaku.DOUBLE_RIICHI: 2,
    Yaku.CHANTA: 2,
    Yaku.SANSHOKU: 2,
    Yaku.ITTSU: 2,
    Yaku.TOITOI: 2,
    Yaku.SANSHOKU_DOUKOU: 2,
    Yaku.SANANKOU: 2,
    Yaku.SANKANTSU: 2,
    Yaku.HONROUTOU: 2,
    Yaku.SHOUSANGEN: 2,
    Yaku.SANRENKOU: 2,
    Yaku.RYANPEIKOU: 3,
    Yaku.HONITSU: 3,
    Yaku.JUNCHAN: 3,
    Yaku.CHINITSU: 6,
}
"""Han of a yaku in a closed hand; 1 where not listed."""

REDUCED_WHEN_OPEN = frozenset({Yaku.CHANTA, Yaku.SANSHOKU, Yaku.ITTSU, Yaku.HONITSU, Yaku.JUNCHAN, Yaku.CHINITSU})
"""Yaku worth one han less in an open hand (kuisagari)."""

DOUBLE_YAKUMAN = frozenset({Yaku.SUUANKOU_TANKI, Yaku.KOKUSHI_13, Yaku.JUNSEI_CHUUREN, Yaku.DAISUUSHII})
"""Yakuman that count twice where the rules say so."""

MANGAN_HAN = 5


class YakuHan(NamedTuple):
    """A yaku and what it is worth here."""

    yaku: Yaku
    han: int


class Claim(NamedTuple):
    """What a winner may claim for one reading: yakuman, or yaku and bonus han."""

    yaku: tuple[YakuHan, ...]
    han: int
    """13 for each yakuman."""
    yakuman: int
    """How many yakuman count, a double one twice."""
