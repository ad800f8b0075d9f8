"""Walk photos through both pages: ``python -m tests.browser.walk FOLDER... --pocket DIR``.

At most ``--most`` photos of each labelled folder are taken, evenly. Each is read on the served page and on
the page without a server, which was built into ``DIR``, in a Chromium of a phone's size. A person who knows
the hand answers what is asked, tap by tap: once it was self-drawn, once won on a discard, after riichi if
closed.

The tiles are compared with what `yakulens read` prints, each question with that of a hand in Python that
hears the same taps, the score in full with `yakulens score`, the waits with `yakulens waits` and `yakulens
discards`, and both pages with each other. One row a photo, then the totals.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import sync_playwright

from tests.benchmarks.pocket import KINDS
from tests.benchmarks.taps import USUAL, off, wins
from tests.browser.conftest import Server
from tests.browser.finger import photograph, settled
from tests.browser.states.__main__ import ROOT, new_page
from tests.browser.walk import command, sight, visitor
from tests.chromium import FLAGS, installed
from tests.pocket.conftest import PlainHost, served
from tests.pocket.reading import read_in_browser
from yakulens.datasets.truth import LabelledHand, load_truths
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    from yakulens.vision.reading import Reading

_RON: Final = USUAL | {
    "by": "ron", "discarder": "west", "riichi": "riichi", "dora_indicators": ["9p"], "ura_indicators": ["1z"]
}  # fmt: skip
WAYS: Final = {"tsumo": USUAL, "ron": _RON}
_DECLARED: Final = {"dora_indicators": "dora", "ura_indicators": "ura"}
"""The fact that each row of indicators answers, where it is not called like it."""


@dataclass
class Walked:
    """One photo on one page.

    Attributes:
        taps: how many it took until nothing was asked.
        asked: what was asked, in order.
        ends: what the page showed in the end, in whole.
        right: whether that was the labelled hand.
        differs: what the page showed otherwise than the command line says, by what it is about.
    """

    taps: int = 0
    asked: tuple[str, ...] = ()
    ends: str = ""
    right: bool = False
    differs: dict[str, list[str]] = field(default_factory=dict)

    def note(self, about: str, *lines: str) -> None:
        """Note that something was compared, and what was found to differ."""
        self.differs.setdefault(about, []).extend(lines)


@dataclass(frozen=True)
class Case:
    """A photo, its label, and how its hand was won."""

    photo: Path
    truth: LabelledHand
    facts: dict[str, Any]
    reading: Reading
    told: dict[str, Any]


@dataclass(frozen=True)
class Pages:
    """One of both pages: opens it afresh, has it read a photo, waits until it is drawn."""

    opened: Callable[[], Page]
    give: Callable[[Page, Path], object]
    settled: Callable[[Page], None]

    def walk(self, case: Case) -> Walked:
        """Walk a photo through this page."""
        page, walked = self.opened(), Walked()
        try:
            self._walk(page, case, walked)
        except (PlaywrightError, AssertionError) as error:
            walked.note("way", f"broke off: {str(error)[:300]}")
        page.context.close()
        return walked

    def _walk(self, page: Page, case: Case, walked: Walked) -> None:
        self.give(page, case.photo)
        walked.note("tiles", *sight.differences(sight.tiles(page), sight.tiles_read(case.told)))

        def waited() -> None:
            waits, discards = (
                command.before_win(name, case.told, visitor.RULES) for name in ("waits", "discards")
            )
            expected = sight.before_win_of(waits, discards)
            walked.note("waits", *sight.differences(sight.before_win(page), expected))

        person = visitor.before(
            page, case.reading, case.truth, case.facts, settled=self.settled, waited=waited
        )
        person.finish()
        walked.taps, walked.asked = person.taps, tuple(person.asked)
        beside = [line for line in dict.fromkeys(person.differs) if line.startswith("beside:")]
        walked.note("questions", *(line for line in person.differs if line not in beside))
        walked.note("tiles beside", *beside)
        # A hand that waits has no winning tile, or one that was chosen: its label has none.
        walked.right = off(person.phone, case.truth, case.facts.get("win")) <= (not wins(case.truth))
        scored = person.phone.session.scored
        if scored.score is not None and scored.hand is not None and not person.lost:
            said = {
                name: value for name, value in case.facts.items()
                if f"fact-{_DECLARED.get(name, name)}" in person.asked
            }  # fmt: skip
            told = command.score(scored.hand, said | {"rules": visitor.RULES})
            expected = sight.numbers_of(told)
            walked.note("points", *sight.differences(sight.numbers(page), expected))
        walked.ends = sight.full(page)["whole"]


def cases(folders: list[Path], most: int, ways: list[str]) -> list[Case]:
    """The photos with their labels, read by Python and by the command line, won in each way."""
    found, recogniser = [], Recogniser.load(threads=1)
    for folder in folders:
        lines = map(json.loads, (folder / "hands.jsonl").read_text(encoding="utf-8").splitlines())
        known = {line["file"]: line for line in lines}
        truths = {truth.file: truth for truth in load_truths(folder) if isinstance(truth, LabelledHand)}
        photos = sorted(
            path for path in folder.iterdir() if path.suffix.lower() in KINDS and path.name in truths
        )
        few = [photos[at * len(photos) // most] for at in range(most)] if len(photos) > most else photos
        for photo, told in command.readings(few).items():
            reading, truth, line = (
                read_photo(load(photo), recogniser).reading,
                truths[photo.name],
                known[photo.name],
            )
            closed = all(meld.kind == "closed_kan" for meld in truth.melds)
            for way in ways:
                facts = WAYS[way] | line.get("situation", {})
                if "indicators" in line:
                    facts |= {"dora_indicators": line["indicators"]}
                if not closed:
                    facts |= {"riichi": "none", "ura_indicators": []}
                found.append(Case(photo, truth, facts, reading, told))
    return found


def both(browser: Browser, other: Browser, pocket: Path, stack: ExitStack) -> dict[str, Pages]:
    """The served page, and the one without a server, each in a browser."""
    server = Server(ROOT, Path(stack.enter_context(tempfile.TemporaryDirectory())))
    stack.callback(server.end)
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(PlainHost, directory=str(pocket)))
    address = stack.enter_context(served(host))

    def of_server() -> Page:
        page = new_page(browser, "phone", "en")
        page.goto(f"{server.url}/?lang=en")
        page.locator('[data-testid="stFileUploader"]').first.wait_for(state="attached")
        settled(page)
        return page

    def alone() -> Page:
        page = new_page(other, "phone", "en")
        page.goto(address)
        page.wait_for_selector("body[data-ready]", state="attached")
        return page

    def given(page: Page, photo: Path) -> None:
        read_in_browser(page, photo)
        page.locator("#desk .yd-dock").wait_for()

    return {"page": Pages(of_server, photograph, settled), "pocket": Pages(alone, given, lambda _: None)}


def row(case: Case, walked: dict[str, Walked]) -> list[str]:
    """A photo's row, and below it what differs."""
    lines, first = [], walked["page"]
    told = [f"{case.photo.name}, {case.facts['by']}:"]
    for name, one in walked.items():
        marks = [f"{about} {'differ' if differs else 'equal'}" for about, differs in one.differs.items()]
        told.append(f"{name} {one.taps} taps, {', '.join(marks)}{'' if one.right else ', another hand'};")
        lines += [f"    {name} {each}" for about, differs in one.differs.items() for each in differs]
    alike = all((one.asked, one.ends) == (first.asked, first.ends) for one in walked.values())
    told.append(f"{len(first.asked)} questions; both pages {'alike' if alike else 'DIFFER'}")
    if not alike:
        lines += [f"    {name}: {one.asked} {one.ends}" for name, one in walked.items()]
    return [" ".join(told), *lines]


def totals(done: list[tuple[Case, dict[str, Walked]]]) -> list[str]:
    """How many comparisons there were of each kind, and how many differed; taps by page and way."""
    lines = []
    for name in ("page", "pocket"):
        ones = [walked[name] for _, walked in done]
        for about in ("tiles", "tiles beside", "questions", "waits", "points", "way"):
            compared = [one.differs[about] for one in ones if about in one.differs]
            if compared:
                lines.append(f"{name}: {about} differ in {sum(map(bool, compared))} of {len(compared)}")
        for way in WAYS:
            taps = [walked[name].taps for case, walked in done if case.facts["by"] == way]
            if taps:
                lines.append(
                    f"{name}: {way}, taps a photo: median {statistics.median(taps)}, most {max(taps)}"
                )
    return lines


def main() -> None:
    """Walk, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="labelled photos of hands")
    parser.add_argument("--pocket", type=Path, required=True, help="a built page without a server")
    parser.add_argument("--most", type=int, default=12, help="photos of a folder (default: 12)")
    parser.add_argument("--ways", nargs="+", default=[*WAYS], choices=[*WAYS], help="how the hands were won")
    parser.add_argument("--only", nargs="+", default=[""], help="photos with one of these in their names")
    args = parser.parse_args()
    done: list[tuple[Case, dict[str, Walked]]] = []
    with ExitStack() as stack:
        chromium = stack.enter_context(sync_playwright()).chromium
        alone = [flag for flag in FLAGS if not flag.startswith("--js-flags")]
        browsers = [chromium.launch(executable_path=installed(), args=[*flags]) for flags in (FLAGS, alone)]
        for browser in browsers:
            stack.callback(browser.close)
        pages = both(browsers[0], browsers[1], args.pocket, stack)
        for case in cases(args.folders, args.most, args.ways):
            if not any(each in case.photo.name for each in args.only):
                continue
            done.append((case, {name: page.walk(case) for name, page in pages.items()}))
            sys.stdout.write("\n".join(row(*done[-1])) + "\n")
            sys.stdout.flush()
    sys.stdout.write("\n".join(totals(done)) + "\n")


if __name__ == "__main__":
    main()
