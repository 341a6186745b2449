"""What the reference says about each rule type: short paragraphs for beginners, the options, and the sources."""

from typing import NamedTuple

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.teaching.rule_types import RuleType


class Source(NamedTuple):
    """Where a fact can be looked up."""

    name: LazyString
    url: str | None = None


class Lesson(NamedTuple):
    """A rule type explained."""

    paragraphs: tuple[LazyString, ...]
    options: tuple[str, ...] = ()
    """The options of the rules in which houses differ about it."""
    sources: tuple[Source, ...] = ()


_FU_PAGE = Source(_("Chinese wiki, page 符 (fu), with its worked examples"))
_RIICHI_FU = Source(_("riichi.wiki: Fu"), "https://riichi.wiki/Fu")
_SCORING = Source(
    _("riichi.wiki: Japanese mahjong scoring rules"), "https://riichi.wiki/Japanese_mahjong_scoring_rules"
)
_YAKU = Source(_("riichi.wiki: List of yaku"), "https://riichi.wiki/List_of_yaku")
_RECORDED = Source(_("20,041 recorded wins of tenhou.net, checked against this program's own counting"))
_FU, _POINTS = (_FU_PAGE, _RIICHI_FU), (_SCORING,)

LESSONS: dict[RuleType, Lesson] = {
    RuleType.MENZEN_RON: Lesson(
        (
            _("A hand without any call is closed. When it wins by ron, it gets 10 fu on top of the base of 20."),
            _(
                "So a closed ron starts from 30 and an open one from 20. A tsumo never gets these 10: it has 2 fu for "
                "the draw, and in a closed hand a han of its own."
            ),
            _("A closed kan takes no tile from anybody. The hand stays closed and keeps the 10."),
        ),
        sources=_FU,
    ),
    RuleType.TSUMO: Lesson(
        (
            _("Tsumo means that you draw the winning tile yourself. That gets the 2 fu, whatever was called before."),
            _(
                "Two fu are little, but they decide wherever the other fu end on a full ten: 40 becomes 42, and 42 "
                "is rounded up to 50."
            ),
            _("Pinfu is the exception. Some houses also give nothing for a win by the tile drawn after a kan."),
        ),
        ("rinshan_tsumo_fu",),
        (*_FU, _RECORDED),
    ),
    RuleType.PINFU_TSUMO: Lesson(
        (
            _(
                "Pinfu is a closed hand in which no tile earns fu: four sequences, a pair without value, and a "
                "two-sided wait."
            ),
            _(
                "The 2 fu of a tsumo do not go with that. They are given up for the han of pinfu, and the hand "
                "stays at 20 fu: the only one that does."
            ),
            _("Some houses see it the other way round: the 2 fu stay, the hand counts 30, and pinfu is lost."),
        ),
        ("pinfu_tsumo",),
        (*_FU, _RECORDED),
    ),
    RuleType.OPEN_PINFU: Lesson(
        (
            _(
                "Four sequences, a pair without value and a two-sided wait, but with a call: the shape of pinfu, "
                "though no longer the yaku."
            ),
            _("By ron nothing but the base of 20 is there. Such a hand is counted as 30."),
            _("By tsumo no exception is needed: 20 and 2 for the draw are rounded up to 30 anyway."),
        ),
        ("open_pinfu",),
        (*_FU, _RECORDED),
    ),
    RuleType.CHIITOITSU: Lesson(
        (
            _("Seven pairs have no groups that could be counted. The hand is 25 fu, by agreement."),
            _(
                "Nothing is added: neither for a closed ron nor for a tsumo, neither for the wait nor for a pair of "
                "dragons. And 25 is not rounded."
            ),
            _(
                "A hand that can also be read as ryanpeikou is four groups and a pair. It is then counted in the "
                "usual way, because that pays more."
            ),
        ),
        ("chiitoitsu", "chiitoitsu_identical"),
        _FU,
    ),
    RuleType.WAIT: Lesson(
        (
            _(
                "Three kinds of wait get 2 fu: kanchan (the middle of a sequence), penchan (the 3 to a 12, the 7 to "
                "an 89) and tanki (the second tile of the pair)."
            ),
            _("Ryanmen (either end of a sequence) and shanpon (either of two pairs) get nothing."),
            _(
                "What counts is what the winning tile completes. Where it fits in two places, the dearer one is taken. "
                "A 5678 that waits for 5 and 8 waits for its pair: a tanki."
            ),
        ),
        sources=_FU,
    ),
    RuleType.SHANPON: Lesson(
        (
            _("A shanpon holds two pairs. The winning tile makes one of them a triplet."),
            _(
                "By tsumo all three tiles are your own, and the triplet is closed. By ron the third one comes from "
                "another player: the triplet counts as open, although the hand stays closed."
            ),
            _("The wait itself gets no fu."),
        ),
        sources=_FU,
    ),
    RuleType.OPEN_CLOSED: Lesson(
        (
            _(
                "A triplet that you drew yourself is closed, one that you called is open. Closed is worth twice as "
                "much: 4 instead of 2 for simples, 8 instead of 4 for terminals and honours."
            ),
            _("It is the same with kans. A kan that was added to a called triplet stays open."),
            _("Look at each group by itself: a triplet in your hand is closed even when other groups were called."),
        ),
        sources=_FU,
    ),
    RuleType.TERMINAL_HONOUR: Lesson(
        (
            _("Triplets and kans of 1, 9, winds or dragons are worth twice those of 2 to 8."),
            _("Terminals count just like honours here, and a triplet of any wind does, yours or not."),
            _("Sequences never get fu, with or without a 1 or 9 in them."),
        ),
        sources=_FU,
    ),
    RuleType.KAN: Lesson(
        (
            _(
                "From 8 fu for an open kan of simples to 32 for a closed one of terminals or honours: nothing else in "
                "a hand is worth so much."
            ),
            _(
                "A kan called from a discard (daiminkan) and one added to a called triplet (kakan) are open. One of "
                "four tiles from your own hand (ankan) is closed."
            ),
            _("A closed kan lies on the table but leaves the hand closed: a ron still gets its 10 fu."),
        ),
        sources=_FU,
    ),
    RuleType.PAIR_VALUE: Lesson(
        (
            _("The pair gets 2 fu when a triplet of it would be a yaku: dragons, your seat wind, the round wind."),
            _("A guest wind, neither yours nor the round's, gets nothing. Number tiles get nothing either."),
            _(
                "So look at the seat before the pair: in the East round a pair of South is worth 2 fu to the player "
                "in the South, and nothing to the others."
            ),
        ),
        sources=_FU,
    ),
    RuleType.DOUBLE_WIND: Lesson(
        (
            _("In the East round, East is both winds to the dealer; in the South round, South to the player there."),
            _("Many houses count such a pair twice, 4 fu. Several leagues count it once, 2 fu, like any other."),
            _("A triplet of it is two yaku everywhere, and its fu are those of any triplet of honours."),
        ),
        ("double_wind_pair",),
        (*_FU, _RECORDED),
    ),
    RuleType.READING: Lesson(
        (
            _(
                "Many hands can be read in more than one way: 34456 with a 5 is 34 and 456 (ryanmen) or 345 and 46 "
                "(kanchan); 111222333 is three triplets or three sequences."
            ),
            _(
                "The reading that pays most must be taken. Its yaku, its wait and its fu belong together: you cannot "
                "take the wait of one and the yaku of another."
            ),
            _("Where two readings pay the same, the fu of either are right."),
        ),
        sources=_FU,
    ),
    RuleType.ROUNDING: Lesson(
        (
            _("Add everything up first, then round the sum up to a full ten: 22 becomes 30, and 30 stays 30."),
            _("It is always rounded up, never to the nearest ten: 2 fu above a ten lead to the next one."),
            _("The single items are not rounded, and the 25 of seven pairs stays as it is."),
        ),
        sources=_FU,
    ),
    RuleType.LIMIT: Lesson(
        (
            _(
                "The base doubles with each han, so it is capped. When it passes 2000, the hand is a mangan and is "
                "paid as 2000."
            ),
            _(
                "From 5 han only the han decide: 5 mangan, 6 and 7 haneman, 8 to 10 baiman, 11 and 12 sanbaiman. 13 "
                "and more are a yakuman in most houses."
            ),
            _(
                "4 han 30 fu and 3 han 60 fu make a base of 1920. Houses with kiriage mangan raise it to 2000; the "
                "others pay it as it is."
            ),
        ),
        ("kiriage", "kazoe", "double_yakuman", "multiple_yakuman", "aotenjou"),
        (*_POINTS, _RECORDED),
    ),
    RuleType.PAYMENT_SPLIT: Lesson(
        (
            _("By ron the discarder pays everything. By tsumo everybody pays a part."),
            _(
                "When a non-dealer draws the winning tile, the dealer pays twice the base and the other two pay it "
                "once. When the dealer does, each of the three pays twice."
            ),
            _("At the table it is called 1300/2600: 1300 from each non-dealer, 2600 from the dealer."),
        ),
        sources=_POINTS,
    ),
    RuleType.PAYMENT_ROUNDING: Lesson(
        (
            _("Each payment is rounded up to a full hundred: with a base of 640, 640 is 700 and 1280 is 1300."),
            _("Round every payment by itself. Rounding the whole and dividing it leads to other numbers."),
            _("So tsumo and ron of one hand may differ a little: 700 + 700 + 1300 are 2700, the ron is 2600."),
        ),
        sources=_POINTS,
    ),
    RuleType.DEALER: Lesson(
        (
            _("The dealer is the player in the East. A ron by the dealer is 6 times the base, by others 4 times."),
            _("A tsumo by the dealer costs each of the three twice the base."),
            _("Look at the seat wind before you multiply. The round wind says nothing about it."),
        ),
        sources=_POINTS,
    ),
    RuleType.HONBA: Lesson(
        (
            _("A counter (honba) is added after a dealer's win and after a draw. Each makes a win 300 points dearer."),
            _("By ron the discarder pays the 300. By tsumo each player pays 100."),
            _("They are added when everything else is multiplied and rounded, and are the same for the dealer."),
        ),
        ("honba",),
        _POINTS,
    ),
    RuleType.STICKS: Lesson(
        (
            _("Whoever declares riichi puts a stick of 1000 points on the table."),
            _("The winner takes every stick that lies there: his own, those of the others, and any left from a draw."),
            _("They are no part of what the others pay for the hand: what is received is the payments and the sticks."),
        ),
        sources=_POINTS,
    ),
    RuleType.FORMULA: Lesson(
        (
            _("Double the fu twice, then once more for each han. That is the base: 40 fu 3 han make 40 × 32 = 1280."),
            _("Every payment is a multiple of the base: once, twice, 4 or 6 times, then rounded up to a hundred."),
            _("Twice the fu are worth as much as one more han: 60 fu 2 han pay the same as 30 fu 3 han."),
        ),
        ("base_exponent",),
        _POINTS,
    ),
    RuleType.HAN_YAKU: Lesson(
        (
            _("Han come from yaku. Without one, a complete hand may not win; with several, their han add up."),
            _(
                "Riichi, ippatsu, menzen tsumo, pinfu, iipeikou, ryanpeikou and chiitoitsu need a closed hand. "
                "Sanshoku, ittsu, chanta, junchan, honitsu and chinitsu lose one han in an open hand."
            ),
            _("All others, such as yakuhai, toitoi or sanankou, are worth the same either way."),
        ),
        ("open_tanyao", "ippatsu", "renhou", "sanrenkou", "suurenkou", "paarenchan", "shiisan_puutaa"),
        (_YAKU,),
    ),
    RuleType.DORA: Lesson(
        (
            _(
                "The tile turned over on the dead wall points to the dora, the tile that follows it: 1 after 9, East "
                "after North, white after red."
            ),
            _(
                "Each dora in the hand is a han, each red five too, and after riichi the ura dora below. Two equal "
                "indicators make it two han."
            ),
            _("Dora are no yaku: they need one beside them. With a yakuman they do not count."),
        ),
        ("red_fives", "ura_dora", "kan_dora"),
        (_YAKU,),
    ),
}
"""A lesson for each rule type."""

CHAPTERS: tuple[tuple[LazyString, tuple[RuleType, ...]], ...] = (
    (
        _("Counting fu"),
        (
            *(RuleType.MENZEN_RON, RuleType.TSUMO, RuleType.PINFU_TSUMO, RuleType.OPEN_PINFU, RuleType.CHIITOITSU),
            *(RuleType.WAIT, RuleType.SHANPON, RuleType.OPEN_CLOSED, RuleType.TERMINAL_HONOUR, RuleType.KAN),
            *(RuleType.PAIR_VALUE, RuleType.DOUBLE_WIND, RuleType.READING, RuleType.ROUNDING),
        ),
    ),
    (_("Counting han"), (RuleType.HAN_YAKU, RuleType.DORA)),
    (
        _("From fu and han to points"),
        (
            *(RuleType.FORMULA, RuleType.LIMIT, RuleType.DEALER, RuleType.PAYMENT_SPLIT, RuleType.PAYMENT_ROUNDING),
            *(RuleType.HONBA, RuleType.STICKS),
        ),
    ),
)
"""The rule types in the order in which they are best learnt."""

IN_ORDER = tuple(rule_type for _title, chapter in CHAPTERS for rule_type in chapter)
