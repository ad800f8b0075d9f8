"""By what words this program is called here: `make app` puts it where no shell looks."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

NAME = "yakulens"


def program(scripts: Path | None = None, cwd: Path | None = None) -> str:
    """The program's name where the shell finds it, else the way to it from the folder where it was called.

    Args:
        scripts: the folder of this environment's programs, by default as Python says.
        cwd: the folder where it was called.

    >>> program(Path("/games/yakulens/.venv/bin"), Path("/games/yakulens"))
    '.venv/bin/yakulens'
    """
    here = (scripts or Path(sysconfig.get_path("scripts"))) / NAME
    found = shutil.which(NAME)
    if found is not None and Path(found).resolve() == here.resolve():
        return NAME
    start = cwd or Path.cwd()
    return str(here.relative_to(start)) if here.is_relative_to(start) else str(here)
