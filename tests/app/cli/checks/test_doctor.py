"""`yakulens doctor` finds what is broken, names it, and ends with 1."""

from __future__ import annotations

import json
import shutil
import socket
from importlib.metadata import PackageNotFoundError
from typing import TYPE_CHECKING, Any

from yakulens.app import cli
from yakulens.app import store as stores
from yakulens.app.cli.checks import machine, program, training
from yakulens.app.store import Store
from yakulens.datasets.render import face_canvas, system_fonts
from yakulens.vision import models

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    import pytest

    from yakulens.app.cli.checks import Finding


def states(findings: Iterable[Finding]) -> dict[str, str]:
    return {finding.about: finding.state for finding in findings}


def test_a_sound_installation_is_told_as_one(capsys: pytest.CaptureFixture[str]) -> None:
    Store(stores.place())
    assert cli.main(["doctor", "--json", "--port", "0"]) == 0
    report: dict[str, Any] = json.loads(capsys.readouterr().out)
    findings = {each["about"]: each for each in report["findings"]}
    assert {"program", "packages", "model", "self-test", "speed", "database", "permissions", "disk"} <= set(
        findings
    )
    assert {findings[about]["state"] for about in ("model", "self-test", "database", "permissions")} == {
        "well"
    }
    assert "onnxruntime" in findings["packages"]["detail"]


def test_what_the_page_needs_is_doubtful_where_it_is_missing_and_reading_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(program, "version", lacking("streamlit"))
    found = {finding.about: finding for finding in program.versions()}
    assert found["packages"].state == "well"
    assert found["page"].state == "doubtful"
    assert found["page"].detail == (
        "yakulens app needs streamlit: pip install 'yakulens[app]' (in a checkout: make app)"
    )


def test_what_reading_needs_is_wrong_where_it_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "version", lacking("onnxruntime"))
    assert ("packages", "wrong") in [(finding.about, finding.state) for finding in program.versions()]


def lacking(package: str) -> Callable[[str], str]:
    """What tells the version of every package but this one, which is not installed."""

    def version(name: str) -> str:
        if name == package:
            raise PackageNotFoundError(name)
        return "1.0"

    return version


def test_a_changed_network_is_wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in models.FOLDER.glob("*.*"):
        shutil.copy(path, tmp_path)
    changed = next(tmp_path.glob("*-layout.onnx"))
    changed.write_bytes(changed.read_bytes() + b"x")
    monkeypatch.setattr(models, "FOLDER", tmp_path)
    assert "wrong" in states(program.networks()).values()


def test_a_damaged_database_is_wrong_and_ends_with_1(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Store(stores.place())
    stores.place().write_bytes(b"no database" * 1000)
    monkeypatch.setattr(program, "reading", lambda: iter(()))
    assert cli.main(["doctor"]) == 1
    assert "WRONG  database" in capsys.readouterr().out


def test_what_others_may_read_is_doubtful() -> None:
    Store(stores.place())
    stores.place().chmod(0o644)
    assert states(machine.data())["permissions"] == "doubtful"


def test_a_taken_port_is_doubtful() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert states(machine.address("127.0.0.1", taken.getsockname()[1]))["address"] == "doubtful"


def test_a_certificate_that_is_none_is_wrong(tmp_path: Path) -> None:
    for name in ("cert.pem", "key.pem"):
        (tmp_path / name).write_text("nothing", encoding="utf-8")
    findings = machine.certificate(str(tmp_path / "cert.pem"), str(tmp_path / "key.pem"))
    assert states(findings) == {"certificate": "wrong"}


def test_what_cannot_even_be_looked_at_is_wrong_and_the_rest_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        message = "no such thing"
        raise RuntimeError(message)

    monkeypatch.setattr(program, "reading", broken)
    assert cli.main(["doctor", "--port", "0"]) == 1
    report = capsys.readouterr().out
    assert "WRONG  self-test: RuntimeError: no such thing" in report
    assert "address" in report


def test_half_a_certificate_is_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["doctor", "--cert", "c.pem"]) == 2
    assert "go together" in capsys.readouterr().err


def test_fonts_without_chinese_characters_are_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system_fonts, "font_folders", lambda: (tmp_path,))
    finding = training.fonts()
    assert finding.state == "doubtful"
    assert "--fonts DIR" in finding.detail
    monkeypatch.setattr(face_canvas, "find_fonts", lambda _: (["a.ttf", "b.ttf"], []))
    finding = training.fonts()
    assert (finding.state, finding.detail) == ("well", f"2 with Chinese characters under {tmp_path}")


def test_training_that_is_not_set_up_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "find_spec", lambda name: None if name == "torch" else name)
    (finding,) = training.ready()
    assert finding.state == "well"
    assert finding.detail == "not set up, lacks torch: make train-setup"
    monkeypatch.setattr(training, "find_spec", lambda _: None)
    assert list(training.ready()) == []
