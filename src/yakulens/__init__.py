"""Yakulens: a riichi hand from a photo to its score.

    >>> import yakulens
    >>> won = yakulens.score("345678m44p67s +5s [234p]", won="ron", discarder="west", dora_indicators="3m")
    >>> won.han, won.fu, won.payments
    (2, 30, {'east': 0, 'south': 2000, 'west': -2000, 'north': 0})

`read` and `Reader` read photos, and `Reading.to_hand` turns a reading into a hand. `score`, `waits`, `settle`
and `final` compute what hands and games are worth under the rule sets that `rule_sets` lists. `need` tells
what a better place takes, and `penalties` what an offence costs. Every result has `to_json()`, the JSON that
the command line prints, and displays itself in a notebook. Bad input raises an `InputError` with a one-line
message.

Names load on first use: scoring loads no image library. The folders `app`, `scorer`, `vision`, `models` and
`datasets` are part of this package when installed. In a checkout they lie beside it, and links point to them.
"""

from __future__ import annotations

import importlib
import os.path

TYPE_CHECKING = False  # `typing` takes longer to import than all else here
if TYPE_CHECKING:
    from typing import Final

    from yakulens.efficiency import Discard, Discards, SeenBefore, Shanten, WaitWorth, discards, shanten
    from yakulens.hand import Hand, HowWon
    from yakulens.many import Scores, score_many
    from yakulens.question import Question
    from yakulens.reader import Reader, read
    from yakulens.reading import OpenQuestionsError, Reading
    from yakulens.referee import BeforeEnd, Needs, Penalties, need, penalties
    from yakulens.rulebook import RuleSet, rule_sets, rules
    from yakulens.scorer.errors import InputError, YakulensError
    from yakulens.scorer.hand import Liable
    from yakulens.scorer.meld import Meld
    from yakulens.scoring import Score, score
    from yakulens.table import Settlement, Standing, Table, final, settle
    from yakulens.waiting import Seen, Wait, Waits, waits

__all__ = [
    "BeforeEnd",
    "Discard",
    "Discards",
    "Hand",
    "HowWon",
    "InputError",
    "Liable",
    "Meld",
    "Needs",
    "OpenQuestionsError",
    "Penalties",
    "Question",
    "Reader",
    "Reading",
    "RuleSet",
    "Score",
    "Scores",
    "Seen",
    "SeenBefore",
    "Settlement",
    "Shanten",
    "Standing",
    "Table",
    "Wait",
    "WaitWorth",
    "Waits",
    "YakulensError",
    "discards",
    "final",
    "need",
    "penalties",
    "read",
    "rule_sets",
    "rules",
    "score",
    "score_many",
    "settle",
    "shanten",
    "waits",
]

_MODULES: Final = {
    "efficiency": ("Discard", "Discards", "SeenBefore", "Shanten", "WaitWorth", "discards", "shanten"),
    "hand": ("Hand", "HowWon"),
    "many": ("Scores", "score_many"),
    "question": ("Question",),
    "reader": ("Reader", "read"),
    "reading": ("OpenQuestionsError", "Reading"),
    "referee": ("BeforeEnd", "Needs", "Penalties", "need", "penalties"),
    "rulebook": ("RuleSet", "rule_sets", "rules"),
    "scorer.errors": ("InputError", "YakulensError"),
    "scorer.hand": ("Liable",),
    "scorer.meld": ("Meld",),
    "scoring": ("Score", "score"),
    "table": ("Settlement", "Standing", "Table", "final", "settle"),
    "waiting": ("Seen", "Wait", "Waits", "waits"),
}
_HOME: Final = {name: module for module, names in _MODULES.items() for name in names}
"""Maps each public name to its module."""

_here = os.path.dirname(os.path.realpath(__file__))  # noqa: PTH120 - pathlib takes a third of our start
if not os.path.isdir(os.path.join(_here, "scorer")):  # noqa: PTH112, PTH118 - a checkout without links
    __path__.append(os.path.dirname(os.path.dirname(_here)))  # noqa: PTH120


def __getattr__(name: str) -> object:
    """Load a public name on first use (PEP 562)."""
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """All public names, loaded or not, for completion."""
    return sorted({*globals(), *__all__})
