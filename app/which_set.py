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
    held = state.memory()
    if held.photo is None or held.tile_set is not None or held.photo.tile_set:
        return None
    name = held.photo.looks_like
    return name if name in sets.names() and name not in held.not_shown else None


def use(name: str | None) -> None:
    """Read photos with this learnt set from now on; with None, as photos of any tile set are read."""
    held = state.memory()
    held.tile_set = name
    held.not_shown = tuple(other for other in held.not_shown if other != name)
    _keep()


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
    held = state.memory()
    held.not_shown = (*held.not_shown, name)
    _keep()


def propose_again(name: str) -> None:
    """Allow a set that was declined to be proposed again."""
    held = state.memory()
    held.not_shown = tuple(other for other in held.not_shown if other != name)
    _keep()


def read_anew() -> None:
    """Read the photo of the hand on the desk anew, with the set that is chosen now.

    A hand out of the history has no photo in its full size: nothing is read then.
    """
    held = state.memory()
    if held.photo is None or held.photo.data is None:
        return
    try:
        look = recognition.look(held.photo.data, held.photo.name, held.tile_set, held.not_shown)
    except CrowdedError:
        state.warn("problem.crowded")
        return
    state.read_anew(look)


def _keep() -> None:
    held = state.memory()
    state.remember(tile_set=held.tile_set, not_shown=list(held.not_shown))
