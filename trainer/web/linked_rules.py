"""The rules that a page is written for: those its address names, else the reader's own."""

from dataclasses import dataclass

from flask import request
from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.errors import RulesError
from trainer.mahjong.rules import PRESETS, Rules, parse_rules, rules_name
from trainer.web import house
from trainer.web.house_labels import HOUSES, changes_in_words, house_name

LONGEST = 1000
"""More characters than the text of any rule set has."""

UNKNOWN = _("No rules are called that. Please choose some here.")


@dataclass(frozen=True, slots=True)
class LinkedRules:
    """Rules, as a page uses them, names them and carries them on."""

    rules: Rules
    text: str
    """What links put into the address: the house that was chosen, where several play alike."""
    error: LazyString | None = None

    @property
    def name(self) -> str:
        """The nearest house and what differs from it."""
        return " · ".join((str(house_name(self.rules)), *changes_in_words(self.rules)))

    @property
    def houses(self) -> tuple[tuple[str, LazyString, bool], ...]:
        """Every house to choose from: its name, its label, and whether it is chosen."""
        return tuple((name, HOUSES[name], name == self.text) for name in PRESETS)


def linked_rules() -> LinkedRules:
    """The rules of this request's address (``rules``); without any, or with wrong ones, the reader's own."""
    own = house.chosen_rules()
    text = request.args.get("rules", "")
    try:
        if len(text) > LONGEST:
            raise RulesError("no rules need so many characters")
        rules = parse_rules(text) if text else own
    except RulesError:
        return LinkedRules(own, rules_name(own), UNKNOWN)
    return LinkedRules(rules, text if text in PRESETS else rules_name(rules))
