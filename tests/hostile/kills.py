"""Runs something in a process that is killed before a file operation, or just after it opened a file.

``python -m tests.hostile.kills 3 whole FOLDER sets list`` does so with a command, before its third operation
below a folder (``torn``: just after, where that opened a file); with 0 nothing is killed, and the number is
printed.
"""

from __future__ import annotations

import os
import shutil
import sys
import traceback
from itertools import count
from typing import TYPE_CHECKING, Final

from yakulens.app import cli

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CHANGES: Final = frozenset(
    {"open", "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.truncate", "shutil.copyfile"}
)
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC
KILLED: Final = 99
"""Exit status of what was killed."""
_DONE, _FAILED = 0, 1


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
        assert code in {KILLED, _DONE}, f"the run itself fails ({code})"
        return code == KILLED
    try:
        sys.addaudithook(_killer(str(folder), at, torn=torn))
        act()
    except BaseException:  # noqa: BLE001 - the parent hears of it by the exit status
        traceback.print_exc()
        os._exit(_FAILED)
    os._exit(_DONE)


def _is_change(event: str, details: tuple[object, ...], folder: str) -> bool:
    """Whether an audit event is a file operation below a folder that changes something."""
    if event not in CHANGES or not str(details[0]).startswith(folder):
        return False
    flags = details[2] if event == "open" and len(details) > 2 else 0
    return event != "open" or (isinstance(flags, int) and bool(flags & _WRITING))


def _killer(folder: str, at: int, *, torn: bool) -> Callable[[str, tuple[object, ...]], None]:
    left = at

    def hook(event: str, details: tuple[object, ...]) -> None:
        nonlocal left
        if not _is_change(event, details, folder):
            return
        left -= 1
        if left == 0:
            if torn and event == "open":
                left = -1
                with open(str(details[0]), "wb"):  # noqa: PTH123 - what was asked for
                    pass
            os._exit(KILLED)

    return hook


def main(at: str, torn: str, folder: str, *words: str) -> int:
    """Run a command that is killed before an operation; see the module."""
    counted = 0

    def count(event: str, details: tuple[object, ...]) -> None:
        nonlocal counted
        counted += _is_change(event, details, folder)

    sys.addaudithook(_killer(folder, int(at), torn=torn == "torn") if int(at) else count)
    code = cli.main(words)
    if not int(at):
        print(counted)  # noqa: T201 - what was asked for
    return code


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
