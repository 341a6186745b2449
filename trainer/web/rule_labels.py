"""The rule types in words: a name, and one sentence with what the rule says."""

from typing import NamedTuple

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.teaching.rule_types import RuleType


class RuleLabel(NamedTuple):
    """A rule type as people read it."""

    name: LazyString
    sentence: LazyString


RULES = {
    RuleType.MENZEN_RON: RuleLabel(_("Closed ron"), _("A closed hand that wins by ron gets 10 fu.")),
    RuleType.TSUMO: RuleLabel(_("Tsumo"), _("A tsumo gets 2 fu, in an open hand too.")),
    RuleType.PINFU_TSUMO: RuleLabel(_("Pinfu tsumo"), _("Pinfu by tsumo stays at 20 fu: no 2 fu for the tsumo.")),
    RuleType.OPEN_PINFU: RuleLabel(_("Open pinfu shape"), _("An open ron with no fu of its own counts 30, not 20.")),
    RuleType.CHIITOITSU: RuleLabel(
        _("Seven pairs"), _("Chiitoitsu is always 25 fu: nothing is added, nothing rounded.")
    ),
    RuleType.WAIT: RuleLabel(_("Waits"), _("Kanchan, penchan and tanki get 2 fu; ryanmen and shanpon none.")),
    RuleType.SHANPON: RuleLabel(
        _("Shanpon triplet"), _("The triplet that a shanpon completes is open by ron and closed by tsumo.")
    ),
    RuleType.OPEN_CLOSED: RuleLabel(_("Open or closed"), _("A closed triplet or kan is worth twice an open one.")),
    RuleType.TERMINAL_HONOUR: RuleLabel(
        _("Terminals and honours"), _("Triplets and kans of terminals or honours are worth twice those of simples.")
    ),
    RuleType.KAN: RuleLabel(_("Kans"), _("A kan is worth four times its triplet; a closed kan keeps the hand closed.")),
    RuleType.PAIR_VALUE: RuleLabel(
        _("Value pair"), _("A pair of dragons, of the seat wind or of the round wind gets 2 fu; a guest wind none.")
    ),
    RuleType.DOUBLE_WIND: RuleLabel(
        _("Double wind"), _("A pair that is both seat and round wind: 4 fu, in some houses 2.")
    ),
    RuleType.READING: RuleLabel(
        _("Highest-scoring reading"), _("Of several ways to read a hand, the one that pays most counts.")
    ),
    RuleType.ROUNDING: RuleLabel(_("Rounding fu"), _("The sum of the fu is rounded up to the next ten: 32 is 40.")),
    RuleType.LIMIT: RuleLabel(
        _("Limits"), _("From 5 han, or when the base passes 2000, the limits count: mangan to yakuman.")
    ),
    RuleType.PAYMENT_SPLIT: RuleLabel(
        _("Sharing a tsumo"), _("When a non-dealer wins by tsumo, the dealer pays double.")
    ),
    RuleType.PAYMENT_ROUNDING: RuleLabel(
        _("Rounding payments"), _("Each payment is rounded up to the next hundred by itself.")
    ),
    RuleType.DEALER: RuleLabel(
        _("Dealer"), _("The dealer's win pays half as much again: ron 6 times the base, tsumo 2 from each.")
    ),
    RuleType.HONBA: RuleLabel(_("Honba"), _("Each honba adds 300 to a ron, and 100 to each payment of a tsumo.")),
    RuleType.STICKS: RuleLabel(_("Riichi sticks"), _("The winner also takes the riichi sticks: 1000 points each.")),
    RuleType.FORMULA: RuleLabel(_("Base points"), _("The base is fu × 2 to the power of han + 2.")),
    RuleType.HAN_YAKU: RuleLabel(
        _("Yaku and han"), _("Which yaku the hand has, and which lose a han when it is open.")
    ),
    RuleType.DORA: RuleLabel(
        _("Dora"), _("Dora, ura dora and red fives are a han each; the dora is the tile after the indicator.")
    ),
}
