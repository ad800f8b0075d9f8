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
    judged = result.judged
    is_win = result.outcome == "win"
    return {
        "id": name,
        "outcome": result.outcome,
        "han": result.han if is_win else None,
        "fu": result.fu if is_win else None,
        "yakuman": result.yakuman,
        "limit": result.limit,
        "value": result.value,
        "payments": result.payments,
        "yaku": [award.id for award in judged.verdict.awards] if judged else [],
        "problems": problems_json(result.problems),
    }
