"""`yakulens app` whose photos are read no further while a file is there: no test waits for a fast one.

The file says how far they are read: ``FINDING``, before their first tile is found, ``READ`` once, or to their
end, but no box that is drawn on them: ``BOXED``. With ``TAUGHT`` a tile set is taught no further.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

from yakulens.app.cli import main
from yakulens.app.page.set_adaptation import SetAdaptation
from yakulens.app.readers import priority, recognition
from yakulens.app.readers.jobs import PhotoJob
from yakulens.models.teach.progress import unwatched

if TYPE_CHECKING:
    from yakulens.app.readers.photos import ShownPhoto
    from yakulens.models.teach.progress import Progress
    from yakulens.vision.desk import DeskTile
    from yakulens.vision.reading import Box
    from yakulens.vision.recognise import Recogniser

VARIABLE = "YAKULENS_HELD_BACK"
"""The environment variable that names the file."""
FINDING, READ, BOXED, TAUGHT = "finding", "read", "boxed", "taught"

_PAUSE_S = 0.02
_step, _read_box, _read_set = PhotoJob.step, recognition.read_box, SetAdaptation.read


def _asked() -> str:
    file = Path(os.environ[VARIABLE])
    return file.read_text() if file.exists() else ""


def _patiently(job: PhotoJob) -> bool:
    asked = _asked()
    held = asked == READ if job.status.reading is not None else asked == job.status.stage == FINDING
    if not held:
        return _step(job)
    time.sleep(_PAUSE_S)
    return not job.is_done


def _boxed_patiently(photo: ShownPhoto, box: Box) -> DeskTile:
    while _asked() == BOXED:
        time.sleep(_PAUSE_S)
    return _read_box(photo, box)


def _taught_patiently(
    adaptation: SetAdaptation, recogniser: Recogniser, progress: Progress = unwatched
) -> SetAdaptation:
    def told(done: float) -> None:
        progress(done)
        while _asked() == TAUGHT:
            time.sleep(_PAUSE_S)

    return _read_set(adaptation, recogniser, told)


if __name__ == "__main__":
    priority.NICE = 0  # type: ignore[misc] - as in at_ease
    recognition.read_box = _boxed_patiently
    SetAdaptation.read = _taught_patiently  # type: ignore[method-assign]
    PhotoJob.step = _patiently  # type: ignore[method-assign]
    sys.exit(main())
