"""Commands killed at random moments, and whether everything works afterwards.

``python -m tests.hostile.random_kills 100`` kills an import, a training, and adopting, adding, rolling back
and learning, in turn: half of the time by SIGKILL to its whole group of processes at a random moment of its
run, half before a random one of its file operations or just after it opened a file. After each kill the
models and the sets are listed, a photo is read, the present model is rolled back, and the same command is
typed once more, which must do its work or say that it is done; then all is listed and read again. Without
PyTorch, or a font with Chinese characters, nothing is trained.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, STDOUT, Popen
from typing import TYPE_CHECKING, Final

import cv2

from tests.hostile.kills import KILLED
from tests.models.teach.designs import all_faces, artwork, laid_out, odd_sets
from yakulens.app import cli
from yakulens.datasets.render.face_canvas import find_fonts
from yakulens.datasets.render.system_fonts import font_folders
from yakulens.models.train.card import derive
from yakulens.vision import models

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT: Final = Path(__file__).resolve().parents[2]
SAMPLES: Final = ROOT / "datasets" / "samples"
HYPER: Final = "[reader]\nbatch = 8\n"
_DATA: Final = "XDG_DATA_HOME"
_NO_DEFAULT: Final = "replaced no model here"
_NOTHING: Final = "no reading"


@dataclass(frozen=True, slots=True)
class Victim:
    """A command that is killed.

    Attributes:
        name: of it.
        words: as typed.
        before: the folder as it is before, which is copied to where it runs.
        seconds: that it takes.
        operations: number of its file operations.
    """

    name: str
    words: tuple[str, ...]
    before: Path
    seconds: float
    operations: int


@dataclass(slots=True)
class Count:
    """What became of a victim's kills: landed by the clock, at an operation; what did not work afterwards."""

    by_clock: int = 0
    at_operation: int = 0
    faults: int = 0


class Kills:
    """Everything that is killed and its surroundings, below one folder."""

    def __init__(self, folder: Path, fonts: Sequence[Path]) -> None:
        """Lay out an export, photos, models and homes; training draws its tiles with these fonts."""
        self.fonts = fonts
        self.given, self.now, self.log = folder / "given", folder / "now", folder / "log.txt"
        self.given.mkdir(parents=True)
        _export(self.given / "export")
        for seed in range(2):
            shot = laid_out(all_faces(), odd_sets([artwork()])[0], 700 + seed)
            cv2.imwrite(str(self.given / f"layout-{seed}.jpg"), shot.image[..., ::-1])
        (self.given / "hyper.toml").write_text(HYPER, encoding="utf-8")
        card = models.choose()
        finder, reader = (card.folder / getattr(card, part).file for part in ("finder", "reader"))
        (self.given / "club").mkdir()
        derive("club", card, {"reader": reader.read_bytes()}, self.given / "club")
        shutil.copyfile(finder, self.given / "finder.onnx")
        fresh, adopted = self.given / "fresh", self.given / "adopted"
        fresh.mkdir()
        few = self.given / "few"
        adopt = ("models", "adopt", f"{self.given}/club/club.toml", "--on", str(few), "--insist")
        _few(few)
        self._place(fresh)
        assert self.done(adopt)[0] == 0, self.log.read_text(encoding="utf-8")
        shutil.copytree(self.now, adopted)
        out = self.now / "out"
        photos = (f"{self.given}/layout-{k}.jpg" for k in range(2))
        export = f"{self.given}/export"
        lines = {
            "import": (("data", "import", export, "--out", f"{out}/photos", "--all-boxed"), fresh),
            "train": (self._training(out), fresh),
            "adopt": (adopt, fresh),
            "add": (("models", "add", f"{self.given}/finder.onnx", "mine", "--as", "finder"), fresh),
            "rollback": (("models", "rollback"), adopted),
            "learn": (("learn", "odd", *photos, "--insist"), fresh),
        }  # fmt: skip
        if importlib.util.find_spec("torch") is None or not find_fonts(fonts)[0]:
            del lines["train"]
        self.expected = self._reading(fresh)
        self.victims = [self._measured(name, words, before) for name, (words, before) in lines.items()]

    def _training(self, out: Path) -> tuple[str, ...]:
        few = ("--designs", "2", "--threads", "1", "--workers", "1", "--quads", "none")
        photos = ("--photos", f"{self.given}/few", "--hyper", f"{self.given}/hyper.toml")
        fonts = (word for folder in self.fonts for word in ("--fonts", str(folder)))
        return ("train", "reader", *photos, *few, *fonts, "--steps", "6", "--out", f"{out}/run")

    def _place(self, before: Path) -> None:
        """Make the folder in which commands run a copy of another one."""
        shutil.rmtree(self.now, ignore_errors=True)
        shutil.copytree(before, self.now)
        (self.now / "out").mkdir(exist_ok=True)

    def _reading(self, before: Path) -> str:
        self._place(before)
        code, said = self.done(("read", str(SAMPLES / "open.jpg")))
        assert code == 0, said
        assert _faces(said) != _NOTHING, said
        return _faces(said)

    def _measured(self, name: str, words: tuple[str, ...], before: Path) -> Victim:
        """A command with the time that it takes and the number of its operations."""
        self._place(before)
        code, said = self._ended(self._begun(words, at=0))
        assert code == 0, f"{name}: {said}"
        count = int(said.split()[-1])
        self._place(before)
        since = time.monotonic()
        code, said = self.done(words)
        assert code == 0, f"{name}: {said}"
        return Victim(name, words, before, time.monotonic() - since, count)

    def _begun(self, words: Sequence[str], *, at: int | None = None, torn: bool = False) -> Popen[bytes]:
        """Begin a command as a group of processes, to be killed at an operation if ``at`` says so."""
        hooked = ["tests.hostile.kills", str(at), "torn" if torn else "whole", str(self.now)]
        module = ["yakulens"] if at is None else hooked
        environment = {name: value for name, value in os.environ.items() if name != models.VARIABLE}
        with self.log.open("wb") as log:
            return Popen(
                [sys.executable, "-m", *module, *words],
                cwd=ROOT,
                env=environment | {_DATA: str(self.now)},
                start_new_session=True,
                stdin=DEVNULL,
                stdout=log,
                stderr=STDOUT,
            )

    def _ended(self, process: Popen[bytes]) -> tuple[int, str]:
        return process.wait(), self.log.read_text(encoding="utf-8")

    def done(self, words: Sequence[str]) -> tuple[int, str]:
        """The exit status of a command that nobody kills, and what it said."""
        return self._ended(self._begun(words))

    def kill(self, victim: Victim, draw: random.Random, count: Count, *, by_clock: bool) -> str:
        """Kill a command once; returns when. One that ended before is begun anew."""
        while True:
            self._place(victim.before)
            if by_clock:
                after = draw.uniform(0, victim.seconds)
                process = self._begun(victim.words)
                time.sleep(after)
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)
                    process.wait()
                    count.by_clock += 1
                    return f"after {after:.2f} of {victim.seconds:.2f} s"
            else:
                at, torn = draw.randint(1, victim.operations), draw.random() < 0.5
                if self._begun(victim.words, at=at, torn=torn).wait() == KILLED:
                    count.at_operation += 1
                    return f"{'just after' if torn else 'before'} operation {at} of {victim.operations}"

    def faults(self, victim: Victim) -> list[str]:
        """What does not work after a kill."""
        found = self._state()
        code, said = self.done(("models", "rollback"))
        if code and not (code == cli.BAD_INPUT and _NO_DEFAULT in said):
            found.append(f"rollback ({code}): {said}")
        code, said = self.done(victim.words)
        if code and not (code == cli.BAD_INPUT and ("already" in said or _NO_DEFAULT in said)):
            found.append(f"again ({code}): {said}")
        return found + self._state()

    def _state(self) -> list[str]:
        """What of listing and reading does not work."""
        found = []
        for words in (("models", "list"), ("sets",)):
            code, said = self.done(words)
            if code or "left out" in said:
                found.append(f"{' '.join(words)} ({code}): {said}")
        code, said = self.done(("read", str(SAMPLES / "open.jpg")))
        if code or _faces(said) != self.expected:
            found.append(f"read ({code}): {said[:400]}")
        return found


def _faces(said: str) -> str:
    """The faces of a reading that was printed as JSON, whatever model read them."""
    try:
        answer, _ = json.JSONDecoder().raw_decode(said[said.index("{") :])
        return " ".join(tile["face"] for tile in answer["tiles"])
    except (ValueError, KeyError):
        return _NOTHING


def _few(folder: Path) -> None:
    """A labelled folder of two samples."""
    folder.mkdir()
    rows = (SAMPLES / "labels.jsonl").read_text(encoding="utf-8").splitlines()[:2]
    (folder / "labels.jsonl").write_text("\n".join(rows), encoding="utf-8")
    for row in rows:
        name = json.loads(row)["file"]
        shutil.copyfile(SAMPLES / name, folder / name)


def _export(folder: Path) -> None:
    """The samples as Roboflow exports them."""
    rows = [json.loads(line) for line in (SAMPLES / "labels.jsonl").read_text(encoding="utf-8").splitlines()]
    names = sorted({box[4] for row in rows for box in row["boxes"]})
    part = folder / "train"
    for kind in ("images", "labels"):
        (part / kind).mkdir(parents=True)
    (folder / "data.yaml").write_text(
        f"train: ../train/images\nnc: {len(names)}\nnames: {names}\n", encoding="utf-8"
    )
    for row in rows:
        shutil.copyfile(SAMPLES / row["file"], part / "images" / row["file"])
        high, wide = cv2.imread(str(SAMPLES / row["file"])).shape[:2]
        lines = [
            f"{names.index(tile)} {(x1 + x2) / 2 / wide} {(y1 + y2) / 2 / high}"
            f" {(x2 - x1) / wide} {(y2 - y1) / high}"
            for x1, y1, x2, y2, tile in row["boxes"]
        ]
        (part / "labels" / Path(row["file"]).with_suffix(".txt")).write_text(
            "\n".join(lines), encoding="utf-8"
        )


def main(words: Sequence[str] | None = None) -> int:
    """Print what works after each kill, and the count of all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("kills", type=int, nargs="?", default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--fonts", type=Path, action="append", metavar="DIR", help="default: the machine's")
    parser.add_argument("--only", nargs="*", metavar="COMMAND", help="these alone, such as train")
    args = parser.parse_args(words)
    draw = random.Random(args.seed)
    with tempfile.TemporaryDirectory(prefix="yakulens-kills-") as folder:
        kills = Kills(Path(folder) / "all", args.fonts or font_folders())
        victims = [victim for victim in kills.victims if not args.only or victim.name in args.only]
        counts = {victim.name: Count() for victim in victims}
        for number in range(args.kills):
            victim = victims[number % len(victims)]
            count = counts[victim.name]
            when = kills.kill(victim, draw, count, by_clock=number // len(victims) % 2 == 0)
            faults = kills.faults(victim)
            count.faults += bool(faults)
            print(f"{victim.name} killed {when}: {'; '.join(faults) or 'all works'}", flush=True)  # noqa: T201
        for name, count in counts.items():
            told = f"{count.by_clock} killed by the clock, {count.at_operation} at a file operation"
            print(f"{name:10} {told}, {count.faults} with faults afterwards", flush=True)  # noqa: T201
    return int(any(count.faults for count in counts.values()))


if __name__ == "__main__":
    sys.exit(main())
