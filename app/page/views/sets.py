"""The page of tile sets: choose, share, rename, remove, and teach them from photos of ordered tiles."""

import hashlib
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from time import monotonic
from typing import Any, Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from yakulens.app.page import frame, state
from yakulens.app.page.guard import guard
from yakulens.app.page.parts import device, drawn, training, words
from yakulens.app.page.parts.buttons import button, choices, tool, tools
from yakulens.app.page.parts.score import tile_set as used_set
from yakulens.app.page.set_adaptation import SetAdaptation
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.server import addresses
from yakulens.app.sets import shown
from yakulens.app.store import sets
from yakulens.app.store.once import Once
from yakulens.app.table.pieces import note
from yakulens.app.words import tiles
from yakulens.app.words.markup import literal
from yakulens.models.teach.adaptation import AdaptationResult
from yakulens.models.teach.examples import picture
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import SUFFIX, TileSetError, checked_name, from_bytes, to_bytes
from yakulens.models.teach.order import OrderedExamples, OrderError
from yakulens.models.teach.progress import Progress
from yakulens.models.teach.row_looks import Doubt
from yakulens.vision.labels import LABELS
from yakulens.vision.model_card import ModelError
from yakulens.vision.naming.tile_set import TileSet
from yakulens.vision.picture.formats import ACCEPT
from yakulens.vision.picture.photo import PhotoError
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

_REDS: Final = {"yes": True, "no": False, "unsure": None}
"""The possible answers about a set's red fives."""

_DOUBLE_TAP_S: Final = 1.0
"""Seconds within which a second tap belongs to the first one."""


def page() -> None:
    """Draw the page."""
    frame.heading()
    left, right = st.columns([1, 1], gap="large")
    with left:
        words.heading("sets.title")
        drawn.words("", "sets.about")
        _list()
        _removed()
        _import()
        if addresses.is_local():  # a training is the machine owner's: nobody else sees or ends it
            training.show()
    with right:
        words.heading("sets.teach")
        adaptation = state.memory().adaptation
        if adaptation.unread:
            with without_reruns(), _working():
                adaptation = _read(adaptation, _bar("sets.reading"))
                state.adapt(adaptation)
        if adaptation.is_ready:
            # This takes seconds, and the page says so.
            made = datetime.now(UTC).isoformat(timespec="seconds")
            with _working():
                card = _recogniser().card
                extractor, firm_score = FeatureExtractor.of(card), card.finder.firm_score
                adaptation = adaptation.finished(extractor, firm_score, made, _bar("sets.learning"))
            state.adapt(adaptation)
        if adaptation.result is not None:
            _result(adaptation, adaptation.result)
        elif adaptation.ordered is not None and adaptation.ordered.doubts:
            _ask(adaptation.ordered, adaptation.ordered.doubts[0])
        else:
            _teach(adaptation)


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
    if state.memory().adaptation.renamed == name:
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
        trouble = _name_trouble(new_name)
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


def _name_trouble(name: str) -> tuple[str, dict[str, object]] | None:
    """What is wrong with a name for a set: the key and values of a sentence; None if nothing is."""
    if not name.strip():
        return "sets.need_name", {}
    try:
        checked_name(name)
    except TileSetError:
        return "sets.bad_name", {"name": name.strip()}
    return None


def _change(**fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    state.adapt(replace(state.memory().adaptation, **fields))


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
    said_before, values, when = state.memory().adaptation.changed
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
            key=f"set-file-{state.memory().adaptation.brought}",
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
    _change(brought=state.memory().adaptation.brought + 1)
    state.confirm("sets.taken_over", name=tile_set.name)


def _teach(adaptation: SetAdaptation) -> None:
    drawn.words("", "sets.order")
    with st.container(key="order"):
        drawn.parts(shown.order(state.language()), "order-of-tiles")
    drawn.words("", "sets.order_photos")
    # Any change clears the message about the last try.
    clear_trouble = partial(_change, trouble=None)
    name = st.text_input(
        state.say("sets.name"),
        adaptation.name,
        key="set-name",
        max_chars=60,
        on_change=guard(clear_trouble),
    )
    files = st.file_uploader(
        state.say("sets.photos"),
        key="set-photos",
        accept_multiple_files=True,
        on_change=guard(clear_trouble),
    )
    device.chooser("set-photos", ACCEPT)
    choices(
        "set-reds",
        [(value, state.say(f"sets.reds_{value}")) for value in _REDS],
        [value for value, reds in _REDS.items() if reds == adaptation.reds],
        lambda value: _change(reds=_REDS[value], trouble=None),
        title="sets.reds",
    )
    drawn.words("", "sets.reds_note")
    if st.button(state.say("sets.go"), key="set-go", type="primary", width="stretch"):
        # A page that is reloaded while the photos are read goes on with them.
        state.adapt(_begin(adaptation, name, files))
        st.rerun()
    # Below the button, so that it stays under the thumb.
    if adaptation.trouble is not None:
        key, values = adaptation.trouble
        st.error(literal(state.say(key, **values)), icon=":material/error:")


def _begin(adaptation: SetAdaptation, name: str, files: Sequence[UploadedFile]) -> SetAdaptation:
    """The adaptation with its name and its photos' files, or with what is wrong with them."""
    trouble = _name_trouble(name)
    if trouble is None and not files:
        trouble = "sets.need_photos", {}
    if trouble is not None:
        return replace(adaptation, trouble=trouble)
    unread = tuple((file.name, file.getvalue()) for file in files)
    return replace(adaptation, name=checked_name(name), unread=unread, trouble=None)


def _read(adaptation: SetAdaptation, progress: Progress) -> SetAdaptation:
    """The adaptation with its photos' tiles, or with what is wrong with the photos."""
    try:
        return adaptation.read(_recogniser(), progress)
    except OrderError as error:
        trouble: tuple[str, dict[str, object]] = shown.problem(state.language(), error)
    except PhotoError as error:
        trouble = "sets.problem_photo", {"photo": str(error)}
    except ModelError as error:
        trouble = "problem.no_model", {"what": str(error)}
    except Exception:
        state.adapt(replace(adaptation, unread=()))  # else every later run would fail too
        raise
    return replace(adaptation, unread=(), trouble=trouble)


@Once
def _recogniser() -> Recogniser:
    """The model that teaches sets, loaded once.

    Raises:
        ModelError: there is none here, or it is unusable.
    """
    return Recogniser.load()


def _working() -> AbstractContextManager[object]:
    return st.spinner(state.say("sets.working"), show_time=True)


def _bar(said: str) -> Progress:
    """A bar that shows how much is done, with the sentence ``said``."""
    words_ = state.say(said)
    bar = st.progress(0.0, words_)
    return lambda done: bar.progress(done, words_)


def _ask(ordered: OrderedExamples[Pyramid], doubt: Doubt) -> None:
    """Ask about one doubt at a time: the tile, and what it may be."""
    part = ordered.photos[doubt.photo]
    language = state.language()
    laid_name, read_name = (tiles.name(language, face) for face in (doubt.laid, doubt.looks))
    drawn.parts(shown.doubt(language, ordered, doubt))
    st.image(picture(part, doubt.tile), width=120, alt=read_name)
    with tools("doubt"):
        for face, name in ((doubt.laid, laid_name), (doubt.looks, read_name)):
            button(state.say("sets.doubt_laid", tile=name), f"doubt-{face}", "", _settle, doubt, face)
        tool("sets.doubt_skip", "doubt-skip", "", _settle, doubt, None)
    drawn.words("", "sets.doubts_left", count=len(ordered.doubts))
    with tools("doubts"):
        _step_back()
        tool("sets.doubts_leave", "doubts-leave", "", state.adapt, SetAdaptation())


def _step_back() -> None:
    """Offer to take the last answer back."""
    earlier = state.memory().adaptation.earlier
    if earlier is not None:
        tool("sets.doubt_back", "doubt-back", "", state.adapt, earlier)


def _settle(doubt: Doubt, face: str | None) -> None:
    state.adapt(state.memory().adaptation.settled(doubt, face))


def _result(adaptation: SetAdaptation, result: AdaptationResult) -> None:
    """Show accuracy before and after and the remaining mistakes, and ask whether to keep it."""
    language = state.language()
    figures = shown.figures(language, adaptation, result)
    drawn.parts([*figures, *shown.changes(language, result)])
    if result.mistakes:
        drawn.words("", "sets.still")
        with tools("mistakes"):
            for mistake in result.mistakes:
                part = adaptation.tiles[mistake.photo]
                name = tiles.name(language, LABELS[part.faces[mistake.tile]])
                caption = state.say("sets.still_one", tile=name, read=tiles.name(language, mistake.read))
                st.image(picture(part, mistake.tile), caption, width=120, alt=name)
    drawn.parts(shown.verdict(language, result))
    if adaptation.name in sets.names():
        drawn.words("", "sets.replaces")
    with tools("adaptation"):
        label = state.say("sets.keep", name=adaptation.name) if result.gains else state.say("sets.keep_worse")
        button(literal(label), "set-keep", "", _keep, result, strong=result.gains)
        _step_back()
        tool("sets.discard", "set-discard", "", state.adapt, SetAdaptation())


def _keep(result: AdaptationResult) -> None:
    sets.keep(result.tile_set)
    used_set.use(result.tile_set.name)
    state.adapt(SetAdaptation())
    state.confirm("sets.kept", name=result.tile_set.name)


frame.guarded(page)
