"""The long way of `yakulens train EXPORT`: train whole networks by the commands that also stand alone."""

from __future__ import annotations

import shlex
import time
from typing import TYPE_CHECKING

from yakulens.app import cli
from yakulens.app.cli.frame import emit, emit_lines, emit_next, refuse, write_result
from yakulens.app.cli.models_gate import adopt_compared, write_comparison
from yakulens.app.cli.train_steps import agreed, duration, head, tell_present
from yakulens.models.evaluate.paired import against, pair, row_json, to_lines
from yakulens.models.evaluate.report_page import LearntReport, page
from yakulens.models.evaluate.tiles import Measured, measured
from yakulens.models.runs.report import report_of
from yakulens.models.train.choice import MIN_RECALL
from yakulens.scorer.contract.text import counted
from yakulens.vision import models
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens.app.cli.train_steps import Begun
    from yakulens.models.train.choice import Machine
    from yakulens.vision.model_card import ModelCard


def train_networks(begun: Begun, machine: Machine) -> int:
    """Train the networks that the present model lacks, make a model of them, compare, and ask to adopt it."""
    start = time.perf_counter()
    if not begun.held_out:
        refuse(f"{begun.held_out_folder}: no held-out photo to compare on; --hold-out SET names some")
    card = models.choose(begun.args.model)
    head(2, "what will be done here")
    device = ",".join(begun.args.device) if begun.args.device else "0" if machine.gpus else "cpu"
    minutes = begun.args.minutes
    emit(f"  train the reader for {minutes:g} minutes on {_place(device)}, going on from that of {card.name}")
    emit(f"  train the finder as long, if {card.name} finds fewer than {100 * MIN_RECALL:g} % of the tiles")
    emit(f"  read {counted(len(begun.held_out), 'held-out photo')} before and after, never learnt from")
    emit(
        f"  {duration(60 * minutes)} to {duration(120 * minutes)}; Ctrl-C keeps what was learnt, and the same"
    )
    emit("  command goes on; it ends earlier once nothing is gained any more")
    emit(f"  nothing is written outside {begun.out} before you agree")
    head(3, "the present model on the held-out photos")
    before = measured(begun.held_out, begun.held_out_folder, Recogniser(card))
    tell_present(begun, before)
    if before.right.hits == before.right.total and not begun.args.insist:
        emit("  every tile is right, so there is nothing to gain; --insist goes on nevertheless")
        return 0
    head(4, "train")
    if not agreed("  begin?", begun.args):
        emit("  not begun; the same command with --yes begins")
        return 0
    networks = ["reader", *(["finder"] if (before.found.value or 0.0) < MIN_RECALL else [])]
    for network in networks:
        _step(_training(begun, card, network, device))
    made = [word for network in networks for word in (f"--{network}", str(_checkpoint(begun, network)))]
    _step(["export", begun.name, *made, "--base", begun.args.model or card.name, "--out", str(begun.out)])
    head(5, "compare")
    _compared(begun, card, before, networks)
    spent = duration(time.perf_counter() - start)
    emit(f"\ndone in {spent}, all figures and pictures in {begun.out / 'report.html'}")
    return 0


def _place(device: str) -> str:
    return "the processor" if device == "cpu" else f"GPU {device}"


def _checkpoint(begun: Begun, network: str) -> Path:
    return begun.out / network / f"{network}.pt"


def _training(begun: Begun, card: ModelCard, network: str, device: str) -> list[str]:
    """The words of the command that trains a network."""
    start = card.folder / card.networks()[network].file
    folders = ["--photos", str(begun.learnt_folder), "--held-out", str(begun.held_out_folder)]
    length = ["--minutes", f"{begun.args.minutes:g}", "--device", device]
    out = str(begun.out / network)
    return [network, *folders, "--start", str(start), "--quads", card.name, *length, "--out", out]


def _step(words: list[str]) -> None:
    """Run an action of `yakulens train`, said as the command that one may type instead."""
    emit(f"$ yakulens train {shlex.join(words)}")
    args = cli.build_parser("train").parse_args(["train", *words])
    args.run(args)


def _compared(begun: Begun, card: ModelCard, before: Measured, networks: list[str]) -> None:
    """Compare the new model with the present one, write the report, and ask to adopt the new one."""
    file = begun.out / f"{begun.name}.toml"
    new = models.choose(str(file))
    after = measured(begun.held_out, begun.held_out_folder, Recogniser(new))
    rows = pair(before.outcomes, after.outcomes)
    emit_lines(f"  {line}" for line in to_lines(rows))
    runs = [report_of(begun.out / network, network) for network in networks]
    report = LearntReport(begun.name, before, after, rows)
    write_result(begun.out, "report.html", page(f"{begun.name}: trained", [report, *runs]))
    on = str(begun.held_out_folder)
    worse = against(rows)
    gained = after.right.hits > before.right.hits
    is_adopted = False
    if (worse or not gained) and not begun.args.insist:
        emit(f"  not adopted: {'worse: ' + '; '.join(worse) if worse else 'no more tiles are read right'}")
        emit_next("evaluate", on, "--model", file, "--failures")
    elif agreed(f"  use {begun.name} instead of {card.name} from now on?", begun.args):
        adopt_compared(models.choose(), new, rows, [on], insist=begun.args.insist)
        is_adopted = True
        emit_next("read", "HAND.jpg")
    else:
        emit(f"  not adopted yet: {file} has it")
        emit_next("models", "adopt", file, "--on", on)
    named = [row_json(row) | {"name": begun.name} for row in rows]
    adopted = [begun.name] if is_adopted else []
    write_comparison(begun.out, named, name=begun.name, way="train", adopted=adopted)
