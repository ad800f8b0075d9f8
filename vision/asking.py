"""Work that asks for pixels or for a network's answers: it yields each question and is sent the answer.

So what is decided by the answers is written once, in plain arrays: the server answers with its own engine at
once, and the page in a browser whenever its scripts have answered.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Q = TypeVar("Q")
A = TypeVar("A")
T = TypeVar("T")
R = TypeVar("R")
B = TypeVar("B")


def asked(question: Q) -> Generator[Q, Any, Any]:
    """Work that asks one question and gives its answer.

    >>> answered(asked(2), lambda question: 10 * question)
    20
    """
    return (yield question)


def answered(asking: Generator[Q, A, T], answer: Callable[[Q], A]) -> T:
    """Do the work to its end, each of its questions answered at once, and give what it returns.

    >>> def work():
    ...     return (yield 2) + (yield 3)
    >>> answered(work(), lambda question: 10 * question)
    50
    """
    try:
        question = next(asking)
        while True:
            question = asking.send(answer(question))
    except StopIteration as end:
        result: T = end.value
        return result


def passed_on(work: Generator[Q, A, T], on: Callable[[Q], Generator[R, B, A]]) -> Generator[R, B, T]:
    """Do the work to its end, each of its questions answered by other work, which asks in its turn.

    >>> def work():
    ...     return (yield 2)
    >>> def on(question):
    ...     return 1 + (yield str(question))
    >>> answered(passed_on(work(), on), int)
    3
    """
    try:
        question = next(work)
        while True:
            question = work.send((yield from on(question)))
    except StopIteration as end:
        result: T = end.value
        return result
