"""`yakulens models compare | adopt | rollback`: a model replaces another only after a comparison."""

import argparse
import datetime as dt
import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

from yakulens.app.cli.frame import emit, emit_next, note, refuse, tell, write_result
from yakulens.app.store import trainings
from yakulens.datasets.truth import load_truths
from yakulens.models.evaluate.paired import Paired, against, means_of_sets, pair, row_json, to_lines
from yakulens.models.evaluate.report_page import LearntReport, page
from yakulens.models.evaluate.tiles import Measured, measured, together
from yakulens.scorer.toml_file import read_toml
from yakulens.scorer.whole_file import write_whole
from yakulens.vision import models
from yakulens.vision.model_card import ModelCard, ModelError, read_card
from yakulens.vision.recognise import Recogniser

_ADOPTING: Final = frozenset({"adopted", "default"})
"""Keys of a card that adopting its model writes."""


def compare(args: argparse.Namespace) -> int:
    """Read the same photos with two models and print what differs."""
    before, after = models.choose(args.before), models.choose(args.after)
    read, read_after = (_measured(card, args.folder) for card in (before, after))
    rows, folders = pair(read.outcomes, read_after.outcomes), " ".join(args.folder)
    answer = {
        "before": before.name,
        "after": after.name,
        "folder": folders,
        "rows": [row_json(row) for row in rows],
        "means_over_sets": [asdict(mean) for mean in means_of_sets(rows)],
    }
    worse = against(rows)
    verdict = f"worse: {'; '.join(worse)}" if worse else "not worse in any measure that counts"
    title = f"{folders}: {before.name} -> {after.name}, 95 % intervals"
    tell(answer, [title, *to_lines(rows), verdict], as_json=args.json)
    if args.out:
        out, name = Path(args.out), f"{before.name} -> {after.name}"
        write_comparison(out, [row_json(row) | {"name": name} for row in rows], name=name, way="compare")
        file = write_result(out, "report.html", page(name, [LearntReport(name, read, read_after, rows)]))
        note(f"{file}: what changed, which faces are confused, and what is still wrong as pictures")
    if not worse and not args.json and after.name != models.choose().name:
        emit_next("models", "adopt", args.after, "--on", *args.folder)
    return 0


def write_comparison(out: Path, rows: Sequence[Mapping[str, Any]], **about: object) -> None:
    """Write a comparison for the page of tile sets into a folder: its rows, and its name, way and so on."""
    answer = {**about, "at": dt.datetime.now(dt.UTC).isoformat(timespec="seconds"), "rows": list(rows)}
    write_result(out, trainings.COMPARISON, json.dumps(answer, ensure_ascii=False, indent=1))
    trainings.remember(out)


def adopt(args: argparse.Namespace) -> int:
    """Make a model the default, if it is no worse than the present one."""
    present, new = models.choose(), models.choose(args.model)
    if present.name == new.name and present.networks() == new.networks():
        refuse(f"{new.name} is already the default")
    rows = pair(*(_measured(card, args.on).outcomes for card in (present, new)))
    for line in to_lines(rows):
        note(line)
    return adopt_compared(present, new, rows, args.on, insist=args.insist)


def adopt_compared(
    present: ModelCard, new: ModelCard, rows: Sequence[Paired], on: Sequence[str], *, insist: bool
) -> int:
    """Make a model the default after its comparison with the present one on some folders of photos.

    Raises:
        UsageError: it is worse, and nobody insists.
    """
    worse = against(rows)
    if worse and not insist:
        refuse(
            f"{new.name} is worse than {present.name} ({'; '.join(worse)}): not adopted "
            "(--insist adopts it anyway and records that in its card)"
        )
    file = _installed(new)
    summary = [" ".join(line.split()) for line in to_lines(rows) if line.startswith(("all", "mean"))]
    decision: dict[str, str | bool] = {
        "date": _today(),
        "replaces": present.name,
        "measured_on": " ".join(on),
        "networks": " ".join(f"{part}:{network.sha256[:12]}" for part, network in new.networks().items()),
        "result": "; ".join(summary),
    }
    if worse:
        decision["insisted"] = True
    make_default(file, decision)
    emit(f"{new.name} is now the default; `yakulens models rollback` returns to {present.name}")
    return 0


def rollback(args: argparse.Namespace) -> int:  # noqa: ARG001 - every command's `run` gets them
    """Return to the model that the present default replaced."""
    present = models.choose()
    if not present.adopted.get("replaces"):
        refuse(f"{present.name} replaced no model here, so there is none to return to")
    from yakulens.models.train.card import set_in_card, set_on_card  # noqa: PLC0415 - needs the extra `imports`

    for card in models.cards(models.own_folder()):
        if card.name == present.adopted["replaces"]:
            # The present one replaces it still, and is the default.
            set_on_card(_file(card), {"default": True})
    set_in_card(_file(present), "adopted", {"rolled_back": _today()}, {"default": False})
    emit(f"{models.choose().name} is the default again instead of {present.name}")
    return 0


def make_default(file: Path, decision: Mapping[str, str | bool]) -> None:
    """Make the model of a card in the user's folder the default, for the reasons given.

    The new card says all at once: from then on it replaces the former default, whatever that one still says.
    Shipped cards stay as they are: the user's default comes before theirs.
    """
    from yakulens.models.train.card import set_in_card, set_on_card  # noqa: PLC0415 - needs the extra `imports`

    set_in_card(file, "adopted", decision, {"default": True})
    for other in models.cards(models.own_folder()):
        if other.default and _file(other) != file:
            set_on_card(_file(other), {"default": False})


def _today() -> str:
    return dt.datetime.now(dt.UTC).date().isoformat()


def _measured(card: ModelCard, folders: Sequence[str]) -> Measured:
    """A model on the labelled photos of some folders."""
    truths = {Path(folder): load_truths(Path(folder)) for folder in folders}
    note(f"{card.name} reads {sum(map(len, truths.values()))} labels")
    recogniser = Recogniser(card)
    return together([measured(labels, folder, recogniser) for folder, labels in truths.items()])


def _file(card: ModelCard) -> Path:
    """The file of a card in its folder."""
    file = next((path for path in sorted(card.folder.glob("*.toml")) if _name(path) == card.name), None)
    if file is None:
        refuse(f"{card.folder}: the card of {card.name} is missing")
    return file


def _name(path: Path) -> str | None:
    """The name on a card; None if it is broken."""
    with suppress(ModelError):
        return read_card(path).name
    return None


def _installed(card: ModelCard) -> Path:
    """The card's file in the user's folder; others are copied there with their networks."""
    file, own = _file(card), models.own_folder()
    if card.folder == own.resolve():
        return file
    own.mkdir(parents=True, exist_ok=True)
    # The card comes last: a model whose card is there has all its networks.
    sources: Sequence[Path] = [*(card.folder / network.file for network in card.networks().values()), file]
    targets = [own / source.name for source in sources]
    for source, target in zip(sources, targets, strict=True):
        if target.exists() and not _is_same(source, target):
            refuse(f"{target}: a different file has this name; rename the model and its networks")
    for source, target in zip(sources, targets, strict=True):
        if not target.exists():
            write_whole(target, source.read_bytes())
    return own / file.name


def _is_same(source: Path, target: Path) -> bool:
    """Whether a file is installed already; a card also with what adopting it wrote, as after a kill."""
    if source == target or source.read_bytes() == target.read_bytes():
        return True
    if target.suffix != ".toml":
        return False
    cards = [read_toml(file) for file in (source, target)]
    return all(cards[0].get(key) == cards[1].get(key) for key in {*cards[0], *cards[1]} - _ADOPTING)
