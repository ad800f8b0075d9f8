"""The figures of a run, and the file in its folder that holds them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from yakulens.models.evaluate.rates import Rate
from yakulens.scorer.errors import InputError
from yakulens.scorer.whole_file import write_whole

FIGURES: Final = "figures.jsonl"
"""The file of a run's figures in its folder."""


@dataclass(frozen=True, slots=True)
class Figure:
    """The state of a run after some step.

    Attributes:
        step: number of steps made.
        seconds: spent so far, over all starts of the run.
        loss: running means of its parts.
        held_out: accuracy on held-out data, by tile set; may be empty.
    """

    step: int
    seconds: float
    loss: Mapping[str, float]
    held_out: Mapping[str, Rate] = field(default_factory=dict)


def overall(held_out: Mapping[str, Rate]) -> float | None:
    """The accuracy over all held-out data, 0..1; None if there is none.

    Of a finder's recall and precision it is the F1 score: twice the found tiles over tiles and detections.

    >>> overall({"green": Rate(9, 10), "blue": Rate(1, 2)}), overall({})
    (0.8333333333333334, None)
    """
    return sum(held_out.values(), Rate(0, 0)).value


class FiguresError(InputError):
    """The saved figures of a run cannot be used; the message is one line."""


def load_figures(file: Path, step: int | None = None) -> list[Figure]:
    """The saved figures up to the checkpoint's ``step``, by default all; none if there is no file.

    Raises:
        FiguresError: a line holds no figure.
    """
    if not file.is_file():
        return []
    figures = []
    for number, line in enumerate(file.read_bytes().splitlines(), start=1):
        try:
            figures.append(_figure(json.loads(line)))
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            where = f"{file}, line {number}"
            raise FiguresError(where, "no figure of a run; remove the line, or the file") from error
    return [figure for figure in figures if step is None or figure.step <= step]


def _figure(row: Mapping[str, Any]) -> Figure:
    held_out = {
        str(name): Rate(int(rate["hits"]), int(rate["total"])) for name, rate in row["held_out"].items()
    }
    loss = {str(name): float(value) for name, value in row["loss"].items()}
    return Figure(int(row["step"]), float(row["seconds"]), loss, held_out)


def save_figures(file: Path, figures: Iterable[Figure]) -> None:
    """Write all figures of a run, one line of JSON each."""
    write_whole(file, "".join(f"{json.dumps(asdict(figure))}\n" for figure in figures).encode())
