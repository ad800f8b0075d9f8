"""The browser of the tests: which program it is, and with what it is started."""

from __future__ import annotations

import shutil
from typing import Final

PROGRAMS: Final = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""Names under which a Chromium is installed. The first has no windows, and a quarter less to do."""
FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--process-per-site",
    "--js-flags=--single-threaded",  # the tests' workers share the cores
)


def installed() -> str | None:
    """The path of the first that is installed; None where none is."""
    return next((path for name in PROGRAMS if (path := shutil.which(name))), None)
