"""Mistakes before anything is counted: the wrong reading, yaku or dora overlooked, han not reduced."""

from collections.abc import Callable
from dataclasses import replace

from trainer.mahjong.readings import Form
from trainer.mahjong.scoring import Count, Score
from trainer.mahjong.yaku import BONUS, CLOSED_HAN, REDUCED_WHEN_OPEN, Claim
from trainer.teaching.rule_types import RuleType
from trainer.teaching.working import Change, Mistake, Working


def _reading(choose: Callable[[Score], Count]) -> Change:
    return lambda working: replace(working, choose=choose)


def _lower_reading(score: Score) -> Count:
    """The dearest of the readings that pay less; those that pay the same are right too."""
    return next((count for count in score.counts if count.points < score.best.points), score.best)


def _chiitoitsu_over_ryanpeikou(score: Score) -> Count:
    return next((count for count in score.counts if count.reading.form is Form.CHIITOITSU), score.best)


def _claim(edit: Callable[[Claim, Score], Claim]) -> Change:
    """See other yaku than there are; a yakuman is seen by everybody."""

    def change(working: Working) -> Working:
        before = working.claim

        def claim(claimed: Claim, score: Score) -> Claim:
            seen = before(claimed, score)
            return seen if seen.yakuman else edit(seen, score)

        return replace(working, claim=claim)

    return change


def _yaku_missed(claim: Claim, _score: Score) -> Claim:
    """Overlook the least yaku, the last listed of equals, unless it is the only one."""
    real = [item for item in claim.yaku if item.yaku not in BONUS]
    if len(real) < 2:
        return claim
    missed = min(reversed(real), key=lambda item: item.han)
    return claim._replace(yaku=tuple(item for item in claim.yaku if item is not missed), han=claim.han - missed.han)


def _open_not_reduced(claim: Claim, _score: Score) -> Claim:
    """Give an open hand the han of a closed one."""
    raised = tuple(
        item._replace(han=CLOSED_HAN[item.yaku]) if item.yaku in REDUCED_WHEN_OPEN else item for item in claim.yaku
    )
    return claim._replace(yaku=raised, han=sum(item.han for item in raised))


def _dora_forgotten(claim: Claim, _score: Score) -> Claim:
    real = tuple(item for item in claim.yaku if item.yaku not in BONUS)
    return claim._replace(yaku=real, han=sum(item.han for item in real))


MISTAKES = (
    Mistake("lower_reading", RuleType.READING, _reading(_lower_reading), frozenset({"chiitoitsu_over_ryanpeikou"})),
    Mistake("chiitoitsu_over_ryanpeikou", RuleType.READING, _reading(_chiitoitsu_over_ryanpeikou)),
    Mistake("yaku_missed", RuleType.HAN_YAKU, _claim(_yaku_missed)),
    Mistake("open_not_reduced", RuleType.HAN_YAKU, _claim(_open_not_reduced)),
    Mistake("dora_forgotten", RuleType.DORA, _claim(_dora_forgotten)),
)
"""Every mistake of this kind, in the order of the rule types."""
