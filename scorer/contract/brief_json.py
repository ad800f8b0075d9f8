"""The contract's brief Score: what an archive needs of a hand, without the explanation."""

from typing import Any, Final

from yakulens.scorer.contract.answer import problems_json
from yakulens.scorer.explain import Score

BRIEF_KEYS: Final = (
    "id",
    "outcome",
    "han",
    "fu",
    "yakuman",
    "limit",
    "value",
    "payments",
    "yaku",
    "problems",
)


def brief_to_json(result: Score, name: object = None) -> dict[str, Any]:
    """A score as the contract's brief Score; `name` is the hand's `id`, any JSON value.

    >>> from yakulens.scorer.contract.hand_json import scored
    >>> answer = brief_to_json(scored({"concealed": "345678m44p67s234p", "win": "5s", "by": "tsumo"}))
    >>> answer["han"], answer["yaku"], answer["payments"]["south"]
    (3, ['menzen_tsumo', 'pinfu', 'tanyao'], 2700)
    """
    judged, problems = result.judged, result.problems
    worth = judged.worth if judged else None
    # a yakuman has no han and fu, and neither has a hand that does not win
    counted = None if result.outcome != "win" or result.yakuman else worth
    return {
        "id": name,
        "outcome": result.outcome,
        "han": counted.han if counted else None,
        "fu": counted.fu if counted else None,
        "yakuman": worth.yakuman if worth else 0,
        "limit": worth.limit if worth else None,
        "value": result.value,
        "payments": result.payments,
        "yaku": list(judged.verdict.ids) if judged else [],
        "problems": problems_json(problems) if problems else [],
    }
