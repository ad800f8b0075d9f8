"""Runs something in a process that is killed before a file operation, or just after it opened a file."""

from __future__ import annotations

import os
import shutil
import sys
import traceback
from itertools import count
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CHANGES: Final = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "shutil.copyfile"}
)
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
_KILLED, _DONE, _FAILED = 99, 0, 1


def every_kill(act: Callable[[], object], folder: Path) -> Iterator[str]:
    """Kill a run before each of its file operations; the folder is as it was before each run."""
    kept = folder.with_name(f"{folder.name} as it was")
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(folder, kept)
    for torn in (False, True):
        for at in count(1):
            shutil.rmtree(folder)
            shutil.copytree(kept, folder)
            if not killed(act, folder, at, torn=torn):
                break
            yield f"{'just after' if torn else 'before'} operation {at}"
        assert at > 1, "it changes something"


def killed(act: Callable[[], object], folder: Path, at: int, *, torn: bool = False) -> bool:
    """Whether a run was killed before its file operation number ``at`` below a folder; False if it had fewer.

    With ``torn`` an operation that opens a file for writing is done first: the file is there, and empty.
    """
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        assert code in {_KILLED, _DONE}, f"the run itself fails ({code})"
        return code == _KILLED
    try:
        sys.addaudithook(_killer(str(folder), at, torn=torn))
        act()
    except BaseException:  # noqa: BLE001 - the parent hears of it by the exit status
        traceback.print_exc()
        os._exit(_FAILED)
    os._exit(_DONE)


def _killer(folder: str, at: int, *, torn: bool) -> Callable[[str, tuple[object, ...]], None]:
    left = at

    def hook(event: str, details: tuple[object, ...]) -> None:
        nonlocal left
        if event not in CHANGES or not str(details[0]).startswith(folder):
            return
        flags = details[2] if event == "open" and len(details) > 2 else 0
        if event == "open" and not (isinstance(flags, int) and flags & _WRITING):
            return
        left -= 1
        if left == 0:
            if torn and event == "open":
                left = -1
                with open(str(details[0]), "wb"):  # noqa: PTH123 - what was asked for
                    pass
            os._exit(_KILLED)

    return hook
