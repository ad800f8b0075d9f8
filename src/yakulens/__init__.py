"""Yakulens: a riichi hand from a photo to its score.

    >>> import yakulens
    >>> won = yakulens.score("345678m44p67s +5s [234p]", won="ron", discarder="west", dora_indicators="3m")
    >>> won.han, won.fu, won.payments
    (2, 30, {'east': 0, 'south': 2000, 'west': -2000, 'north': 0})

`read` and `Reader` read photos; `Reading.to_hand` makes a hand of what was read; `score`, `waits`, `settle`
and `final` say what hands and games are worth under the rule sets that `rule_sets` names. Every result has
`to_json()`, which gives what the command line prints, and shows itself in a notebook. Bad input is an
`InputError` of one line.

A name is loaded when it is first used: scoring loads no pixels. The folders `app`, `scorer`, `vision`,
`models` and `datasets` lie in this one package, wherever it is installed. In a checkout they lie beside it,
and links lead there.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from yakulens.hand import Hand, HowWon
    from yakulens.reader import Reader, read
    from yakulens.reading import OpenQuestionsError, Reading
    from yakulens.rulebook import RuleSet, rule_sets, rules
    from yakulens.scorer.errors import InputError, YakulensError
    from yakulens.scorer.hand import Liable
    from yakulens.scorer.meld import Meld
    from yakulens.scoring import Score, score
    from yakulens.table import Settlement, Standing, final, settle
    from yakulens.vision.desk import Question
    from yakulens.waiting import Wait, Waits, waits

__all__ = [
    "Hand",
    "HowWon",
    "InputError",
    "Liable",
    "Meld",
    "OpenQuestionsError",
    "Question",
    "Reader",
    "Reading",
    "RuleSet",
    "Score",
    "Settlement",
    "Standing",
    "Wait",
    "Waits",
    "YakulensError",
    "final",
    "read",
    "rule_sets",
    "rules",
    "score",
    "settle",
    "waits",
]

_MODULES: Final = {
    "hand": ("Hand", "HowWon"),
    "reader": ("Reader", "read"),
    "reading": ("OpenQuestionsError", "Reading"),
    "rulebook": ("RuleSet", "rule_sets", "rules"),
    "scorer.errors": ("InputError", "YakulensError"),
    "scorer.hand": ("Liable",),
    "scorer.meld": ("Meld",),
    "scoring": ("Score", "score"),
    "table": ("Settlement", "Standing", "final", "settle"),
    "vision.desk": ("Question",),
    "waiting": ("Wait", "Waits", "waits"),
}
_HOME: Final = {name: module for module, names in _MODULES.items() for name in names}
"""Each public name to the module that has it."""

if not Path(__file__).with_name("scorer").is_dir():  # a checkout on a system that knows no links
    __path__.append(str(Path(__file__).resolve().parents[2]))


def __getattr__(name: str) -> object:
    """Load a public name when it is first used (PEP 562)."""
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    value: object = getattr(importlib.import_module(f"{__name__}.{_HOME[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names, loaded or not, for completion."""
    return sorted({*globals(), *__all__})
