"""The sets that are kept: which one is used, sharing, renaming, removing, and bringing one from a file."""

import hashlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from time import monotonic
from typing import Any, Final

import streamlit as st

from yakulens.app.page import state
from yakulens.app.page.parts import drawn
from yakulens.app.page.parts.buttons import button, tool, tools
from yakulens.app.page.parts.score import tile_set as used_set
from yakulens.app.page.set_adaptation import name_trouble
from yakulens.app.sets import shown
from yakulens.app.store import sets
from yakulens.app.table.pieces import note
from yakulens.app.words.markup import literal
from yakulens.models.teach.file import SUFFIX, TileSetError, from_bytes, to_bytes
from yakulens.vision.naming.tile_set import TileSet

_DOUBLE_TAP_S: Final = 1.0
"""Seconds within which a second tap belongs to the first one."""


def show() -> None:
    """Draw the list of the kept sets, of the removed ones, and where one is brought."""
    _list()
    _removed()
    _import()


def _list() -> None:
    used, names = state.memory().tile_set, sets.names()
    if not names:
        drawn.words("", "sets.none")
    if used in names:
        st.success(literal(state.say("sets.used", name=used)), icon=":material/check:")
        with tools("set-used"):
            tool("sets.read_one", "set-read-one", "", _read_one)
            tool("sets.leave", "set-leave", "", used_set.use, None)
    for name in names:
        with st.container(key=f"panel-set-{_key(name)}"):
            _set(name, used=name == used)


def _read_one() -> None:
    """Go to where a photo of a hand is taken; a hand that is on the desk stays there."""
    state.set_view(next_page="score", at_start=True)


def _key(name: str) -> str:
    """The end of the keys of a set's widgets: a second tap then never acts on another set in its place."""
    return hashlib.sha256(name.encode()).hexdigest()[:16]


def _set(name: str, *, used: bool) -> None:
    end = _key(name)
    st.markdown(f"**{literal(name)}**")
    try:
        tile_set = sets.find(name)
    except TileSetError as error:
        st.warning(literal(state.say("sets.problem_file", what=str(error))))
        tile_set = None
    is_usable = False
    if tile_set is not None:
        drawn.parts([note(shown.measured(state.language(), tile_set))])
        is_usable = not _warn_of_other_reader(tile_set)
    not_proposed = name in state.memory().not_shown
    if not_proposed:
        drawn.words("", "sets.not_proposed")
    if state.memory().kept_sets.renamed == name:
        _ask_new_name(name)
        return
    with tools(f"set-{end}"):
        if is_usable and not used:
            tool("sets.use", f"set-use-{end}", "", used_set.use, name)
        if not_proposed:
            tool("sets.propose", f"set-propose-{end}", "", used_set.propose, name, again=True)
        if tile_set is not None:
            st.download_button(
                state.say("sets.share"),
                to_bytes(tile_set),
                file_name=f"{name}{SUFFIX}",
                mime="application/zip",
                key=f"set-share-{end}",
                on_click="ignore",
            )
            tool("sets.rename", f"set-rename-{end}", "", partial(_change, renamed=name))
        tool("sets.remove", f"set-remove-{end}", "", _remove, name)


def _warn_of_other_reader(tile_set: TileSet) -> bool:
    """Whether the set was learnt with another model; the page then says so."""
    is_other = bool(sets.other_reader(tile_set))
    if is_other:
        st.warning(state.say("sets.other_reader", reader=tile_set.reader[:8]), icon=":material/warning:")
    return is_other


def _ask_new_name(name: str) -> None:
    end = _key(name)
    key = f"set-name-{end}"
    st.text_input(state.say("sets.new_name"), value=name, key=key, max_chars=60)
    with tools(f"set-rename-{end}"):
        tool("sets.rename_it", f"set-rename-yes-{end}", "", _rename, name, key, strong=True)
        tool("sets.keep_name", f"set-rename-no-{end}", "", partial(_change, renamed=None))


def _rename(name: str, key: str) -> None:
    """Rename a set to the text in the field ``key``; visitors here who use it keep using it."""
    new_name = str(st.session_state[key]).strip()
    if new_name != name:
        trouble = name_trouble(new_name)
        if trouble is not None:
            trouble_key, values = trouble
            state.warn(trouble_key, **values)
            return
        if new_name in sets.names():
            state.warn("sets.name_taken", name=new_name)
            return
        if not _done(sets.rename, name, new_name, said="sets.renamed"):
            return
        if state.memory().tile_set == name:
            used_set.use(new_name)
    _change(renamed=None)


def _change(**fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    memory = state.memory()
    memory.kept_sets = replace(memory.kept_sets, **fields)


def _remove(name: str) -> None:
    if _done(sets.remove, name, said="sets.removed") and state.memory().tile_set == name:
        used_set.use(None)


def _removed() -> None:
    names = sets.removed()
    if not names:
        return
    with st.expander(state.say("sets.removed_sets", count=len(names)), icon=":material/restore:"):
        for name in names:
            end = _key(name)
            with tools(f"set-removed-{end}"):
                label = literal(state.say("sets.restore", name=name))
                button(label, f"set-restore-{end}", "", _done, sets.restore, name, said="sets.restored")
            if name in sets.names():
                drawn.words("", "sets.swaps")


def _done(change: Callable[..., None], *names: str, said: str) -> bool:
    """Change the sets' files, or say why that failed: others may have changed them meanwhile.

    ``said`` is the key of the confirmation. The second tap of a double tap only repeats it: another set may
    have moved into the place of the first one.
    """
    said_before, values, when = state.memory().kept_sets.changed
    if said_before == said and monotonic() < when + _DOUBLE_TAP_S:
        state.confirm(said, **values)
        return False
    try:
        change(*names)
    except TileSetError as error:
        state.warn("sets.problem_file", what=str(error))
        return False
    values = {"name": names[0], "new_name": names[-1]}
    _change(changed=(said, values, monotonic()))
    state.confirm(said, **values)
    return True


def _import() -> None:
    with st.expander(state.say("sets.bring"), icon=":material/upload_file:"):
        file = st.file_uploader(
            state.say("sets.bring"),
            type=[SUFFIX[1:]],
            key=f"set-file-{state.memory().kept_sets.brought}",
            label_visibility="collapsed",
        )
        if file is None:
            return
        try:
            tile_set = from_bytes(file.getvalue(), file.name)
        except TileSetError as error:
            st.error(literal(state.say("sets.problem_file", what=str(error))), icon=":material/error:")
            return
        _warn_of_other_reader(tile_set)
        replaces = tile_set.name in sets.names()
        if replaces:
            drawn.words("", "sets.replaces")
        tool("sets.replace_it" if replaces else "sets.take_over", "set-bring", "", _import_set, tile_set)


def _import_set(tile_set: TileSet) -> None:
    sets.keep(tile_set)
    _change(brought=state.memory().kept_sets.brought + 1)
    state.confirm("sets.taken_over", name=tile_set.name)
