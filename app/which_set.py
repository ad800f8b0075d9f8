"""Which learnt tile set photos are read with: chosen, proposed for a photo that looks like it, taken back.

Every browser has its own choice, which its next visit finds again.
"""

from __future__ import annotations

from yakulens.app import recognition, sets, state
from yakulens.app.turns import CrowdedError


def proposed() -> str | None:
    """The set that the photo of the hand looks like, where it was read with none; until that was answered."""
    held = state.memory()
    if held.photo is None or held.tile_set is not None or held.photo.tile_set:
        return None
    name = held.photo.looks_like
    return name if name in sets.names() and name not in held.not_shown else None


def use(name: str | None) -> None:
    """Read photos with a set from now on; with None, with any."""
    held = state.memory()
    held.tile_set = name
    held.not_shown = tuple(other for other in held.not_shown if other != name)
    _keep()


def accept(name: str) -> None:
    """Read photos with the proposed set, the one of the hand on the desk too."""
    use(name)
    read_anew()


def take_back() -> None:
    """Read photos with any set again, the one of the hand on the desk too."""
    use(None)
    read_anew()


def decline(name: str) -> None:
    """Propose a set no more: its visitor says that the photos do not show it."""
    held = state.memory()
    held.not_shown = (*held.not_shown, name)
    _keep()


def propose_again(name: str) -> None:
    """Ask about a set again where a photo looks like it."""
    held = state.memory()
    held.not_shown = tuple(other for other in held.not_shown if other != name)
    _keep()


def read_anew() -> None:
    """Read the photo of the hand on the desk as photos are read now; none is there of the history."""
    held = state.memory()
    if held.photo is None or held.photo.data is None:
        return
    try:
        look = recognition.look(held.photo.data, held.photo.name, held.tile_set, held.not_shown)
    except CrowdedError:
        state.tell("problem.crowded")
        return
    state.read_anew(look)


def _keep() -> None:
    held = state.memory()
    state.remember(tile_set=held.tile_set, not_shown=list(held.not_shown))
