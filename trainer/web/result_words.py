"""The words on the pages about results, and in the files that are taken along."""

from collections.abc import Iterator

from flask_babel import LazyString, format_percent, lazy_pgettext
from flask_babel import lazy_gettext as _

from trainer.mahjong.points import Limit
from trainer.mahjong.scoring import Score
from trainer.services.results import Learner, Sort, Standing, Which
from trainer.services.spreadsheets import Words
from trainer.teaching.grade import Answer, Ask, Payment, payment_of
from trainer.web import explain
from trainer.web.labels import PAYS, label
from trainer.web.mistake_labels import MISTAKES
from trainer.web.rule_labels import RULES

STANDINGS: dict[Standing, LazyString] = {
    Standing.NOT_BEGUN: _("not begun"),
    Standing.WORKING: _("working"),
    Standing.HANDED_IN: _("handed in"),
    Standing.RAN_OUT: _("time ran out"),
}
WHICH: dict[Which, LazyString] = {Which.FIRST: _("First try"), Which.BEST: _("Best try")}
SORTS: dict[Sort, LazyString] = {
    Sort.NAME: lazy_pgettext("in this order", "By name"),
    Sort.SCORE: lazy_pgettext("in this order", "By score"),
}


def called(learner: Learner) -> str:
    """What a learner is called."""
    return learner.called or str(_("Guest %(number)s", number=learner.guest))


def seconds(milliseconds: int | None) -> str:
    """A time in whole seconds; a dash where none was measured."""
    return "–" if milliseconds is None else str(round(milliseconds / 1000))


def percent(share: float | None) -> str:
    """A share in words; a dash where there is none."""
    return "–" if share is None else str(format_percent(share))


def correlation(value: float | None) -> str:
    """A correlation with a real minus sign; a dash where there is none."""
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def answer_in_words(answer: Answer) -> str:
    """An answer in one line: "30 fu · Discarder pays 1000"."""
    return " · ".join(_given(answer)) or str(_("none given"))


def _given(answer: Answer) -> Iterator[str]:
    if answer.items is not None:
        yield f"{label(Ask.ITEMS)} {' + '.join(str(entry.fu) for entry in answer.items)}"
    if answer.fu_sum is not None:
        yield f"{label(Ask.FU_SUM)} {answer.fu_sum}"
    if answer.fu is not None:
        yield str(_("%(fu)s fu", fu=answer.fu))
    if answer.han is not None:
        yield str(label(answer.han) if isinstance(answer.han, Limit) else _("%(han)s han", han=answer.han))
    if answer.payment is not None:
        yield from _paid(answer.payment)
    if answer.received is not None:
        yield f"{label(Ask.RECEIVED)} {answer.received}"


def _paid(payment: Payment) -> Iterator[str]:
    for payer, points in payment.items():
        yield f"{PAYS[payer]} {points}"


def worth_in_words(score: Score) -> str:
    """What a hand is worth: "1 han 40 fu · Discarder pays 1300"."""
    return " · ".join((explain.worth(score.best), *_paid(payment_of(score.best.payment))))


def words() -> Words:
    """What stands in the files, in the language of the reader."""
    return Words(
        results=str(_("Results")),
        questions=str(_("Questions")),
        rules=str(_("Rules")),
        mistakes=str(_("Mistakes")),
        learner=str(_("Learner")),
        standing=str(_("State")),
        right=str(_("Right")),
        answered=str(_("Answered")),
        median=str(_("Median time in seconds")),
        late=str(_("Late")),
        tries=str(_("Tries")),
        yes=str(_("yes")),
        no=str(_("no")),
        question=str(_("Question")),
        seconds=str(_("seconds")),
        hand=str(_("Hand")),
        worth=str(_("Right answer")),
        facility=str(_("Share right")),
        discrimination=str(_("Discrimination")),
        wrong_answer=str(_("Most common wrong answer")),
        times=str(_("Given by")),
        rule=str(_("Rule")),
        chances=str(_("Chances")),
        whole_class=str(_("Whole class")),
        mistake=str(_("Mistake")),
        learners=str(_("Learners")),
        answers=str(_("Answers")),
        example=str(_("Example")),
        example_answer=str(_("Answer given")),
        no_mistake=str(_("fits no known mistake")),
        called=called,
        standings={standing: str(words) for standing, words in STANDINGS.items()},
        rule_names={rule: str(words.name) for rule, words in RULES.items()},
        mistake_names={name: str(words) for name, words in MISTAKES.items()},
        answer=answer_in_words,
        worth_of=worth_in_words,
    )
