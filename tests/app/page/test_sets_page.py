"""The page of tile sets: what it says of a set that was taught once and gains nothing."""

from __future__ import annotations

import hashlib
import json
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest

from tests.app.conftest import upload
from tests.app.page import told
from yakulens.app.page import set_adaptation, state
from yakulens.app.page.memory import KeptSets
from yakulens.app.page.set_adaptation import SetAdaptation, Teachings
from yakulens.app.server import addresses, visitor
from yakulens.app.store import sets, trainings
from yakulens.models.evaluate.rates import Rate
from yakulens.models.runs.figures import FIGURES, Figure, save_figures
from yakulens.models.runs.watch import STOP, ask_to_stop, shown_as_running
from yakulens.models.teach import teaching
from yakulens.models.teach.adaptation import AdaptationResult
from yakulens.models.teach.examples import PhotoTiles
from yakulens.models.teach.labelled_tiles import LabelledTiles
from yakulens.models.teach.order import OrderedExamples
from yakulens.models.teach.row_looks import Doubt, Misplaced
from yakulens.vision.models import choose
from yakulens.vision.naming.tile_set import Examples, HeldOut, Layer, TileSet
from yakulens.vision.picture.pyramid import Pyramid
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path

    from streamlit.testing.v1 import AppTest


def key(action: str, name: str) -> str:
    """The key of a set's widget."""
    return f"set-{action}-{hashlib.sha256(name.encode()).hexdigest()[:16]}"


@pytest.mark.parametrize(("after", "keep"), [(90, "Keep it all the same"), (93, "Keep mine")])
def test_a_set_shown_once_is_measured_on_copies_and_kept_where_it_gains(
    after: int, keep: str, page: AppTest
) -> None:
    layer = Layer(np.zeros((39, 4), np.float32), np.zeros(39, np.float32), reds=False)
    none = Examples(np.zeros((0, 1, 4), np.float32), None, np.zeros(0, np.intp), np.zeros(0, np.intp))
    copied = {"1m": HeldOut(93, 90, after)}
    result = AdaptationResult(TileSet("mine", "", layer, none), {}, (), refined=False, copied=copied)
    page.session_state[state._KEY].adaptation = SetAdaptation("mine", result=result)
    page.switch_page("page/views/sets.py").run()
    assert not page.exception
    said = told.words(page)
    assert f"Of 93 altered copies of these tiles, 90 were read right before and {after} now." in said
    assert "No red five was shown: every five is read as a plain one." in said
    assert ("This set was already read well" in said) is (after == 90)
    assert [button.label for button in page.button if button.key == "set-keep"] == [keep]


def test_a_set_in_use_offers_to_read_one_hand_and_says_which_faces_stay_as_before(page: AppTest) -> None:
    sets.keep(tile_set("mine"))
    held = {"4s": HeldOut(2, 2, 2)}
    result = AdaptationResult(replace(tile_set("mine"), unchanged=("4s",)), held, (), refined=False)
    page.session_state[state._KEY].adaptation = SetAdaptation("mine", result=result)
    page.session_state[state._KEY].tile_set = "mine"
    page.switch_page("page/views/sets.py").run()
    said = told.words(page)
    assert "held-out tiles of them were read better that way: 4 of bamboo." in said
    page.button(key="set-read-one").click().run()
    assert not page.exception
    assert page.session_state[state._KEY].at_start
    assert page.session_state[state._KEY].tile_set == "mine"


DOUBTS = (Doubt(0, 0, "1m", "2m"), Doubt(0, 0, "7z", "6z"))


def one_tile() -> PhotoTiles:
    """A photo with one tile."""
    photo, quads = (
        Pyramid(np.full((200, 200, 3), 99, np.uint8)),
        np.array([[[9, 9], [49, 9], [49, 63], [9, 63]]]),
    )
    none, one = np.zeros(1, np.intp), np.ones(1)
    return LabelledTiles("a.jpg", photo, quads.astype(np.float32), none, none, one, one > 1)


def test_a_name_that_was_asked_for_is_asked_for_no_longer_once_it_is_given(page: AppTest) -> None:
    page.switch_page("page/views/sets.py").run()
    page.button(key="set-go").click().run()
    assert [error.value.partition(":")[0] for error in page.error] == ["Give the set a name first"]
    page.text_input(key="set-name").input("mine").run()
    assert not page.error
    page.text_input(key="set-name").input("a:b").run()
    page.button(key="set-go").click().run()
    assert [error.value.partition(":")[0] for error in page.error] == ["A set cannot be called a"]


@dataclass(frozen=True)
class ForSet:
    """An extractor of which only that is known whether its set has red fives."""

    reds: bool | None = None

    def of_set(self, *, reds: bool) -> ForSet:
        return ForSet(reds)


@dataclass(frozen=True)
class Shown:
    """Photos without doubts."""

    doubts: tuple[object, ...] = ()


@pytest.mark.parametrize(
    ("said", "shown", "learnt"),
    [
        (None, False, False),
        (None, True, True),
        (True, False, True),
        (True, True, True),
        (False, False, False),
    ],
)
def test_a_set_has_red_fives_where_it_is_said_or_else_where_one_is_shown(
    said: bool | None,  # noqa: FBT001 - three answers
    shown: bool,  # noqa: FBT001 - two kinds of photos
    learnt: bool,  # noqa: FBT001 - what follows
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(teaching, "to_learn", lambda shown: (shown,))
    monkeypatch.setattr(teaching, "shows_reds", lambda _: shown)

    async def adapt(_name: str, _tiles: object, views: ForSet, *_: object, **__: object) -> ForSet:
        return views

    monkeypatch.setattr(teaching, "adapt", adapt)
    begun = SetAdaptation("mine", ordered=cast("Any", Shown()), reds=said)
    assert begun.finished(cast("Any", ForSet()), 0.5, "").result == ForSet(learnt)


def test_a_set_that_is_said_to_have_no_red_fives_and_shows_one_is_not_learnt(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teaching, "to_learn", lambda shown: (shown,))
    monkeypatch.setattr(teaching, "shows_reds", lambda _: True)
    begun = SetAdaptation("mine", ordered=cast("Any", Shown()), reds=False)
    done = begun.finished(cast("Any", ForSet()), 0.5, "")
    assert (done.ordered, done.result, done.reds) == (None, None, False)
    page.session_state[state._KEY].adaptation = done
    page.switch_page("page/views/sets.py").run()
    assert [each.value for each in page.error] == [
        (
            "You said that the set has no red fives, but one is on the photos. "
            "Say that it has some, or take the photo again without it."
        )
    ]


def test_of_the_doubts_is_said_how_many_are_left_an_answer_is_taken_back_and_the_teaching_left(
    page: AppTest,
) -> None:
    page.session_state[state._KEY].adaptation = SetAdaptation(
        "mine",
        OrderedExamples((one_tile(),), (), DOUBTS, (Misplaced("a.jpg", 1, ("1m", "9m"), ("1p", "9p")),)),
    )
    page.switch_page("page/views/sets.py").run()
    assert not page.exception
    assert "row 1 of a.jpg looks like 1 of circles to 9 of circles" in told.words(page)
    assert "Questions left: 2" in told.words(page)
    page.button(key="doubt-1m").click().run()
    assert "Questions left: 1" in told.words(page)
    page.button(key="doubt-back").click().run()
    assert "Questions left: 2" in told.words(page)
    page.button(key="doubts-leave").click().run()
    assert "set-go" in [button.key for button in page.button]


def test_teaching_goes_on_where_it_was_after_the_page_was_loaded_anew(page: AppTest) -> None:
    begun = SetAdaptation("mine", OrderedExamples((one_tile(),), (), DOUBTS))
    page.session_state[state._KEY].adaptation = begun
    page.switch_page("page/views/sets.py").run()
    page.button(key="doubt-1m").click().run()
    del page.session_state[state._KEY]
    page.run()
    assert page.session_state[state._KEY].adaptation.name == "mine"
    page.button(key="doubts-leave").click().run()
    del page.session_state[state._KEY]
    page.run()
    assert "set-go" in [button.key for button in page.button]


def test_photos_are_read_after_the_page_was_loaded_anew_meanwhile(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Recogniser, "load", lambda: None)
    begun = SetAdaptation("mine", unread=(("a.jpg", b"no photo"),))
    state._teachings().hold(visitor.current().browser, begun)
    del page.session_state[state._KEY]
    page.switch_page("page/views/sets.py").run()
    assert not page.exception
    assert ["a.jpg" in error.value for error in page.error] == [True]
    assert page.text_input(key="set-name").value == "mine"
    assert page.session_state[state._KEY].adaptation.unread == ()
    assert not page.get("progress"), "no bar of what is over"


def test_the_last_teachings_are_held_for_half_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(set_adaptation, "monotonic", lambda: now[0])
    teachings = Teachings()
    for browser in ("ann", "bo", "ann", "cy"):
        teachings.hold(browser, SetAdaptation(browser, cast("Any", Shown())))
        now[0] += 1000
    teachings.hold("di", SetAdaptation("di"))
    assert [teachings.of(browser).name for browser in ("ann", "bo", "cy", "di")] == ["", "", "cy", ""]
    now[0] += 801
    assert teachings.of("cy").name == ""


def tile_set(name: str, reader: str | None = None) -> TileSet:
    """A set learnt with this reader, or with that of the model in use."""
    reader = choose().reader.sha256 if reader is None else reader
    layer = Layer(np.zeros((39, 4), np.float32), np.zeros(39, np.float32), reds=False)
    features = np.zeros((0, 1, 4), np.float32)
    return TileSet(name, reader, layer, Examples(features, None, np.zeros(0, np.intp), np.zeros(0, np.intp)))


def wait(page: AppTest) -> None:
    """Let so much time pass that the next tap is not the second one of a double tap."""
    page.session_state[state._KEY].kept_sets = KeptSets()


def test_a_set_that_was_removed_or_replaced_can_be_brought_back(page: AppTest) -> None:
    sets.keep(tile_set("mine"))
    page.switch_page("page/views/sets.py").run()
    assert "Removed or replaced sets: 1" not in [each.label for each in page.expander]
    page.button(key=key("use", "mine")).click().run()
    page.button(key=key("remove", "mine")).click().run()
    assert sets.names() == ()
    assert page.session_state[state._KEY].tile_set is None
    assert "Removed or replaced sets: 1" in [each.label for each in page.expander]
    sets.keep(replace(tile_set("mine"), made="later"))
    page.run()
    page.button(key=key("restore", "mine")).click().run()
    assert not page.exception
    assert (sets.find("mine").made, sets.removed()) == ("", ("mine",))
    wait(page)
    page.button(key=key("restore", "mine")).click().run()
    assert sets.find("mine").made == "later"


def test_a_double_tap_removes_one_set(page: AppTest) -> None:
    for name in ("mine", "yours"):
        sets.keep(tile_set(name))
    page.switch_page("page/views/sets.py").run()
    for later, removed in ((False, ("mine",)), (False, ("mine",)), (True, ("mine", "yours"))):
        if later:
            wait(page)
        next(each for each in page.button if (each.key or "").startswith("set-remove-")).click().run()
        assert sets.removed() == removed
        assert [each.value.partition(" ")[0] for each in page.success] == [removed[-1]]


def test_a_set_learnt_with_another_model_is_marked_and_not_offered(page: AppTest) -> None:
    sets.keep(tile_set("mine", "ab" * 32))
    page.switch_page("page/views/sets.py").run()
    assert not page.exception
    assert ["another model (reader abababab)" in each.value for each in page.warning] == [True]
    keys = [button.key for button in page.button]
    assert (key("use", "mine") in keys, key("remove", "mine") in keys) == (False, True)


def test_a_photo_that_the_chosen_set_cannot_read_names_the_set_and_any_can_be_read(
    page: AppTest, photo_bytes: bytes
) -> None:
    sets.keep(tile_set("mine", "ab" * 32))
    page.session_state[state._KEY].tile_set = "mine"
    upload(page, photo_bytes)
    assert ["cannot be read with the set mine" in each.value for each in page.error] == [True]
    page.button(key="any-set").click().run()
    assert not page.exception
    assert not page.error
    assert page.session_state[state._KEY].tile_set is None


def test_a_sets_name_is_no_markup(page: AppTest) -> None:
    sets.keep(tile_set("[a](b) `c`"))
    page.switch_page("page/views/sets.py").run()
    page.button(key=key("use", "[a](b) `c`")).click().run()
    shown = [each.value for each in (*page.markdown, *page.success)]
    assert len([text for text in shown if r"\[a\]\(b\) \`c\`" in text]) == 2, shown
    page.button(key=key("remove", "[a](b) `c`")).click().run()
    assert r"\[a\]" in page.button(key=key("restore", "[a](b) `c`")).label


def test_a_set_is_renamed_and_read_with_as_before(page: AppTest) -> None:
    for name in ("mine", "yours"):
        sets.keep(tile_set(name))
    page.switch_page("page/views/sets.py").run()
    page.button(key=key("use", "mine")).click().run()
    page.button(key=key("rename", "mine")).click().run()
    for name, said in (
        ("yours", "A set called yours exists already"),
        ("a\\b", "cannot be called a"),
        ("a.yakuset", "does not end in .yakuset"),
        ("", "Give the set a name first"),
    ):
        page.text_input(key=key("name", "mine")).input(name).run()
        page.button(key=key("rename-yes", "mine")).click().run()
        assert [said in each.value for each in page.warning] == [True], name
        assert sets.names() == ("mine", "yours")
    page.text_input(key=key("name", "mine")).input("ours").run()
    page.button(key=key("rename-yes", "mine")).click().run()
    assert not page.exception
    assert next(each.value for each in page.success) == "mine is now called ours."
    assert sets.names() == ("ours", "yours")
    assert sets.find("ours").name == "ours"
    assert sets.removed() == ()
    assert page.session_state[state._KEY].tile_set == "ours"


def test_the_page_asks_whether_the_set_has_red_fives(page: AppTest) -> None:
    page.switch_page("page/views/sets.py").run()
    assert "Does the set have red fives?" in told.words(page)
    keys = [button.key for button in page.button]
    assert keys.index("set-reds-yes") < keys.index("set-go")
    for answer, reds in (("yes", True), ("no", False), ("unsure", None)):
        next(button for button in page.button if button.key == f"set-reds-{answer}").click().run()
        assert not page.exception
        assert page.session_state[state._KEY].adaptation.reds is reds
        chosen = [button.key for button in page.button if button.proto.type == "primary"]
        assert f"set-reds-{answer}" in chosen


def test_however_many_sets_there_are_one_action_alone_is_the_primary_one(
    page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sets, "names", lambda: ["mine", "yours"])
    monkeypatch.setattr(sets, "find", tile_set)
    page.switch_page("page/views/sets.py").run()
    assert not page.exception
    assert [each.key for each in page.button if (each.key or "").startswith("set-use-")] == [
        key("use", "mine"),
        key("use", "yours"),
    ]
    filled = [each.key for each in page.button if each.proto.type == "primary"]
    assert [key for key in filled if not (key or "").startswith("set-reds-")] == ["set-go"]


def test_a_running_training_is_shown_with_its_curve_and_ended_by_a_tap(tmp_path: Path, page: AppTest) -> None:
    trainings.remember(tmp_path)
    rates = {"green": Rate(9, 10)}
    save_figures(tmp_path / FIGURES, [Figure(0, 1.0, {}, rates), Figure(30, 60.0, {"loss": 1.0}, rates)])
    with shown_as_running(tmp_path, "reader", minutes=3, steps=None):
        page.switch_page("page/views/sets.py").run()
        said = told.words(page)
        assert "Steps that the reader has learnt: 30. Minutes left: about 2." in said
        assert '<img alt="Right of the photos' in said
        assert "data:image/svg+xml;base64," in said
        assert "green: 90" in said
        (stop,) = [button for button in page.button if str(button.key).startswith("training-stop-")]
        stop.click().run()
        assert not page.exception
        assert (tmp_path / STOP).exists()
        assert "It ends after the step that it is at" in told.words(page)
    page.run()
    assert "has learnt" not in told.words(page)


def test_two_running_trainings_are_shown_each_with_its_curve(tmp_path: Path, page: AppTest) -> None:
    with ExitStack() as stack:
        for network in ("reader", "finder"):
            folder = tmp_path / network
            folder.mkdir()
            trainings.remember(folder)
            stack.enter_context(shown_as_running(folder, network, minutes=3, steps=None))
            save_figures(folder / FIGURES, [Figure(30, 60.0, {}, {"green": Rate(7, 9)})])
            ask_to_stop(folder)
        page.switch_page("page/views/sets.py").run()
    assert not page.exception
    said = told.words(page)
    assert all(f"Steps that the {network} has learnt: 30." in said for network in ("reader", "finder"))
    assert said.count("green: 77.78") == said.count("It ends after the step that it is at") == 2


def test_on_a_server_for_others_nobody_sees_or_ends_a_training(
    tmp_path: Path, page: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "is_local", lambda: False)
    trainings.remember(tmp_path)
    with shown_as_running(tmp_path, "reader", minutes=3, steps=None):
        page.switch_page("page/views/sets.py").run()
        assert not [each for each in page.button if str(each.key).startswith("training-")]
        assert "reader" not in told.words(page)


def test_what_the_newest_training_gained_is_shown_by_set(tmp_path: Path, page: AppTest) -> None:
    row = {"measure": "tiles right", "before": 35, "after": 68, "of": 68, "name": "club <i>"}
    rows = [row | {"group": "all"}, row | {"group": "set green"}, {"measure": "damaged"}]
    answer = {"name": "club", "at": "2026-11-29", "adopted": ["club"], "rows": rows}
    (tmp_path / trainings.COMPARISON).write_text(json.dumps(answer))
    trainings.remember(tmp_path)
    page.switch_page("page/views/sets.py").run()
    assert not page.exception
    said = told.words(page)
    assert "What the training of club gained" in said
    (gains,) = told.drawn(page)["compared"]["parts"]
    rights = ["35 / 68", "68 / 68"]
    assert told.lines(gains["table"]) == [
        ["club <i>: tiles right", *rights],
        ["green: tiles right", *rights],
    ]
    assert "It was adopted." in said


def test_of_several_comparisons_one_is_chosen(tmp_path: Path, page: AppTest) -> None:
    row = {"group": "all", "measure": "tiles right", "before": 35, "after": 36, "of": 68, "name": ""}
    for at, about in ((28, {"name": "A -> B", "way": "compare"}), (29, {"name": "club", "way": "teach"})):
        folder = tmp_path / str(at)
        folder.mkdir()
        answer = {**about, "at": f"2026-11-{at}", "rows": [row]}
        (folder / trainings.COMPARISON).write_text(json.dumps(answer))
        trainings.remember(folder)
    page.switch_page("page/views/sets.py").run()
    (choice,) = page.selectbox
    assert choice.options == ["club 2026-11-29", "A -> B 2026-11-28"]
    choice.select_index(1).run()
    said = told.words(page)
    assert "A -&gt; B, compared" in said
    assert "adopted" not in said
