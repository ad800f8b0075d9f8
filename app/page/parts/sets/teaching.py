"""Teaching a set from photos of ordered tiles: what is needed, the doubts, the result."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final

import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from yakulens.app.page import state
from yakulens.app.page.guard import guard
from yakulens.app.page.parts import device, drawn
from yakulens.app.page.parts.buttons import button, choices, tool, tools
from yakulens.app.page.parts.score import tile_set as used_set
from yakulens.app.page.set_adaptation import SetAdaptation, name_trouble
from yakulens.app.page.without_reruns import without_reruns
from yakulens.app.sets import shown
from yakulens.app.store import sets
from yakulens.app.store.once import Once
from yakulens.app.words import tiles
from yakulens.app.words.markup import literal
from yakulens.models.teach.adaptation import AdaptationResult
from yakulens.models.teach.examples import picture
from yakulens.models.teach.feature_extractor import FeatureExtractor
from yakulens.models.teach.file import checked_name
from yakulens.models.teach.order import OrderedExamples, OrderError
from yakulens.models.teach.progress import Progress
from yakulens.models.teach.row_looks import Doubt
from yakulens.vision.labels import LABELS
from yakulens.vision.model_card import ModelError
from yakulens.vision.picture.formats import ACCEPT
from yakulens.vision.picture.photo import PhotoError
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

_REDS: Final = {"yes": True, "no": False, "unsure": None}
"""The possible answers about a set's red fives."""


def show() -> None:
    """Draw the set that is being taught, once what was answered or uploaded is worked on."""
    adaptation = _worked_on(state.memory().adaptation)
    if adaptation.result is not None:
        _result(adaptation, adaptation.result)
    elif adaptation.ordered is not None and adaptation.ordered.doubts:
        _ask(adaptation.ordered, adaptation.ordered.doubts[0])
    else:
        _teach(adaptation)


def _worked_on(adaptation: SetAdaptation) -> SetAdaptation:
    """With its photos read, and learnt once no doubt is open: this takes seconds, and the page says so."""
    if adaptation.unread:
        with without_reruns(), _working("sets.reading") as progress:
            adaptation = _read(adaptation, progress)
            state.adapt(adaptation)
    if adaptation.is_ready:
        made = datetime.now(UTC).isoformat(timespec="seconds")
        with _working("sets.learning") as progress:
            card = _recogniser().card
            extractor, firm_score = FeatureExtractor.of(card), card.finder.firm_score
            adaptation = adaptation.finished(extractor, firm_score, made, progress)
        state.adapt(adaptation)
    return adaptation


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


def _change(**fields: Any) -> None:  # noqa: ANN401 - the fields' own types
    state.adapt(replace(state.memory().adaptation, **fields))


def _begin(adaptation: SetAdaptation, name: str, files: Sequence[UploadedFile]) -> SetAdaptation:
    """The adaptation with its name and its photos' files, or with what is wrong with them."""
    trouble = name_trouble(name)
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


@contextmanager
def _working(said: str) -> Iterator[Progress]:
    """A bar that shows how much is done, with the sentence ``said``, until it is over."""
    words_ = state.say(said)
    with st.spinner(state.say("sets.working")):  # its own clock speaks English alone
        bar = st.progress(0.0, words_)
        yield lambda done: bar.progress(done, words_)
        bar.empty()


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
