"""Which learnt tile set a visitor's photos are read with.

The visitor chooses one, or is asked about one that a photo looks like. The choice belongs to the browser, and
its next visit finds it again.
"""

from yakulens.app import recognition, sets, state
from yakulens.app.turns import CrowdedError


def proposed() -> str | None:
    """The name of the learnt set that the hand's photo looks like; None where there is nothing to ask.

    Nothing is asked where the photo was read with a set, or the visitor has said that photos do not show it.
    """
    memory = state.memory()
    if memory.photo is None or memory.tile_set is not None or memory.photo.tile_set:
        return None
    name = memory.photo.looks_like
    return name if name in sets.names() and name not in memory.not_shown else None


def use(name: str | None) -> None:
    """Read photos with this learnt set from now on; with None, as photos of any tile set are read."""
    state.memory().tile_set = name
    _set_not_shown(name, not_shown=False)


def accept(name: str) -> None:
    """Read photos with the proposed set from now on, and the photo of the hand on the desk anew."""
    use(name)
    read_anew()


def take_back() -> None:
    """Read photos with no learnt set from now on, and the photo of the hand on the desk anew."""
    use(None)
    read_anew()


def decline(name: str) -> None:
    """Do not propose this set any more: the visitor says that the photos do not show it."""
    _set_not_shown(name, not_shown=True)


def propose_again(name: str) -> None:
    """Allow a set that was declined to be proposed again."""
    _set_not_shown(name, not_shown=False)


def read_anew() -> None:
    """Read the photo of the hand on the desk anew, with the set that is chosen now.

    A hand out of the history has no photo in its full size: nothing is read then.
    """
    memory = state.memory()
    photo = memory.photo
    if photo is None or photo.data is None:
        return
    try:
        job = recognition.start_reading(photo.data, photo.name, memory.tile_set, memory.not_shown)
    except CrowdedError:
        state.warn("problem.crowded")
        return
    state.read_anew(job)


def _set_not_shown(name: str | None, *, not_shown: bool) -> None:
    """Note whether photos surely do not show a set, and keep all that was chosen."""
    memory = state.memory()
    others = tuple(each for each in memory.not_shown if each != name)
    memory.not_shown = (*others, name) if name is not None and not_shown else others
    state.remember(tile_set=memory.tile_set, not_shown=list(memory.not_shown))
