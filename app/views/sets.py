"""The page of tile sets: chosen, shared, removed, and taught from photos of their tiles laid out in order."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

import numpy as np
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from yakulens.app import frame, sets, state, tiles, which_set
from yakulens.app.components import choices, laid, words
from yakulens.app.components.intake import KINDS
from yakulens.app.components.tool import button, tool, tools
from yakulens.app.set_adaptation import SetAdaptation
from yakulens.vision.labels import LABELS, RED_FIVES
from yakulens.vision.learning.adaptation import AdaptationResult
from yakulens.vision.learning.feature_extractor import FeatureExtractor
from yakulens.vision.learning.file import SUFFIX, TileSetError, checked_name, from_bytes, to_bytes
from yakulens.vision.learning.order import ORDER, Doubt, OrderedExamples, OrderError
from yakulens.vision.learning.pictures import tile_picture
from yakulens.vision.models import ModelError
from yakulens.vision.picture.photo import PhotoError
from yakulens.vision.recognise import Recogniser

_REDS: Final = {"yes": True, "no": False, "unsure": None}
"""What may be said of a set's red fives."""


def page() -> None:
    """Draw the page."""
    frame.heading()
    left, right = st.columns([1, 1], gap="large")
    with left:
        words.heading("sets.title")
        st.html(words.note("sets.about"))
        _known()
        _bring()
    with right:
        words.heading("sets.teach")
        held = state.memory().adaptation
        if held.result is not None:
            _result(held, held.result)
        elif held.ordered is not None and held.ordered.doubts:
            _ask(held.ordered, held.ordered.doubts[0])
        else:
            _teach(held)


def _known() -> None:
    used, names = state.memory().tile_set, sets.names()
    if not names:
        st.html(words.note("sets.none"))
    if used in names:
        st.success(state.say("sets.used", name=used), icon=":material/check:")
        tool("sets.leave", "set-leave", "", which_set.use, None)
    for number, name in enumerate(names):
        with st.container(key=f"panel-set-{number}"):
            _one(number, name, used=name == used)


def _one(number: int, name: str, *, used: bool) -> None:
    st.markdown(f"**{name.replace('*', ' ').replace('[', ' ').replace('`', ' ')}**")
    try:
        found = sets.find(name)
    except TileSetError as error:
        st.warning(state.say("sets.problem_file", what=str(error)))
        found = None
    if found is not None:
        counts, of = found.examples.counts(), found.held_out
        figures = {"tiles": sum(counts.values()), "faces": len(counts)}
        key = "sets.measured" if of.of else "sets.unmeasured"
        st.html(words.note(key, **figures, of=of.of, before=of.before, after=of.after))
    unlike = name in state.memory().not_shown
    if unlike:
        st.html(words.note("sets.not_proposed"))
    if state.memory().adaptation.asked == name:
        st.html(words.note("sets.remove_sure", name=name))
        with tools(f"set-sure-{number}"):
            tool("sets.remove_yes", f"set-remove-yes-{number}", "", _remove, name, strong=True)
            tool("sets.keep_it", f"set-remove-no-{number}", "", _ask_removal, None)
        return
    with tools(f"set-{number}"):
        if found is not None and not used:
            tool("sets.use", f"set-use-{number}", "", which_set.use, name)
        if unlike:
            tool("sets.propose", f"set-propose-{number}", "", which_set.propose_again, name)
        if found is not None:
            st.download_button(
                state.say("sets.share"),
                to_bytes(found),
                file_name=f"{name}{SUFFIX}",
                mime="application/zip",
                key=f"set-share-{number}",
                on_click="ignore",
            )
        tool("sets.remove", f"set-remove-{number}", "", _ask_removal, name)


def _ask_removal(name: str | None) -> None:
    held = state.memory()
    held.adaptation = replace(held.adaptation, asked=name)


def _remove(name: str) -> None:
    sets.remove(name)
    held = state.memory()
    held.adaptation = replace(held.adaptation, asked=None)
    if held.tile_set == name:
        which_set.use(None)


def _bring() -> None:
    with st.expander(state.say("sets.bring"), icon=":material/upload_file:"):
        file = st.file_uploader(
            state.say("sets.bring"), type=[SUFFIX[1:]], key="set-file", label_visibility="collapsed"
        )
        if file is None:
            return
        try:
            found = from_bytes(file.getvalue(), file.name)
        except TileSetError as error:
            st.error(state.say("sets.problem_file", what=str(error)), icon=":material/error:")
            return
        if found.name in sets.names():
            st.html(words.note("sets.replaces"))
        tool("sets.keep_it", "set-bring", "", _bring_in, file)


def _bring_in(file: UploadedFile) -> None:
    sets.keep(from_bytes(file.getvalue(), file.name))


def _teach(held: SetAdaptation) -> None:
    language = state.language()
    st.html(words.note("sets.order"))
    rows = [laid.group(tiles.tag(language, face) for face in row) for row in (*ORDER[:4], sum(ORDER[4:], ()))]
    st.html("".join(f'<div class="yl-row">{row}</div>' for row in rows))
    st.html(words.note("sets.order_photos"))
    name = st.text_input(state.say("sets.name"), key="set-name", max_chars=60)
    files = st.file_uploader(
        state.say("sets.photos"), type=list(KINDS), key="set-photos", accept_multiple_files=True
    )
    choices.label(state.say("sets.reds"))
    said = next(value for value, reds in _REDS.items() if reds == held.reds)
    choices.row("set-reds", [(each, state.say(f"sets.reds_{each}")) for each in _REDS], [said], _say_reds)
    st.html(words.note("sets.reds_note"))
    if st.button(state.say("sets.go"), key="set-go", type="primary", width="stretch"):
        with st.spinner(state.say("sets.working"), show_time=True):
            state.memory().adaptation = _begun(held, name, files)
        st.rerun()
    # Below the button, so that it stays under the thumb.
    if held.trouble is not None:
        key, values = held.trouble
        st.error(state.say(key, **values), icon=":material/error:")


def _say_reds(value: str) -> None:
    held = state.memory()
    held.adaptation = replace(held.adaptation, reds=_REDS[value], trouble=None)


def _begun(held: SetAdaptation, name: str, files: Sequence[UploadedFile]) -> SetAdaptation:
    """The adaptation with its photos shown, or what is wrong with them."""
    try:
        name = checked_name(name)
    except TileSetError:
        return replace(held, trouble=("sets.need_name", {}))
    if not files:
        return replace(held, trouble=("sets.need_photos", {}))
    try:
        photos = [(file.name, file.getvalue()) for file in files]
        return _finished(held.shown(name, photos, _recogniser()))
    except OrderError as error:
        return replace(held, trouble=(f"sets.problem_{error.code}", _in_words(error)))
    except PhotoError as error:
        return replace(held, trouble=("sets.problem_photo", {"photo": str(error)}))
    except ModelError as error:
        return replace(held, trouble=("problem.no_model", {"what": str(error)}))


def _in_words(error: OrderError) -> dict[str, object]:
    language = state.language()
    return {
        key: tiles.name(language, str(value)) if key in {"first", "last"} else value
        for key, value in error.values.items()
    }


@st.cache_resource(show_spinner=False)
def _recogniser() -> Recogniser:
    """The model that sets are taught with, loaded once.

    Raises:
        ModelError: there is none here, or it cannot be used.
    """
    return Recogniser.load()


def _finished(held: SetAdaptation) -> SetAdaptation:
    recogniser = _recogniser()
    made = datetime.now(UTC).isoformat(timespec="seconds")
    return held.finished(FeatureExtractor.of(recogniser.card), recogniser.card.finder.firm_score, made)


def _ask(shown: OrderedExamples, doubt: Doubt) -> None:
    """Ask about one doubt at a time: the tile, and what it may be."""
    part = shown.photos[doubt.photo]
    language = state.language()
    as_laid, as_seen = (tiles.name(language, face) for face in (doubt.laid, doubt.looks))
    st.html(words.note("sets.doubt", place=doubt.tile + 1, photo=part.name, laid=as_laid, looks=as_seen))
    st.image(tile_picture(part.photo, part.quads[doubt.tile]), width=120, alt=as_seen)
    with tools("doubt"):
        for face, called in ((doubt.laid, as_laid), (doubt.looks, as_seen)):
            button(state.say("sets.doubt_laid", tile=called), f"doubt-{face}", "", _settle, doubt, face)
        tool("sets.doubt_skip", "doubt-skip", "", _settle, doubt, None)


def _settle(doubt: Doubt, face: str | None) -> None:
    held = state.memory()
    held.adaptation = _finished(held.adaptation.settled(doubt, face))


def _result(held: SetAdaptation, result: AdaptationResult) -> None:
    """Show what was right before and after, what is still wrong, and ask whether to keep it."""
    language = state.language()
    _figures(held, result)
    changed = {face: f for face, f in result.by_face.items() if {f.before, f.after} != {f.of}}
    if changed:
        st.table(
            {
                state.say("sets.face"): [tiles.name(language, face) for face in changed],
                state.say("sets.before"): [f.before for f in changed.values()],
                state.say("sets.after"): [f.after for f in changed.values()],
                state.say("sets.of"): [f.of for f in changed.values()],
            }
        )
    if result.mistakes:
        st.html(words.note("sets.still"))
        with tools("mistakes"):
            for mistake in result.mistakes:
                part = held.tiles[mistake.photo]
                was = tiles.name(language, LABELS[part.faces[mistake.tile]])
                caption = state.say("sets.still_one", tile=was, read=tiles.name(language, mistake.read))
                st.image(tile_picture(part.photo, part.quads[mistake.tile]), caption, width=120, alt=was)
    if not result.better:
        worse = ", ".join(tiles.name(language, face) for face in result.worse)
        st.warning(state.say("sets.worse" if worse else "sets.worse_all", tiles=worse))
    if held.name in sets.names():
        st.html(words.note("sets.replaces"))
    with tools("adaptation"):
        worth = result.gains
        said = state.say("sets.keep", name=held.name) if worth else state.say("sets.keep_worse")
        button(said, "set-keep", "", _keep, result, strong=worth)
        tool("sets.discard", "set-discard", "", _discard)


def _figures(held: SetAdaptation, result: AdaptationResult) -> None:
    """What was measured, and what is read as on any set."""
    language, of = state.language(), result.tile_set.held_out
    if of.of:
        st.html(words.note("sets.result", of=of.of, before=of.before, after=of.after))
    if result.copied:
        of, before, after = np.sum([(h.of, h.before, h.after) for h in result.copied.values()], axis=0)
        st.html(words.note("sets.result_copies", of=int(of), before=int(before), after=int(after)))
    if result.better and not result.gains:
        st.html(words.note("sets.needless"))
    reds = result.tile_set.layer.reds
    if not reds:
        st.html(words.note("sets.plain_fives" if held.reds is None else "sets.no_reds"))
    missing = [
        face for face in (held.ordered.missing if held.ordered else ()) if reds or face not in RED_FIVES
    ]
    if missing:
        st.html(words.note("sets.missing", tiles=", ".join(tiles.name(language, face) for face in missing)))


def _keep(result: AdaptationResult) -> None:
    sets.keep(result.tile_set)
    held = state.memory()
    which_set.use(result.tile_set.name)
    held.adaptation = SetAdaptation()
    state.confirm("sets.kept", name=result.tile_set.name)


def _discard() -> None:
    state.memory().adaptation = SetAdaptation()


frame.guarded(page)
