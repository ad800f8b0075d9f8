"""Count the taps that a photo needs until its score is finished, with every fact given.

``python -m tests.benchmarks.taps FOLDER...`` reads each labelled photo with a winning hand and shows it on
the dock. A simulated person who knows the truth answers every question, tap by tap, and says how the hand was
won: as labelled, else by self-draw. A tile chosen on the keyboard takes two taps. The output lists the taps
of each photo, and whether a finished score was of another hand than the labelled one.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from yakulens.app.hand.session import HandSession, desk_of
from yakulens.app.pocket.phone import Phone
from yakulens.datasets.truth import LabelledHand, load_truths
from yakulens.scorer.counts import count
from yakulens.scorer.decompose import is_complete
from yakulens.scorer.tile import COPIES
from yakulens.vision.labels import FACES, plain
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import read_photo
from yakulens.vision.reading import Reading
from yakulens.vision.recognise import Recogniser

MOST: Final = 25
USUAL: Final = {"by": "tsumo", "seat": "south", "round": "east", "riichi": "none", "dora_indicators": []}


@dataclass
class Person:
    """A simulated person who knows the hand and how it was won, and taps.

    Attributes:
        phone: the page.
        truth: the labelled hand.
        situation: how it was won.
        taps: number of taps so far.
    """

    phone: Phone
    truth: LabelledHand
    situation: dict[str, Any]
    taps: int = 0
    sent: int = field(default=0, repr=False)

    def tap(self, event: dict[str, Any], taps: int = 1) -> None:
        """Send one event that costs ``taps`` taps."""
        self.sent += 1
        self.taps += taps
        self.phone.hear({"events": [event | {"n": self.sent}]})

    def finish(self) -> dict[str, Any]:
        """Answer until nothing is asked; return what the page shows then."""
        while True:
            shown: dict[str, Any] = json.loads(self.phone.shown())
            if self.taps >= MOST or not (shown["questions"] or shown["asked"]):
                return shown
            if shown["questions"]:
                self._answer(shown["questions"][0])
            else:
                self._say(shown, shown["asked"])

    def _answer(self, ask: dict[str, Any]) -> None:
        """Give the answer that brings the hand nearest to the true one."""
        events = [choice["event"] for choice in ask["choices"] if choice["event"] is not None]
        if not events:
            self.taps = MOST
            return
        self.tap(min(events, key=self._off_after))

    def _off_after(self, event: dict[str, Any]) -> int:
        phone = deepcopy(self.phone)
        phone.hear({"events": [event | {"n": self.sent + 1}]})
        return off(phone, self.truth, self.situation.get("win"))

    def _say(self, shown: dict[str, Any], fact: str) -> None:
        if fact not in {"dora", "ura"}:
            ippatsu = fact == "riichi" and self.situation.get("ippatsu")
            value = f"{self.situation.get(fact, 'none')}{'_ippatsu' if ippatsu else ''}"
            self.tap({"do": "say", "field": fact, "value": value})
            return
        place = "indicators" if fact == "dora" else "ura"
        wanted = Counter(self.situation.get(f"{fact}_indicators", []))
        faces = {tile["uid"]: tile["face"] for tile in shown["tiles"]}
        wanted -= Counter(faces[uid] for uid in shown["hand"][place])
        face = next(iter(wanted.elements()), None)
        there = next((uid for uid in shown["hand"]["others"] if faces[uid] == face), None)
        if face is None:
            both = fact == "dora" and self.situation["riichi"] != "none" and not self._ura()
            self.tap({"do": "say", "field": fact, "value": "nor_ura" if both else "none"})
        elif there is not None:
            self.tap({"do": "move", "uid": there, "place": place})
        else:
            self.tap({"do": "tap", "face": face, "place": place}, taps=2)

    def _ura(self) -> bool:
        return bool(self.situation.get("ura_indicators"))


def off(phone: Phone, truth: LabelledHand, won: str | None) -> int:
    """The distance of the hand on the page from the true one; 0 if equal."""
    desk, win = phone.session.desk, truth.win or won
    own = [*desk.concealed, *([] if desk.win is None else [desk.win])]
    ours = (
        Counter(desk.faces(own)),
        Counter((meld.kind, *sorted(desk.faces(meld.tiles))) for meld in desk.melds),
    )
    held = Counter([*truth.concealed, *([] if truth.win is None else [truth.win])])
    theirs = held, Counter((meld.kind, *sorted(meld.tiles)) for meld in truth.melds)
    apart = sum((a - b).total() + (b - a).total() for a, b in zip(ours, theirs, strict=True))
    return apart + (desk.win is None or (win is not None and desk.face(desk.win) != win))


def wins(truth: LabelledHand) -> bool:
    """Whether the label has fourteen tiles that make a complete hand, of which a set has as many."""
    tiles = [*truth.concealed, *([] if truth.win is None else [truth.win])]
    if len(tiles) + 3 * len(truth.melds) != 14 or any(tile not in FACES for tile in tiles):
        return False
    if max(Counter(plain(tile) for tile in truth.tiles if tile in FACES).values()) > COPIES:
        return False
    return is_complete(count(plain(tile) for tile in tiles), len(truth.melds))


def taken(reading: Reading, truth: LabelledHand, situation: dict[str, Any]) -> Person:
    """A person in front of a photo that was just read."""
    session, _ = HandSession().play_by("ema-2025")
    photo = {"url": "", "width": 1, "height": 1}
    phone = Phone(session=session.next_hand(desk_of(reading), reading), photo=photo)
    return Person(phone, truth, situation)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    args = parser.parse_args()
    recogniser, needed, wrong = Recogniser.load(threads=1), [], 0
    for folder in args.folders:
        lines = (folder / "hands.jsonl").read_text(encoding="utf-8").splitlines()
        said = {line["file"]: line.get("situation", {}) for line in map(json.loads, lines)}
        for truth in load_truths(folder):
            if not isinstance(truth, LabelledHand) or not wins(truth):
                continue
            reading = read_photo(load(folder / truth.file), recogniser).reading
            person = taken(reading, truth, USUAL | said[truth.file])
            shown = person.finish()
            finished = bool(shown["outcome"]) and shown["outcome"]["so_far"] == shown["outcome"]["headline"]
            right = off(person.phone, truth, person.situation.get("win")) == 0
            wrong += finished and not right
            needed.append(person.taps)
            ends = shown["outcome"]["headline"] if finished else "not finished"
            print(f"{truth.file}: {person.taps} taps, {ends}{'' if right else ', ANOTHER HAND'}", flush=True)  # noqa: T201
    middle, most = statistics.median(needed), max(needed)
    print(f"{len(needed)} photos: median {middle}, most {most}; wrong but finished {wrong}")  # noqa: T201


if __name__ == "__main__":
    main()
