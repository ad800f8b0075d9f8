"""What a killed command left half done in the data folder: completed or undone before anything else is."""

from yakulens.app import store
from yakulens.app.store import backup, restore, sets


def mend() -> list[str]:
    """Mend it; a sentence about each thing that was found.

    Raises:
        OSError: the data folder cannot be read or changed.
    """
    said = [restore.mend(store.place()), backup.mend(store.place())]
    said += [f"{name}: an interrupted exchange of this tile set is mended" for name in sets.mend()]
    return [each for each in said if each]
