"""Finds the folders in which this machine keeps its fonts: those of fontconfig, and the platform's own."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

HOW_TO_GET: Final = {
    "linux": "install some, such as fonts-noto-cjk (Debian, Ubuntu) or google-noto-serif-cjk-fonts (Fedora)",
    "darwin": "install some in the Font Book, such as Noto Serif CJK",
    "win32": "install them under Settings, System, Optional features: Chinese Supplemental Fonts",
}
"""What to do where no font has Chinese characters, by ``sys.platform``."""
_FONTCONFIG: Final = ("fc-list", ":lang=zh", "file")
_WAIT_S: Final = 20.0


def font_folders(platform: str = sys.platform) -> tuple[Path, ...]:
    """The folders with fonts that exist on this machine, none within another one, in alphabetical order.

    ``platform`` is that of ``sys.platform``.
    """
    folders = {path.resolve() for path in (*_usual(platform), *_by_fontconfig()) if path.is_dir()}
    return tuple(sorted(path for path in folders if folders.isdisjoint(path.parents)))


def advice(platform: str = sys.platform) -> str:
    """What to do where no font has Chinese characters."""
    how = HOW_TO_GET.get(platform, HOW_TO_GET["linux"])
    return f"{how}, or name a folder that has one with --fonts DIR"


def _usual(platform: str) -> list[Path]:
    """Where a platform keeps the fonts of the system and of the user."""
    home = Path.home()
    if platform == "win32":
        windows, local = (Path(os.environ.get(name, "C:/Windows")) for name in ("WINDIR", "LOCALAPPDATA"))
        return [windows / "Fonts", local / "Microsoft" / "Windows" / "Fonts"]
    if platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library" / "Fonts"]
    shared = [Path("/usr/share/fonts"), Path("/usr/local/share/fonts")]
    return [*shared, home / ".local" / "share" / "fonts", home / ".fonts"]


def _by_fontconfig() -> list[Path]:
    """The folders of the fonts with Chinese characters that fontconfig knows; none where it is not there."""
    program = shutil.which(_FONTCONFIG[0])
    if program is None:
        return []
    try:
        done = subprocess.run(  # noqa: S603 - a program of the system's with words of ours
            [program, *_FONTCONFIG[1:]], check=False, capture_output=True, text=True, timeout=_WAIT_S
        )
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [Path(line.rstrip(": ")).parent for line in done.stdout.splitlines() if line.strip()]
