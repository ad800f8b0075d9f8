"""Generators that ask for pixels or a network's answers: they yield questions and are sent the answers.

So the decisions are written once, in plain arrays. The server answers at once with its own engine; the page
in a browser answers when its scripts have.
"""

from collections.abc import Callable, Generator
from typing import Any, TypeVar

Question = TypeVar("Question")
Answer = TypeVar("Answer")
Result = TypeVar("Result")
OuterQuestion = TypeVar("OuterQuestion")
OuterAnswer = TypeVar("OuterAnswer")


def ask(question: Question) -> Generator[Question, Any, Any]:
    """Work that asks one question and returns its answer.

    >>> run(ask(2), lambda question: 10 * question)
    20
    """
    return (yield question)


def run(work: Generator[Question, Answer, Result], answer: Callable[[Question], Answer]) -> Result:
    """Run the work to its end, answer each of its questions at once, and return its result.

    >>> def work():
    ...     return (yield 2) + (yield 3)
    >>> run(work(), lambda question: 10 * question)
    50
    """
    try:
        question = next(work)
        while True:
            question = work.send(answer(question))
    except StopIteration as end:
        result: Result = end.value
        return result


def relay(
    work: Generator[Question, Answer, Result],
    answer: Callable[[Question], Generator[OuterQuestion, OuterAnswer, Answer]],
) -> Generator[OuterQuestion, OuterAnswer, Result]:
    """Run the work to its end and answer each question by other work, which may ask questions too.

    >>> def work():
    ...     return (yield 2)
    >>> def answer(question):
    ...     return 1 + (yield str(question))
    >>> run(relay(work(), answer), int)
    3
    """
    try:
        question = next(work)
        while True:
            question = work.send((yield from answer(question)))
    except StopIteration as end:
        result: Result = end.value
        return result
