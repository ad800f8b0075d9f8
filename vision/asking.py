"""Work that asks for pixels or for a network's answers: it yields questions and is sent the answers.

So what is decided by the answers is written once, in plain arrays: the server answers with its own engine at
once, and the page in a browser whenever its scripts have answered.
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
    """Do the work to its end, each of its questions answered at once, and give what it returns.

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
    """Do the work to its end, each of its questions answered by other work, which asks in its turn.

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
