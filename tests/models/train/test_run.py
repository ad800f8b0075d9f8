"""A run broken off and gone on with ends with the very same weights; what it tells and keeps of itself."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import FIGURES
from yakulens.models.train.record import RunError

torch = pytest.importorskip("torch", reason="training is an extra")


from tests.models.train.toy import STEPS, TASK, a_run, chunk  # noqa: E402
from yakulens.models.train.run import CURVE  # noqa: E402
from yakulens.models.train.stream import batches_from  # noqa: E402
from yakulens.models.train.task import computes_bf16, on_photos  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from yakulens.models.train.run import Run
    from yakulens.models.train.stream import Batch


def interrupt_after(step: int) -> Callable[[Run], None]:
    def at(run: Run) -> None:
        if run.step == step:
            os.kill(os.getpid(), signal.SIGINT)

    return at


def same(one: Run, other: Run) -> bool:
    states = [(run.model.state_dict(), run.average) for run in (one, other)]
    return all(
        torch.equal(mine[name], theirs[name]) for mine, theirs in zip(*states, strict=True) for name in mine
    )


@pytest.mark.parametrize("broken_off", [1, 4, 6])
def test_a_run_broken_off_and_gone_on_with_ends_with_the_same_weights(
    broken_off: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = a_run(tmp_path / "whole")
    with pytest.raises(KeyboardInterrupt):
        a_run(tmp_path / "parts", at=interrupt_after(broken_off))
    out = capsys.readouterr().out
    assert (
        f"broken off after step {broken_off}, kept in {tmp_path / 'parts' / 'toy.pt'}: the same command"
        in out
    )
    resumed = a_run(tmp_path / "parts")
    assert f"from step {broken_off} on" in capsys.readouterr().out
    assert resumed.step == whole.step == STEPS
    assert same(resumed, whole)


def test_a_killed_run_goes_on_from_its_last_checkpoint_to_the_same_weights(tmp_path: Path) -> None:
    whole = a_run(tmp_path / "whole")

    def save_then_die(run: Run) -> None:
        if run.step == 5:
            run.save()
        if run.step == 8:
            raise MemoryError

    with pytest.raises(MemoryError):
        a_run(tmp_path / "parts", at=save_then_die)
    assert same(a_run(tmp_path / "parts"), whole)


def test_other_weights_come_of_fewer_steps_so_that_same_means_something(tmp_path: Path) -> None:
    whole = a_run(tmp_path / "whole")
    shorter = a_run(tmp_path / "other", steps=STEPS - 1)
    assert not same(whole, shorter)


def test_what_is_shown_is_the_same_from_any_number_of_processes_and_from_any_step() -> None:
    def shown(step: int, workers: int) -> list[float]:
        batches = batches_from(step, chunk, per_chunk=3, seed=1, workers=workers)
        return [float(next(batches)["x"].sum()) for _ in range(11 - step)]

    here = shown(0, 0)
    assert len(set(here)) == len(here)
    assert shown(0, 2) == here
    assert shown(4, 2) == here[4:]


def test_the_batches_of_mixed_chunks_come_once_each_also_where_a_run_goes_on() -> None:
    def shown(step: int, mixed: int, workers: int = 0) -> list[float]:
        batches = batches_from(step, chunk, per_chunk=3, seed=1, workers=workers, mixed=mixed)
        return [float(next(batches)["x"].sum()) for _ in range(12 - step)]

    alone, together = shown(0, 1), shown(0, 2)
    assert sorted(together[:6]) == sorted(alone[:6])
    assert together != alone
    assert shown(4, 2, workers=2) == together[4:]


def test_figures_and_their_curve_are_kept_and_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked = []

    def ask_about(ask: Callable[[np.ndarray], np.ndarray]) -> dict[str, Rate]:
        asked.append(ask(np.zeros((4, 2), np.float32)).shape)
        return {"green": Rate(3, 4)}

    task = replace(TASK, exam=lambda: on_photos(ask_about))
    with pytest.raises(KeyboardInterrupt):
        a_run(tmp_path, task, at=interrupt_after(4))
    a_run(tmp_path, task)
    figures = [json.loads(line) for line in (tmp_path / FIGURES).read_text().splitlines()]
    steps = [figure["step"] for figure in figures]
    assert steps == sorted(steps)  # on a slow machine there are some between
    assert {4, STEPS} <= set(steps)
    assert figures[0]["held_out"] == {"green": {"hits": 3, "total": 4}}
    assert (tmp_path / CURVE).read_bytes().startswith(b"\x89PNG")
    assert set(asked) == {(4, 1)}
    out = capsys.readouterr().out
    assert "held out: green 75.0 % of 4" in out
    assert "17 steps are too few for a network that began afresh" in out
    assert {path.name for path in tmp_path.iterdir()} == {"toy.pt", FIGURES, CURVE}


def rising_to(step: int, run: Run) -> Callable[[], Callable[..., dict[str, Rate]]]:
    """An exam whose accuracy rises up to a step of the run, and falls then."""
    return lambda: on_photos(lambda _: {"a": Rate(20 - abs(step - run.step), 20)})


def test_the_best_state_is_kept_also_by_a_run_that_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    weights = {}

    def asked(run: Run) -> None:
        run._examine(rising_to(6, run))
        run._exam = None
        if run.step == 6:
            weights.update({name: value.clone() for name, value in run.average.items()})
        if run.step == 9:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt):
        a_run(tmp_path, at=asked)
    assert "best held out: 100.0 % after step 6" in capsys.readouterr().out
    run = a_run(tmp_path)
    assert run.best is not None
    assert run.best.step == 6
    kept = torch.load(run.file, weights_only=True)["best_weights"]
    assert kept.keys() == weights.keys()
    assert all(torch.equal(kept[name], weights[name]) for name in kept)
    assert not all(torch.equal(kept[name], run.average[name]) for name in kept)


def test_what_is_fine_tuned_is_measured_first_and_may_stay_the_best(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shares = iter([Rate(9, 10), *[Rate(8, 10)] * 99])
    task = replace(TASK, exam=lambda: on_photos(lambda _: {"green": next(shares)}))
    a_run(tmp_path, task, start=tmp_path / "shipped.onnx")
    out = capsys.readouterr().out
    assert "before training: held out: green 90.0 % of 10" in out
    assert "nothing was gained: no state is better on what is held out" in out
    first, *_ = [json.loads(line) for line in (tmp_path / FIGURES).read_text().splitlines()]
    assert (first["step"], first["held_out"]["green"]["hits"]) == (0, 9)


def test_a_run_by_the_clock_ends_once_it_gains_no_more(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    task = replace(TASK, exam=lambda: on_photos(lambda _: {"green": Rate(9, 10)}))
    settings = {"start": tmp_path / "shipped.onnx", "minutes": 60.0, "patience": 1e-9}
    run = a_run(tmp_path, task, steps=None, **settings)
    assert run.step < STEPS
    assert "no gain for" in capsys.readouterr().out
    assert a_run(tmp_path / "by-steps", task, start=tmp_path / "a.onnx", patience=1e-9).step == STEPS


def test_an_exam_changes_nothing_of_the_run(tmp_path: Path) -> None:
    def exam() -> Callable[..., dict[str, Rate]]:
        return on_photos(lambda ask: {"a": Rate(int(ask(np.zeros((1, 2), np.float32))[0, 0] > 0), 1)})

    whole = a_run(tmp_path / "whole")

    def asked(run: Run) -> None:
        run._examine(exam)

    assert same(a_run(tmp_path / "asked", replace(TASK, exam=exam), at=asked), whole)


def test_a_file_that_is_no_checkpoint_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "toy.pt").write_bytes(b"nothing")
    with pytest.raises(RunError, match=r"toy\.pt: no checkpoint of this network") as refusal:
        a_run(tmp_path)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("has_instructions", [False, True])
def test_a_processor_computes_in_bfloat16_only_if_it_has_instructions_for_it(
    monkeypatch: pytest.MonkeyPatch, *, has_instructions: bool
) -> None:
    for name in ("_is_avx512_bf16_supported", "_is_amx_tile_supported"):
        monkeypatch.setattr(torch.cpu, name, lambda: has_instructions)
    assert computes_bf16("cpu") is has_instructions
    assert computes_bf16("0")


def test_a_process_that_still_draws_is_ended_with_the_run() -> None:
    def slow(rng: np.random.Generator) -> list[Batch]:
        if drawn.value:
            drawn.value += 1
            while True:
                signal.pause()
        drawn.value = 1
        return chunk(rng)

    drawn = multiprocessing.Value("i", 0)
    batches = batches_from(0, slow, per_chunk=3, seed=1, workers=1)
    next(batches)
    (worker,) = multiprocessing.active_children()
    while drawn.value < 2:
        os.sched_yield()
    del batches
    worker.join(60)
    assert not worker.is_alive()
