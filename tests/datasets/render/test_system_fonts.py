"""The fonts of this machine: where fontconfig and the platform keep them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from yakulens.datasets.render import system_fonts
from yakulens.datasets.render.system_fonts import HOW_TO_GET, advice, font_folders

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder, on a machine without fontconfig."""
    monkeypatch.setattr(system_fonts.Path, "home", lambda: tmp_path)
    monkeypatch.setattr(system_fonts.shutil, "which", lambda _: None)
    return tmp_path


def test_the_fonts_of_the_user_are_found_on_linux_and_macos(home: Path) -> None:
    for platform, place in (("linux", ".local/share/fonts"), ("darwin", "Library/Fonts")):
        folder = home / place
        assert folder not in font_folders(platform)
        folder.mkdir(parents=True)
        assert folder.resolve() in font_folders(platform)


def test_the_fonts_of_windows_and_of_its_user_are_found(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {"WINDIR": home / "Windows", "LOCALAPPDATA": home / "Local"}
    for name, place in places.items():
        monkeypatch.setenv(name, str(place))
    folders = places["WINDIR"] / "Fonts", places["LOCALAPPDATA"] / "Microsoft" / "Windows" / "Fonts"
    for folder in folders:
        folder.mkdir(parents=True)
    assert set(font_folders("win32")) == {folder.resolve() for folder in folders}


def test_a_folder_that_only_fontconfig_knows_is_found_and_none_twice(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nested, usual = home / "own" / "cjk", home / ".fonts"
    for folder in (nested, usual / "cjk"):
        folder.mkdir(parents=True)
    listed = f"{nested / 'serif.ttc'}: \n{usual / 'cjk' / 'sans.otf'}: \n"
    done = subprocess.CompletedProcess([], 0, listed, "")
    monkeypatch.setattr(system_fonts.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system_fonts.subprocess, "run", lambda *_, **__: done)
    folders = font_folders("linux")
    assert nested.resolve() in folders
    assert usual.resolve() in folders
    assert (usual / "cjk").resolve() not in folders


@pytest.mark.usefixtures("home")
def test_a_fontconfig_that_does_not_answer_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def hang(*_: object, **__: object) -> None:
        raise OSError

    before = font_folders("linux")
    monkeypatch.setattr(system_fonts.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(system_fonts.subprocess, "run", hang)
    assert font_folders("linux") == before


@pytest.mark.parametrize("platform", [*HOW_TO_GET, "freebsd14"])
def test_each_platform_is_told_how_to_get_a_font(platform: str) -> None:
    assert "--fonts DIR" in advice(platform)
    assert "cjk" in advice(platform).lower() or "Chinese" in advice(platform)
