"""Scores hands by the thousand or the million, in columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from yakulens.app.archive.job import batches
from yakulens.hand import Hand
from yakulens.notebook import page, table
from yakulens.rulebook import chosen
from yakulens.scorer.contract.brief_json import brief_to_json
from yakulens.scorer.contract.form import quoted
from yakulens.scorer.contract.keys import DEFAULT_RULES
from yakulens.scorer.errors import InputError
from yakulens.scorer.scoring import score_once

if TYPE_CHECKING:
    from yakulens.scorer.rules.ruleset import RuleSet

COLUMNS: Final = ("outcome", "han", "fu", "yakuman", "limit", "value", "payments", "yaku")
_SHOWN: Final = 10
"""Hands that a notebook shows."""
_Row = tuple[Any, ...]
"""The figures of a hand in the order of `COLUMNS`, and its problems."""


@dataclass(frozen=True, slots=True)
class Scores:
    """What many hands are worth, a column for each figure, a row for each hand.

    Attributes:
        columns: by name (`outcome`, `han`, `fu`, `yakuman`, `limit`, `value`, `payments`, `yaku`) the values
            of all hands, in their order; None where a hand has none. `payments` holds what each seat gains or
            loses, `yaku` the identifiers.
        problems: the reasons by row of every hand that is no win, one sentence each.
        codes: their codes by row, in the same order.
    """

    columns: dict[str, list[Any]]
    problems: dict[int, tuple[str, ...]]
    codes: dict[int, tuple[str, ...]]

    def __len__(self) -> int:
        """The number of hands."""
        return len(self.columns["outcome"])

    def to_json(self) -> list[dict[str, Any]]:
        """The contract's brief Score of each hand, as `yakulens score --jsonl --brief` prints it.

        >>> score_many([Hand.of("345678m44p67s +5s [234p]", won="ron")]).to_json()[0]["yaku"]
        ['tanyao']
        """
        rows = zip(*self.columns.values(), strict=True)
        return [
            {"id": None, **dict(zip(self.columns, row, strict=True)), "problems": self._problems_of(at)}
            for at, row in enumerate(rows)
        ]

    def _problems_of(self, row: int) -> list[dict[str, str]]:
        told = zip(self.codes.get(row, ()), self.problems.get(row, ()), strict=True)
        return [{"code": code, "message": message} for code, message in told]

    def __str__(self) -> str:
        """How many hands there are, by outcome.

        >>> str(score_many([Hand.of("345678m44p67s +5s [234p]", won="ron"), Hand.of("1m +1m", won="ron")]))
        '2 hands: 1 win, 1 invalid'
        """
        counts = Counter(self.columns["outcome"])
        return f"{len(self)} hands: {', '.join(f'{count} {outcome}' for outcome, count in counts.items())}"

    def _repr_html_(self) -> str:
        """The number of hands and the first of them, as HTML for a notebook."""
        rows = zip(*self.columns.values(), strict=True)
        return page(str(self), table([tuple(self.columns), *islice(rows, _SHOWN)]))

    def to_arrow(self) -> Any:  # noqa: ANN401 - pyarrow is untyped
        """The columns and the problems as an Arrow table, for pandas, Polars, DuckDB and others.

        Raises:
            ModuleNotFoundError: `pyarrow` is not installed.
        """
        import pyarrow as pa  # noqa: PLC0415 - a third of a second to import, and seldom needed

        from yakulens.app.archive.parquet import SCORE  # noqa: PLC0415 - as pyarrow

        values = {**self.columns, "problems": [list(self.problems.get(row, ())) for row in range(len(self))]}
        return pa.table({name: pa.array(column, SCORE[name][0]) for name, column in values.items()})


def score_many(
    hands: Iterable[Hand], rules: str | Path | RuleSet = DEFAULT_RULES, *, workers: int = 1
) -> Scores:
    """Score any number of hands under a rule set, without their explanations.

    A hand that is impossible, incomplete or without yaku keeps its row: its outcome says so, and `problems`
    why. `score` explains a single hand.

    Args:
        hands: the hands, taken as they are needed.
        rules: a rule set, its name, or the path of a TOML file.
        workers: the number of processes; with 1, all hands are scored in this one.

    Raises:
        InputError: the rule set does not exist, one of the hands is no `Hand`, or `workers` is no whole
            number of at least 1.

    >>> found = score_many([Hand.of("345678m44p67s +5s [234p]", won="ron"), Hand.of("1m +1m", won="ron")])
    >>> found.columns["value"], found.columns["outcome"], list(found.problems)
    ([1000, 0], ['win', 'invalid'], [1])
    """
    if not isinstance(workers, int) or workers < 1:
        message = f"workers: {quoted(workers)} is not a whole number of at least 1"
        raise InputError(message)
    if not isinstance(hands, Iterable):
        message = f"hands: {quoted(hands)} is not a list of hands; Hand.of and Hand.from_json make one"
        raise InputError(message)
    job, tasks = _ScoreRows(chosen(rules)), batches(_checked(hands))
    found = map(job.load(), tasks) if workers == 1 else _shared_out(job, tasks, workers)
    columns: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    problems: dict[int, tuple[str, ...]] = {}
    codes: dict[int, tuple[str, ...]] = {}
    for rows in found:
        for *figures, why in rows:
            if why:
                row = len(columns["outcome"])
                problems[row] = tuple(problem["message"] for problem in why)
                codes[row] = tuple(problem["code"] for problem in why)
            for values, figure in zip(columns.values(), figures, strict=True):
                values.append(figure)
    return Scores(columns, problems, codes)


def _checked(hands: Iterable[Hand]) -> Iterator[Hand]:
    for row, hand in enumerate(hands):
        if not isinstance(hand, Hand):
            message = f"hands[{row}]: {quoted(hand)} is not a Hand; Hand.of and Hand.from_json make one"
            raise InputError(message)
        yield hand


@dataclass(frozen=True, slots=True)
class _ScoreRows:
    """The job whose tasks are Hands and whose results are their rows."""

    rules: RuleSet

    def load(self) -> Callable[[tuple[Hand, ...]], list[_Row]]:
        """The function that scores a batch; nothing needs loading."""
        rules = self.rules
        return lambda batch: [
            _row(brief_to_json(score_once(hand.tiles, hand.situation, rules))) for hand in batch
        ]

    def lost(self, task: tuple[Hand, ...], reason: str) -> list[_Row]:
        """The rows of hands that killed their workers."""
        from yakulens.app.archive.scores import lost_hand, with_every_key  # noqa: PLC0415 - hardly ever needed

        return [_row(with_every_key(lost_hand(reason)))] * len(task)


def _row(answer: Mapping[str, Any]) -> _Row:
    return (*(answer[name] for name in COLUMNS), answer["problems"])


def _shared_out(job: _ScoreRows, tasks: Iterator[tuple[Hand, ...]], workers: int) -> Iterator[list[_Row]]:
    """The results of all tasks in their order, from several processes."""
    from yakulens.app.archive.processes import Processes  # noqa: PLC0415 - few ask for several

    return Processes(job, workers).results(tasks)
