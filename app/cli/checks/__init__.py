"""Checks what is wrong with this installation, if anything; each check is independent."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

State: TypeAlias = Literal["well", "doubtful", "wrong"]


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check."""

    about: str  # what was checked, in a word or two
    state: State  # ``doubtful`` works, but not as it should; ``wrong`` does not work
    detail: str  # the facts; where something is not well, also what to do


def carefully(about: str, look: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The findings of ``look``; if it fails itself, a finding that says so."""
    try:
        yield from look()
    except Exception as error:  # noqa: BLE001 - whatever is broken is what the doctor is asked about
        yield Finding(about, "wrong", " ".join(f"{type(error).__name__}: {error}".split()))
