"""How often each thing is chosen when a hand is dealt."""

from dataclasses import dataclass, replace

from trainer.mahjong.hand import MeldKind, Wind
from trainer.mahjong.waits import Wait
from trainer.teaching import shapes
from trainer.teaching.chance import Table
from trainer.teaching.shapes import Builder


@dataclass(frozen=True, slots=True)
class Recipe:
    """What hands are made of and what happens around them; tables hold items and weights, numbers are probabilities."""

    builders: Table[Builder]
    """Kinds of hands; many tries fail for want of a fifth tile or of a yaku."""
    rounds: Table[Wind]
    dealer: float
    """That the winner is the dealer."""
    waits: Table[Wait]
    """Among those that the hand can have."""
    calls: Table[int]
    """How many groups are called besides kans."""
    pons_first: float
    """That triplets are called before runs."""
    kan: float
    """That a triplet is a kan."""
    kans: Table[MeldKind]
    tsumo: float
    riichi: float
    """In a closed hand."""
    ippatsu: float
    """After riichi."""
    honba: Table[int]
    sticks: Table[int]
    """Riichi sticks besides the winner's own where there are no counters: of players in this hand."""
    sticks_left: Table[int]
    """The same where there are counters: some may lie there from a drawn hand."""
    dora: float
    """That the first indicator is one which shows a tile of the hand; else it is any."""
    others_kan: float
    """That another player makes a kan, and then one more."""
    most_kans: int = 4
    double_riichi: float = 0.03
    """Of the riichi."""
    after_kan: float = 0.25
    """After a kan, by tsumo."""
    robbing_kan: float = 0.03
    """Where nothing speaks against it."""
    last_tile: float = 0.02
    first_turn: float = 0.004


MIXED = Recipe(
    builders=(
        (shapes.anything, 14),
        (shapes.flat, 9),
        (shapes.flat_tanyao, 8),
        (shapes.tanyao, 8),
        (shapes.yakuhai, 15),
        (shapes.toitoi, 6),
        (shapes.kans, 12),
        (shapes.one_suit, 4.5),
        (shapes.sanshoku, 5),
        (shapes.ittsu, 4),
        (shapes.outside, 4),
        (shapes.iipeikou, 4),
        (shapes.stairs, 6),
        (shapes.same_sets, 1.5),
        (shapes.dragons, 1.5),
        (shapes.rare, 0.7),
        (shapes.seven_pairs, 7),
        (shapes.kokushi, 0.3),
    ),
    rounds=((Wind.E, 0.5), (Wind.S, 0.42), (Wind.W, 0.08)),
    dealer=0.27,
    waits=(
        (Wait.RYANMEN, 0.33),
        (Wait.KANCHAN, 0.2),
        (Wait.PENCHAN, 0.2),
        (Wait.SHANPON, 0.22),
        (Wait.TANKI, 0.16),
    ),
    calls=((0, 0.5), (1, 0.2), (2, 0.18), (3, 0.09), (4, 0.03)),
    pons_first=0.3,
    kan=0.06,
    kans=((MeldKind.ANKAN, 0.45), (MeldKind.DAIMINKAN, 0.2), (MeldKind.KAKAN, 0.35)),
    tsumo=0.42,
    riichi=0.6,
    ippatsu=0.15,
    honba=((0, 64), (1, 22), (2, 8.5), (3, 3.3), (4, 1.2), (5, 0.6), (6, 0.25), (7, 0.1), (8, 0.05)),
    sticks=((0, 74), (1, 23), (2, 2.5), (3, 0.5)),
    sticks_left=((0, 54), (1, 33), (2, 10), (3, 2.4), (4, 0.4), (5, 0.2)),
    dora=0,
    others_kan=0.03,
)
"""Every kind of hand: what is rare in play comes up often enough to learn it."""

NATURAL = replace(
    MIXED,
    builders=(
        (shapes.usual, 76),
        (shapes.flat, 4),
        (shapes.tanyao, 5),
        (shapes.flat_tanyao, 4),
        (shapes.yakuhai, 26),
        (shapes.one_suit, 4),
        (shapes.toitoi, 1.8),
        (shapes.iipeikou, 1),
        (shapes.sanshoku, 1.6),
        (shapes.ittsu, 1.5),
        (shapes.outside, 1),
        (shapes.stairs, 0.5),
        (shapes.dragons, 0.3),
        (shapes.seven_pairs, 3.5),
        (shapes.rare, 0.02),
    ),
    rounds=((Wind.E, 57.2), (Wind.S, 42.4), (Wind.W, 0.4)),
    dealer=0.277,
    waits=(
        (Wait.RYANMEN, 0.48),
        (Wait.KANCHAN, 0.18),
        (Wait.PENCHAN, 0.12),
        (Wait.SHANPON, 0.25),
        (Wait.TANKI, 0.06),
    ),
    calls=((0, 0.5), (1, 0.24), (2, 0.2), (3, 0.05), (4, 0.001)),
    pons_first=0.8,
    kan=0.07,
    dora=0.12,
    kans=((MeldKind.ANKAN, 0.48), (MeldKind.DAIMINKAN, 0.12), (MeldKind.KAKAN, 0.4)),
    ippatsu=0.19,
    double_riichi=0.005,
    after_kan=0.15,
    robbing_kan=0.0005,
    last_tile=0.006,
    first_turn=0.0003,
)
"""What players win with. ``natural`` keeps of these hands as many of each worth as were recorded."""


def plainer(recipe: Recipe, *, most_kans: int, rare: bool, honba: bool) -> Recipe:
    """The recipe with fewer kans, without what happens once in a hundred hands, or without counters."""
    if not rare:
        recipe = replace(recipe, double_riichi=0, after_kan=0, robbing_kan=0, last_tile=0, first_turn=0, others_kan=0)
    if not honba:
        recipe = replace(recipe, honba=((0, 1),))
    return replace(recipe, most_kans=most_kans)
