"""The engines that the page runs in a browser, from the npm registry, pinned by ``web/package-lock.json``."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from yakulens.scorer.errors import InputError

ROOT: Final = Path(__file__).resolve().parents[2]
"""The folder of all rooms."""
WEB: Final = ROOT / "app" / "pocket" / "web"
"""The page's own files, and which packages it needs."""
_INSTALLED: Final = ROOT / "build" / "pocket"


class PocketError(InputError):
    """The page cannot be built here; the message is one line."""


def installed() -> Path:
    """The folder of the engines' packages, fetched once for each lock file.

    Raises:
        PocketError: npm is not installed, or cannot fetch them.
    """
    lock, folder = (WEB / "package-lock.json").read_bytes(), _INSTALLED
    modules, mark = folder / "node_modules", folder / ".installed"
    if mark.exists() and mark.read_bytes() == lock:
        return modules
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copyfile(WEB / name, folder / name)
    missing = "npm is not installed: it fetches the engines that the page runs in a browser"
    done = run(missing, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", folder=folder)
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines()
        message = f"npm does not get the engines: {said[0] if said else done.returncode}"
        raise PocketError(message)
    mark.write_bytes(lock)
    return modules


def run(
    missing: str, name: str, *arguments: str, folder: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; ``missing`` is the error message if it is not installed."""
    program = shutil.which(name)
    if program is None:
        raise PocketError(missing)
    return subprocess.run([program, *arguments], cwd=folder, capture_output=True, text=True, check=False)  # noqa: S603
