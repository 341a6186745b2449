"""The PyPI package ``mahjong`` asked about one of our wins, as a second opinion on our own scorer."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.meld import Meld as TheirMeld

from trainer.mahjong.fu import FuName
from trainer.mahjong.hand import Meld, MeldKind, Riichi, Win
from trainer.mahjong.rules import OPTIONS, TENHOU, Rules
from trainer.mahjong.scoring import Count, NoYaku, Score
from trainer.mahjong.tiles import KIND, KINDS, RED_FIVES, RED_OF, Tile
from trainer.mahjong.yaku import Yaku

KNOWN_OPTIONS = {
    "pinfu_tsumo", "open_pinfu", "open_tanyao", "red_fives", "kiriage", "kazoe", "double_yakuman", "honba", "ippatsu",
    "ura_dora", "kan_dora",
}  # fmt: skip
"""Options that it can be asked about. It has no word for the others, or another meaning of them."""

TO_OURS = {
    "tsumo": Yaku.MENZEN_TSUMO, "riichi": Yaku.RIICHI, "ippatsu": Yaku.IPPATSU, "chankan": Yaku.CHANKAN,
    "rinshan": Yaku.RINSHAN, "haitei": Yaku.HAITEI, "houtei": Yaku.HOUTEI, "daburu_riichi": Yaku.DOUBLE_RIICHI,
    "pinfu": Yaku.PINFU, "tanyao": Yaku.TANYAO, "iipeiko": Yaku.IIPEIKOU, "haku": Yaku.HAKU, "hatsu": Yaku.HATSU,
    "chun": Yaku.CHUN, "seat_wind_east": Yaku.SEAT_WIND, "seat_wind_south": Yaku.SEAT_WIND,
    "seat_wind_west": Yaku.SEAT_WIND, "seat_wind_north": Yaku.SEAT_WIND, "round_wind_east": Yaku.ROUND_WIND,
    "round_wind_south": Yaku.ROUND_WIND, "round_wind_west": Yaku.ROUND_WIND, "round_wind_north": Yaku.ROUND_WIND,
    "sanshoku": Yaku.SANSHOKU, "ittsu": Yaku.ITTSU, "chantai": Yaku.CHANTA, "honroto": Yaku.HONROUTOU,
    "toitoi": Yaku.TOITOI, "sanankou": Yaku.SANANKOU, "sankantsu": Yaku.SANKANTSU,
    "sanshoku_douko": Yaku.SANSHOKU_DOUKOU, "chiitoitsu": Yaku.CHIITOITSU, "shosangen": Yaku.SHOUSANGEN,
    "honitsu": Yaku.HONITSU, "junchan": Yaku.JUNCHAN, "ryanpeiko": Yaku.RYANPEIKOU, "chinitsu": Yaku.CHINITSU,
    "kokushi": Yaku.KOKUSHI, "chuuren_poutou": Yaku.CHUUREN, "suuankou": Yaku.SUUANKOU, "daisangen": Yaku.DAISANGEN,
    "shosuushi": Yaku.SHOUSUUSHII, "ryuisou": Yaku.RYUUIISOU, "suukantsu": Yaku.SUUKANTSU, "tsuisou": Yaku.TSUUIISOU,
    "chinroto": Yaku.CHINROUTOU, "daisuushi": Yaku.DAISUUSHII, "daburu_kokushi": Yaku.KOKUSHI_13,
    "suuankou_tanki": Yaku.SUUANKOU_TANKI, "daburu_chuuren_poutou": Yaku.JUNSEI_CHUUREN, "tenhou": Yaku.TENHOU,
    "chiihou": Yaku.CHIHOU, "dora": Yaku.DORA, "aka_dora": Yaku.RED_FIVE, "ura_dora": Yaku.URA_DORA,
}  # fmt: skip
"""Its yaku, by the names its configuration gives them."""

_OUR_NAME = {getattr(HandConfig().yaku, name).yaku_id: ours for name, ours in TO_OURS.items()}


@dataclass(frozen=True)
class Opinion:
    """What a calculator makes of a win; no fu with a yakuman, where they mean nothing."""

    han: int
    fu: int | None
    fu_sums: frozenset[int]
    """The sum of the fu items; several where equally dear readings sum differently."""
    points: int
    """Honba included, riichi sticks not."""
    yaku: frozenset[Yaku]


def our_opinion(scored: Score | NoYaku) -> Opinion | None:
    """Our own score in the same words; None without a yaku."""
    if isinstance(scored, NoYaku):
        return None
    best = scored.best
    yaku = frozenset(yaku for yaku, _ in best.yaku)
    if best.yakuman:
        return Opinion(best.han, None, frozenset(), best.points, yaku)
    sums = frozenset(_their_sum(count) for count in scored.counts if count.rank == best.rank)
    return Opinion(best.han, best.fu, sums, best.points, yaku)


def _their_sum(count: Count) -> int:
    """The sum as the package has it: an open ron without fu is raised by 2 and rounded up, not by an item of 10."""
    return sum(2 if item.item is FuName.OPEN_PINFU else item.fu for item in count.fu_items)


def agree(ours: Opinion | None, theirs: Opinion | None) -> bool:
    """True when both say the same; the package names one sum where readings of ours tie."""
    if ours is None or theirs is None:
        return ours is theirs
    return theirs.fu_sums <= ours.fu_sums and replace(theirs, fu_sums=ours.fu_sums) == ours


def known_fault(win: Win, rules: Rules, scored: Score | NoYaku) -> str | None:
    """Why the package is not to be believed about this win, or None; the test has a hand for it."""
    if isinstance(scored, NoYaku):
        return None
    if rules.open_pinfu == 20 and win.tsumo and not win.is_closed and scored.best.fu_sum == 22:
        return "without its fu for open pinfu, an open tsumo loses the 2 fu of tsumo too"
    return None


def second_opinion(win: Win, rules: Rules = TENHOU) -> Opinion | None:
    """What the package makes of a win; None when it sees no yaku.

    Raises ValueError for rules it cannot be asked about and for hands that it refuses.
    """
    _check_known(rules)
    ids = _Ids()
    melds = [_meld(meld, ids) for meld in win.melds]
    concealed = ids.of(win.concealed)
    won = ids.of([win.win_tile])[0]
    seen = slice(None) if rules.kan_dora else slice(1)
    answer = HandCalculator.estimate_hand_value(
        [*concealed, *(tile for meld in melds for tile in meld.tiles), won],
        won,
        melds=melds,
        # an indicator's id matters by its kind alone
        dora_indicators=[KIND[tile] * 4 for tile in win.dora_indicators[seen]],
        ura_dora_indicators=[KIND[tile] * 4 for tile in win.ura_indicators[seen]] if rules.ura_dora else [],
        config=_config(win, rules),
    )
    if answer.error == HandCalculator.ERR_NO_YAKU:
        return None
    if answer.error is not None:
        raise ValueError(answer.error)
    assert answer.yaku is not None
    assert answer.han is not None
    assert answer.cost is not None
    yaku = frozenset(_OUR_NAME[found.yaku_id] for found in answer.yaku)
    if any(found.is_yakuman for found in answer.yaku):
        return Opinion(answer.han, None, frozenset(), answer.cost["total"], yaku)
    assert answer.fu_details is not None
    fu_sum = sum(detail["fu"] for detail in answer.fu_details)
    return Opinion(answer.han, answer.fu, frozenset({fu_sum}), answer.cost["total"], yaku)


def _check_known(rules: Rules) -> None:
    strange = {name for name in OPTIONS if name not in KNOWN_OPTIONS and getattr(rules, name) != getattr(TENHOU, name)}
    if strange or rules.red_fives == 4 or rules.honba == 1500:
        raise ValueError(f"the package mahjong cannot be asked about {strange or rules}")


class _Ids:
    """Hands out the package's tile ids, each once: of the four of a kind of five the first is the red one."""

    def __init__(self) -> None:
        self._next = [kind * 4 + (kind in RED_OF) for kind in KINDS]

    def of(self, tiles: Iterable[Tile]) -> list[int]:
        return [KIND[tile] * 4 if tile in RED_FIVES else self._plain(tile) for tile in tiles]

    def _plain(self, kind: Tile) -> int:
        found = self._next[kind]
        if found // 4 != kind:
            raise ValueError("four plain fives of a suit that has a red one")
        self._next[kind] += 1
        return found


def _meld(meld: Meld, ids: _Ids) -> TheirMeld:
    kind = {
        MeldKind.CHI: TheirMeld.CHI,
        MeldKind.PON: TheirMeld.PON,
        MeldKind.KAKAN: TheirMeld.SHOUMINKAN,
        MeldKind.DAIMINKAN: TheirMeld.KAN,
        MeldKind.ANKAN: TheirMeld.KAN,
    }[meld.kind]
    # it compares runs tile by tile, so they must be in order
    return TheirMeld(kind, sorted(ids.of(meld.tiles)), opened=meld.is_open)


def _config(win: Win, rules: Rules) -> HandConfig:
    return HandConfig(
        is_tsumo=win.tsumo,
        is_riichi=win.riichi is Riichi.RIICHI,
        is_daburu_riichi=win.riichi is Riichi.DOUBLE,
        is_ippatsu=win.ippatsu and rules.ippatsu,
        is_rinshan=win.after_kan,
        is_chankan=win.robbing_kan,
        is_haitei=win.last_tile and win.tsumo,
        is_houtei=win.last_tile and not win.tsumo,
        is_tenhou=win.first_turn and win.tsumo and win.is_dealer,
        is_chiihou=win.first_turn and win.tsumo and not win.is_dealer,
        player_wind=win.seat_wind.value,
        round_wind=win.round_wind.value,
        tsumi_number=win.honba if rules.honba else 0,
        options=OptionalRules(
            has_open_tanyao=rules.open_tanyao,
            has_aka_dora=rules.red_fives > 0,
            has_double_yakuman=rules.double_yakuman,
            kazoe_limit=HandConfig.KAZOE_LIMITED if rules.kazoe == "yakuman" else HandConfig.KAZOE_SANBAIMAN,
            kiriage=rules.kiriage,
            fu_for_open_pinfu=rules.open_pinfu == 30,
            fu_for_pinfu_tsumo=not rules.pinfu_tsumo,
        ),
    )
