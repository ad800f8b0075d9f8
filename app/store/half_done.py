"""What a killed command left half done in the data folder: completed or undone before anything else is."""

from yakulens.app import store
from yakulens.app.store import backup, restore, sets
from yakulens.scorer.whole_file import remove_parts
from yakulens.vision.models import own_folder


def mend() -> list[str]:
    """Mend it; a sentence about each thing that was found.

    Raises:
        OSError: the data folder cannot be read or changed.
    """
    said = [restore.mend(store.place()), backup.mend(store.place())]
    said += [f"{name}: an interrupted change of this tile set is mended" for name in sets.mend()]
    parts = [part for folder in (store.place().parent, own_folder()) for part in remove_parts(folder)]
    said += [f"{part}: an interrupted command left this part of a file; it is removed" for part in parts]
    return [each for each in said if each]
