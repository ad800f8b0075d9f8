"""The hyper-parameters of a run: ``hyper.toml``, and an optional file that overrides some of them."""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_type_hints

from yakulens.scorer.errors import InputError
from yakulens.scorer.toml_file import TomlError, read_toml

_FILE: Final = Path(__file__).with_name("hyper.toml")


class HyperError(InputError):
    """A file of hyper-parameters cannot be used; the message is one line."""


@dataclass(frozen=True, slots=True)
class Hyper:
    """The hyper-parameters of a run, each number with its bounds.

    Attributes:
        batch: pictures or crops per step.
        least_batch: down to so many where a run by the clock would make too few steps.
        top_rate: the highest learning rate.
        weight_decay: of AdamW; the finder's normalisations and biases have none.
        most_gradient: maximum norm of a step's gradient; larger ones are clipped.
        warmup: steps over which the learning rate rises.
        memory: decay of the exponential moving average of the weights, which is exported.
        real: share of real photos, if there are any.
    """

    batch: Annotated[int, 1, 4096]
    least_batch: Annotated[int, 1, 4096]
    top_rate: Annotated[float, 1e-8, 1.0]
    weight_decay: Annotated[float, 0.0, 1.0]
    most_gradient: Annotated[float, 1e-3, 1e6]
    warmup: Annotated[int, 1, 1_000_000]
    memory: Annotated[float, 0.0, 0.999999]
    real: Annotated[float, 0.0, 1.0]


def hyper_of(network: str, file: Path | None = None) -> Hyper:
    """The hyper-parameters of the ``finder``, ``reader``, ``leveller`` or ``layout``.

    The values in a TOML file's table of that name replace those of ``hyper.toml``.

    Raises:
        HyperError: the file cannot be read, is not valid TOML, or has a value that is not allowed.

    >>> hyper_of("reader").batch, hyper_of("finder").real
    (96, 0.25)
    """
    defaults = Hyper(**read_toml(_FILE)[network])
    if file is None:
        return defaults
    try:
        tables = read_toml(file)
    except TomlError as error:
        raise HyperError(str(error)) from error
    table = tables.get(network)
    if not isinstance(table, dict):
        raise HyperError(file, f"a table [{network}] is missing")
    for name, value in table.items():
        _check(name, value, f"{file}: [{network}]")
    return replace(defaults, **table)


def _check(name: str, value: Any, where: str) -> None:  # noqa: ANN401 - whatever the file says
    hints = get_type_hints(Hyper, include_extras=True)
    if name not in hints:
        message = f"{where} has no {name}; it has {', '.join(hints)}"
        raise HyperError(message)
    kind, low, high = get_args(hints[name])
    is_whole = kind is int
    fits = isinstance(value, int if is_whole else int | float) and not isinstance(value, bool)
    if not fits or not low <= value <= high:
        message = f"{where} {name} = {value!r:.40} is no {'whole ' * is_whole}number from {low:g} to {high:g}"
        raise HyperError(message)
