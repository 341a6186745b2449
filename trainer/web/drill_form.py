"""The editor of a drill set: what is typed in it part by part, what is wrong with that, and the set that it makes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from flask_babel import LazyString
from flask_babel import lazy_gettext as _

from trainer.mahjong.errors import HandError, RulesError
from trainer.mahjong.notation import parse_win, win_name
from trainer.mahjong.rules import TENHOU, Rules, parse_rules, rules_name
from trainer.services.drills import title_of
from trainer.teaching.drills import (
    MOST_HANDS,
    MOST_SECONDS,
    MOST_TRIES,
    MOST_WEIGHT,
    Chosen,
    Drill,
    Fault,
    Feedback,
    Part,
    Recipe,
    Wrong,
    faults,
)
from trainer.teaching.grade import Ask
from trainer.teaching.order import Level, Mode
from trainer.teaching.rule_types import RuleType
from trainer.web.class_labels import SET_FAULTS
from trainer.web.hand_form import plain, told
from trainer.web.labels import label
from trainer.web.rule_labels import RULES

MOST_PARTS = MOST_HANDS
LONGEST = 1000

NO_TITLE = _("Please give it a name.")
NO_COUNT = _("Please enter a whole number from 1 to %(most)s.", most=MOST_HANDS)
NO_SECONDS = _("Please enter a whole number, or leave it empty for no limit.")
NO_HAND = _("Please enter a hand.")
UNKNOWN_RULES = _("No rules are called that.")


@dataclass(frozen=True, slots=True)
class PartForm:
    """One part as it is typed: hands dealt by a recipe, or a hand of one's own."""

    kind: str
    """``recipe`` or ``hand``."""
    typed: Mapping[str, str]
    error: str = ""

    @property
    def weights(self) -> dict[str, str]:
        """What is typed for each rule type, as far as anything is."""
        return {name: self.typed[name] for name in RuleType if self.typed.get(name, "") not in ("", "0")}


@dataclass(frozen=True, slots=True)
class DrillForm:
    """The whole editor."""

    title: str = ""
    parts: tuple[PartForm, ...] = ()
    typed: Mapping[str, str] = field(default_factory=dict)
    """The settings, by name."""
    asks: tuple[str, ...] = ()
    errors: Mapping[str, str] = field(default_factory=dict)
    """What is wrong with the title, with a setting, or with the whole (``parts``)."""

    @property
    def is_right(self) -> bool:
        """True when nothing is wrong with it."""
        return not self.errors and not any(part.error for part in self.parts)


def recipe_form(recipe: Recipe = Recipe()) -> PartForm:  # noqa: B008 - it never changes
    """Hands dealt by a recipe."""
    typed = {"mode": recipe.mode.value, "level": recipe.level.value, "count": str(recipe.count)}
    typed |= {"counters": "on"} if recipe.honba else {}
    typed |= {rule_type.value: str(weight) for rule_type, weight in recipe.weights}
    return PartForm("recipe", typed)


def hand_form(line: str = "") -> PartForm:
    """A hand of one's own."""
    return PartForm("hand", {"hand": line})


def form_of(title: str, drill: Drill) -> DrillForm:
    """The editor as it shows a drill set."""
    parts = tuple(
        recipe_form(part) if isinstance(part, Recipe) else hand_form(win_name(part.win)) for part in drill.parts
    )
    typed = {
        "rules": rules_name(drill.rules),
        "seconds_each": "" if drill.seconds_each is None else str(drill.seconds_each),
        "minutes": "" if drill.seconds_whole is None else f"{drill.seconds_whole / 60:g}",
        "tries": "" if drill.tries is None else str(drill.tries),
        "feedback": drill.feedback.value,
        "own_hands": "on" if drill.own_hands else "",
        "shuffled": "on" if drill.shuffled else "",
    }
    return DrillForm(title, parts, typed, tuple(drill.asks))


def sent_form(sent: Mapping[str, str], asks: list[str]) -> DrillForm:
    """The editor as it was sent."""
    count = int(sent["parts"]) if sent.get("parts", "").isascii() and sent.get("parts", "").isdigit() else 0
    parts = []
    for number in range(min(count, MOST_PARTS)):
        start = f"part{number}_"
        typed = {name.removeprefix(start): plain(text) for name, text in sent.items() if name.startswith(start)}
        parts.append(PartForm("hand" if typed.pop("kind", "") == "hand" else "recipe", typed))
    names = ("rules", "seconds_each", "minutes", "tries", "feedback", "own_hands", "shuffled")
    return DrillForm(
        sent.get("title", "")[:LONGEST],
        tuple(parts),
        {name: sent.get(name, "")[:LONGEST] for name in names},
        tuple(asks),
    )


def edited(form: DrillForm, do: str) -> DrillForm | None:
    """The editor after one of its buttons: a part more, one less, or two that change places; None for other buttons."""
    parts = list(form.parts)
    what, _dash, number = do.partition("-")
    place = int(number) if number.isascii() and number.isdigit() else -1
    if do == "recipe" and len(parts) < MOST_PARTS:
        parts.append(recipe_form())
    elif do == "hand" and len(parts) < MOST_PARTS:
        parts.append(hand_form())
    elif what == "remove" and 0 <= place < len(parts):
        del parts[place]
    elif what == "up" and 0 < place < len(parts):
        parts[place - 1 : place + 1] = parts[place], parts[place - 1]
    elif do not in ("recipe", "hand"):
        return None
    return replace(form, parts=tuple(parts))


# --- reading it -------------------------------------------------------------------------------------------------------


def read_form(form: DrillForm) -> tuple[DrillForm, Drill | None]:
    """The drill set that is typed, or the editor with what is wrong with it."""
    errors: dict[str, str] = {}
    if not title_of(form.title):
        errors["title"] = str(NO_TITLE)
    rules = _rules(form.typed.get("rules", ""), errors)
    seconds_each = _seconds(form, "seconds_each", 1, errors)
    seconds_whole = _seconds(form, "minutes", 60, errors)
    tries = form.typed.get("tries", "")
    parts, read = [], list[Part]()
    for part in form.parts:
        found, error = _part(part)
        parts.append(replace(part, error=error))
        if found is not None:
            read.append(found)
    checked = replace(form, parts=tuple(parts), errors=errors)
    if not checked.is_right:
        return checked, None
    drill = Drill(
        tuple(read),
        rules,
        tuple(ask for ask in Ask if ask in form.asks),
        seconds_each,
        seconds_whole,
        min(int(tries), MOST_TRIES) if tries.isascii() and tries.isdigit() and int(tries[:4]) > 0 else None,
        next((one for one in Feedback if one == form.typed.get("feedback")), Feedback.AT_ONCE),
        bool(form.typed.get("own_hands")),
        bool(form.typed.get("shuffled")),
    )
    wrong = faults(drill)
    return (_blamed(checked, wrong), None) if wrong else (checked, drill)


def _rules(text: str, errors: dict[str, str]) -> Rules:
    try:
        return parse_rules(text or "tenhou")
    except RulesError:
        errors["rules"] = str(UNKNOWN_RULES)
        return TENHOU


def _seconds(form: DrillForm, name: str, of: int, errors: dict[str, str]) -> int | None:
    """A time limit in seconds; ``of`` is what one of its units has."""
    text = plain(form.typed.get(name, ""))
    if not text:
        return None
    if text.isascii() and text.isdigit() and len(text) < 6 and 0 < int(text) * of <= MOST_SECONDS:
        return int(text) * of
    errors[name] = str(NO_SECONDS)
    return None


def _part(part: PartForm) -> tuple[Part | None, str]:
    if part.kind == "hand":
        line = part.typed.get("hand", "")
        if not line:
            return None, str(NO_HAND)
        try:
            return Chosen(parse_win(line)), ""
        except HandError as error:
            return None, told(error)
    count = part.typed.get("count", "")
    if not (count.isascii() and count.isdigit() and len(count) < 5 and 0 < int(count) <= MOST_HANDS):
        return None, str(NO_COUNT)
    weights = tuple(
        (rule_type, min(int(weight), MOST_WEIGHT))
        for rule_type in RuleType
        if (weight := part.typed.get(rule_type, "")).isascii() and weight.isdigit() and int(weight[:4]) > 0
    )
    mode = next((one for one in Mode if one == part.typed.get("mode")), Mode.MIXED)
    level = next((one for one in Level if one == part.typed.get("level")), Level.STANDARD)
    return Recipe(mode, weights, level, int(count), bool(part.typed.get("counters"))), ""


def _blamed(form: DrillForm, wrong: tuple[Wrong, ...]) -> DrillForm:
    """The editor with each fault where it is."""
    errors, parts = dict(form.errors), list(form.parts)
    for one in wrong:
        said = in_words(one)
        if one.part is None:
            errors["ask" if one.fault is Fault.NOTHING_ASKED else "parts"] = str(said)
        elif not parts[one.part].error:
            parts[one.part] = replace(parts[one.part], error=str(said))
    return replace(form, parts=tuple(parts), errors=errors)


def in_words(wrong: Wrong) -> LazyString | str:
    """What is wrong with a drill set, in the reader's language."""
    if wrong.error is not None:
        return told(wrong.error)
    if wrong.impossible is not None:
        why = label(wrong.impossible.obstacle)
        return _("%(rule)s: %(why)s", rule=RULES[wrong.impossible.rule_type].name, why=why)
    return SET_FAULTS[wrong.fault]
