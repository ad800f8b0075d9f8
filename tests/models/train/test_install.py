"""`make train-setup` takes the processor's PyTorch unless asked for CUDA, and says what it downloads."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING

import pytest

from yakulens.models.train import install

if TYPE_CHECKING:
    from pathlib import Path

CUDA = {"torch": "2.13.0", "torchvision": "0.28.0", "nvidia-cudnn-cu13": "9.1"}
CPU = {"torch": "2.13.0+cpu", "torchvision": "0.28.0+cpu"}


class Pip:
    """Pip, with what it finds without and with a further index."""

    def __init__(self, alone: dict[str, str], with_index: dict[str, str]) -> None:
        self.alone, self.with_index = alone, with_index
        self.installed: dict[str, str] | None = None

    def __call__(self, command: list[str], stdout: int | None = None) -> subprocess.CompletedProcess[str]:
        found = self.with_index if "--extra-index-url" in command else self.alone
        if stdout is None:
            self.installed = found
        rows = [
            {"metadata": {"name": name, "version": version}, "download_info": {"url": f"x://{name}"}}
            for name, version in found.items()
        ]
        return subprocess.CompletedProcess(command, 0, json.dumps({"install": rows}))


@pytest.mark.parametrize(
    ("alone", "words", "installed"),
    [
        (CUDA, ["--index", "https://wheels.example"], CPU),
        (CUDA, ["--index", "https://wheels.example", "--cuda"], CUDA),
        (CPU, ["--index", "https://wheels.example"], CPU),
        ({**CPU, "torchvision": "0.28.0"}, ["--index", "https://wheels.example"], CPU),
        (CUDA, [], None),
        ({"torch": "2.13.0", "torchvision": "0.28.0"}, [], {"torch": "2.13.0", "torchvision": "0.28.0"}),
    ],
)
def test_the_build_for_the_processor_is_taken_unless_asked_for_the_other(
    alone: dict[str, str],
    words: list[str],
    installed: dict[str, str] | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pip = Pip(alone, CPU)
    monkeypatch.setattr(install, "_pip", pip)
    monkeypatch.setattr(install, "_is_installed", lambda _: False)
    assert install.main(words) == (installed is None)
    assert pip.installed == installed
    said = capsys.readouterr().out
    assert ("To download: " in said) is (installed is not None)
    assert ("CUDA=1" in said) is ("--cuda" not in words)


def test_one_opencv_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []

    def pip(command: list[str], stdout: int | None = None) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        return Pip(CPU, CPU)(command, stdout)

    monkeypatch.setattr(install, "_pip", pip)
    monkeypatch.setattr(install, "_is_installed", lambda name: name == "opencv-python")
    assert install.main([]) == 0
    (remove, again) = commands[2:]
    assert remove[-3:] == ["uninstall", "--yes", "opencv-python"]
    assert "--force-reinstall" in again
    assert again[-1] == "opencv-python-headless"


def test_a_failure_of_pip_ends_with_its_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "_pip", lambda command, **_: subprocess.CompletedProcess(command, 3, ""))
    with pytest.raises(SystemExit) as left:
        install.main([])
    assert left.value.code == 3


def test_the_size_of_a_file_is_known_and_of_what_nobody_names_is_not(tmp_path: Path) -> None:
    file = tmp_path / "a b.whl"
    file.write_bytes(b"123")
    assert install.size_of(file.as_uri()) == 3
    assert install.size_of((tmp_path / "none.whl").as_uri()) is None
    assert install.size_of("git+ssh://somewhere") is None


def test_the_plan_installs_nothing_and_the_constraints_hold() -> None:
    plan, real = install.install_command(plan=True), install.install_command()
    assert "--dry-run" in plan
    assert "--dry-run" not in real
    assert all("constraints.txt" in command for command in (plan, real))
