"""Runs coroutines without an event loop.

A photo is searched by one coroutine, which awaits its engines (`vision.engines`). On a server these answer
at once and only pause, so that the caller may do other work or stop; in a browser they wait for the page's
scripts (`app.pocket.browser_search`).
"""

from collections.abc import Coroutine, Generator
from typing import TypeVar

Result = TypeVar("Result")


class _Pause:
    def __await__(self) -> Generator[None, None, None]:
        yield


async def pause() -> None:
    """Let the caller of `in_steps` do other work; `run` goes on at once."""
    await _Pause()


def in_steps(work: Coroutine[None, None, Result]) -> Generator[None, None, Result]:
    """Run work to its end, yielding at each pause; closing the generator ends the work.

    >>> async def work():
    ...     await pause()
    ...     return 3
    >>> steps = in_steps(work())
    >>> len([*steps])
    1
    """
    try:
        while True:
            work.send(None)
            yield
    except StopIteration as end:
        result: Result = end.value
        return result
    finally:
        work.close()


def finished(steps: Generator[None, None, Result]) -> Result:
    """The result of a generator that only pauses.

    >>> def steps():
    ...     yield
    ...     return 5
    >>> finished(steps())
    5
    """
    while True:
        try:
            next(steps)
        except StopIteration as end:
            result: Result = end.value
            return result


def run(work: Coroutine[None, None, Result]) -> Result:
    """Run work to its end without a pause, and return its result.

    >>> async def work():
    ...     await pause()
    ...     return 3
    >>> run(work())
    3
    """
    return finished(in_steps(work))
