"""A page in a browser of any maker, with what a journey needs of it."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from types import ModuleType

_TAP: Final = """(() => {
  const found = [...document.querySelectorAll(%s)]
    .filter(each => each.checkVisibility() && !each.disabled)[%d];
  if (!found) return "absent";
  found.scrollIntoView({block: "nearest"});
  let box = found.getBoundingClientRect();
  const at = () => document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
  if (!found.contains(at()) && !at()?.contains(found)) {
    found.scrollIntoView({block: "center"});
    box = found.getBoundingClientRect();
  }
  if (!found.contains(at()) && !at()?.contains(found)) return `covered by ${at()?.outerHTML.slice(0, 200)}`;
  found.click();
  return "";
})()"""
"""Tap what a selector finds, if a finger could: it is there, can be tapped, and nothing lies on it."""

_WRITE: Final = """(() => {
  const field = document.querySelector(%s);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value").set.call(field, %s);
  const follow = name => field.dispatchEvent(new Event(name, { bubbles: true }));
  ["input", "change", "focusout"].forEach(follow);
})()"""
"""Write into a field and leave it, as a keyboard does: past what a script keeps of it, with its events."""

_OPTIONS: Final = ".yd-options button:not([disabled])"
_ON_KEYS: Final = ".yd-keys:not([hidden]) .yd-nones button"
_HEARD: Final = """(() => {
  const { heard, sent } = document.querySelector('.yd').dataset;
  return heard === sent && !document.querySelector('.yd-dock[data-holds]');
})()"""
_OVERLAP: Final = """(() => {
  const [says, note] = ['.yd-say > b', '.yd-dock > .yd-note'].map(part => document.querySelector(part))
    .map(part => part?.textContent ? part.getBoundingClientRect() : null);
  return Boolean(says && note && says.bottom > note.top + 2 && says.top < note.bottom);
})()"""
"""Whether the dock's question and the note below it lie on each other."""


class Tab(ABC):
    """A page.

    Attributes:
        faults: errors that its scripts wrote into the console, where the browser tells.
    """

    faults: Sequence[str] = ()

    @abstractmethod
    def open(self, address: str) -> None:
        """Open an address and wait until it is loaded."""

    @abstractmethod
    def reload(self) -> None:
        """Load the page again and wait until it is loaded."""

    @abstractmethod
    def evaluate(self, script: str) -> Any:  # noqa: ANN401 - any JSON
        """What an expression gives, which JSON can say."""

    @abstractmethod
    def give(self, selector: str, file: Path) -> None:
        """Choose a file in an input."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Show the page in a window of this size; at first it is a phone's."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def wait_for(self, script: str, seconds: float = 120) -> None:
        """Wait until an expression holds."""
        end = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({script})"):
            assert time.monotonic() < end, f"{script} never held: {self.evaluate('document.body.innerText')}"
            time.sleep(0.1)

    def tap(self, selector: str, number: int = 0) -> None:
        """Tap what a selector finds, once a finger can."""
        end = time.monotonic() + 60
        while why := self.evaluate(_TAP % (json.dumps(selector), number)):
            assert time.monotonic() < end, f"{selector}: {why}"
            time.sleep(0.1)

    def write(self, selector: str, text: str) -> None:
        """Write into a field, once it is there."""
        self.wait_for(f"document.querySelector({json.dumps(selector)})")
        self.evaluate(_WRITE % (json.dumps(selector), json.dumps(text)))

    def answer(self, done: str) -> None:
        """Give the first answer to whatever the dock asks, until an expression holds."""
        for _ in range(12):
            if self.evaluate(f"Boolean({done})"):
                return
            before = self.evaluate("document.querySelector('.yd').dataset.sent")
            on_keys = self.evaluate(f"Boolean(document.querySelector('{_ON_KEYS}'))")
            self.tap(_ON_KEYS if on_keys else _OPTIONS)
            self.wait_for(f"document.querySelector('.yd').dataset.sent !== {json.dumps(before)} && {_HEARD}")
            assert not self.evaluate(_OVERLAP), self.evaluate("document.querySelector('.yd-dock').innerText")
        raise AssertionError(self.evaluate("document.querySelector('.yd-dock').innerText"))


@contextmanager
def started(browsers: ModuleType, profile: Path) -> Iterator[Tab]:
    """A page in the browser of a module such as `tests.firefox`; the test is skipped where there is none."""
    program = browsers.installed()
    if program is None:
        pytest.skip(f"no {browsers.NAME} is installed")
    with browsers.started(program, profile) as page:
        yield page
