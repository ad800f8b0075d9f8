"""From a photo, however it arrives, to a hand; what is doubtful is asked."""

from __future__ import annotations

import json
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from PIL import Image

import yakulens
from tests.yakulens.conftest import SAMPLES, TRUTHS
from yakulens import InputError, OpenQuestionsError, Reading
from yakulens.app.cli import main
from yakulens.vision.picture.photo import load
from yakulens.vision.progressive import PhotoReading
from yakulens.vision.reading import Issue, OpenHand, ReadTile
from yakulens.vision.reading import Reading as Table
from yakulens.vision.recognise import Recogniser

if TYPE_CHECKING:
    from pathlib import Path

    from yakulens import Reader

SQUARE = ((0.0, 0.0), (10.0, 0.0), (10.0, 12.0), (0.0, 12.0))
FACES = ("1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "1z", "1z", "7z", "7z", "7z")


def timeless(answer: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in answer.items() if key != "ms"}


def lying(reading: Reading) -> dict[str, Any]:
    return {key: value for key, value in reading.to_json().items() if key not in {"ms", "photo"}}


def made(table: Table) -> Reading:
    """A reading of a photo on which these tiles lie."""
    photo = load(Image.new("RGB", (400, 300), "green"), "made.png")
    done = PhotoReading(photo, "made", table, {"decode": 0.0})
    return Reading(**{field.name: getattr(done, field.name) for field in fields(done)})


def whole(*issues: Issue, win: int | None = 13) -> Table:
    tiles = tuple(ReadTile(at, face, 0.99, SQUARE) for at, face in enumerate(FACES))
    return Table(tiles, concealed=tuple(at for at in range(14) if at != win), win=win, issues=issues)


def test_a_reading_is_the_command_lines(reader: Reader, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("open.jpg", "closed-quad.jpg", "riichi.jpg"):
        photo = SAMPLES / name
        assert main(["read", str(photo)]) == 0
        assert timeless(reader.read(photo).to_json()) == timeless(json.loads(capsys.readouterr().out))


def test_path_text_bytes_and_views_give_one_reading(reader: Reader) -> None:
    photo = SAMPLES / "open.jpg"
    by_path = lying(reader.read(photo))
    data = photo.read_bytes()
    assert lying(reader.read(str(photo))) == by_path
    assert lying(reader.read(data)) == by_path
    assert lying(reader.read(memoryview(data))) == by_path


def test_an_array_and_a_pillow_image_give_the_reading_of_the_file(reader: Reader, tmp_path: Path) -> None:
    pixels = load(SAMPLES / "open.jpg").pixels
    file = tmp_path / "open.png"
    Image.fromarray(pixels).save(file)
    by_path = lying(reader.read(file))
    assert by_path["reading"]["melds"]
    assert lying(reader.read(pixels)) == by_path
    assert lying(reader.read(np.asfortranarray(pixels))) == by_path
    with Image.open(file) as image:
        assert lying(reader.read(image, name="open")) == by_path


def test_a_pillow_image_is_turned_as_its_camera_says(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    file = tmp_path / "turned.jpg"
    Image.new("RGB", (40, 30)).save(file, exif=exif)
    with Image.open(file) as image:
        assert load(image).size == load(file).size == (40, 30)


@pytest.mark.parametrize(
    ("photo", "told"),
    [
        ("nowhere.jpg", "nowhere.jpg: no such file"),
        ("", "photo: the path is empty"),
        (b"no photo", "not a photo"),
        (np.zeros((40, 30), np.uint8), r"shape \(40, 30\) and dtype uint8"),
        (np.zeros((40, 30, 3), np.float32), "dtype float32"),
        (np.zeros((2, 2, 3), np.uint8), "too few"),
        (7, "a int is not a photo"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_line(reader: Reader, photo: Any, told: str) -> None:  # noqa: ANN401
    with pytest.raises(InputError, match=told) as caught:
        reader.read(photo)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("limit", [-5, float("nan"), float("inf"), "5"])
def test_a_time_limit_that_is_none_is_refused(reader: Reader, limit: Any) -> None:  # noqa: ANN401 - any value
    with pytest.raises(InputError, match=r"within_ms: .* is not a number of at least 0"):
        reader.read(SAMPLES / "open.jpg", within_ms=limit)


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda reader: reader.read(SAMPLES / "open.jpg", name=b"x"), "name: b'x' is not text"),
        (lambda reader: reader.read_together(None), "photos: nothing is not a list of photos"),
        (lambda reader: reader.read_together(7), "photos: 7 is not a list of photos"),
    ],
)
def test_another_kind_of_argument_is_refused(reader: Reader, ask: Any, told: str) -> None:  # noqa: ANN401
    with pytest.raises(InputError, match=told):
        ask(reader)


def test_one_reader_serves_several_threads(reader: Reader) -> None:
    photos = [SAMPLES / name for name in ("open.jpg", "seven-pairs.jpg", "open.jpg", "closed-quad.jpg")]
    one_by_one = [lying(reader.read(photo)) for photo in photos]
    with ThreadPoolExecutor(4) as threads:
        assert [lying(each) for each in threads.map(reader.read, photos)] == one_by_one


def test_samples_become_hands_that_score_as_on_the_command_line(
    reader: Reader, capsys: pytest.CaptureFixture[str]
) -> None:
    scored = 0
    for sample in TRUTHS:
        if sample["file"] == "whole-table.jpg":
            continue
        said = {"dora_indicators": [], **sample["situation"]}
        words = [word for key, value in said.items() for word in _options(key, value)]
        assert main(["photo", str(SAMPLES / sample["file"]), *words, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)["score"]
        said["won"] = said.pop("by")
        try:
            hand = reader.read(SAMPLES / sample["file"]).to_hand(**said, answers="as_read")
        except InputError:
            assert told["outcome"] != "win"
            continue
        assert yakulens.score(hand).to_json() == told
        scored += 1
    assert scored > 8


def _options(key: str, value: Any) -> list[str]:  # noqa: ANN401 - of the contract's Hand
    option = f"--{key.replace('_', '-')}"
    if isinstance(value, bool):
        return [option]
    return [option, "".join(value)]


def test_what_lies_on_the_photo_is_told_by_faces() -> None:
    reading = made(whole())
    assert (len(reading.tiles), reading.win, reading.melds) == (14, "7z", ())
    assert reading.concealed == FACES[:13]


def test_an_open_question_is_named_and_may_be_answered() -> None:
    doubt = Issue("doubtful_face", (0,), ("1m", "4m"), "tile", (("tile", "1m"),))
    reading = made(whole(doubt))
    with pytest.raises(OpenQuestionsError, match="doubtful_face: Is this 1 of characters") as caught:
        reading.to_hand(won="ron")
    assert "made.png" in str(caught.value)
    assert "\n" not in str(caught.value)
    (question,) = caught.value.questions
    assert question == reading.questions[0]
    assert question.message == reading.issues[0].message == "Is this 1 of characters?"
    assert question.choices == ("1m", "4m")
    assert reading.to_hand(won="ron", answers={question: "4m"}).concealed[0] == "4m"
    assert reading.to_hand(won="ron", answers={"doubtful_face": "1m"}).concealed[0] == "1m"
    assert reading.to_hand(won="ron", answers={"doubtful_face": "as_read"}).concealed[0] == "1m"
    assert reading.to_hand(won="ron", answers="as_read").concealed[0] == "1m"


def test_open_questions_come_out_of_another_process_whole() -> None:
    with pytest.raises(OpenQuestionsError) as caught:
        made(whole(Issue("doubtful_face", (0,), ("1m", "4m"), "tile", (("tile", "1m"),)))).to_hand(won="ron")
    again = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - our own
    assert (str(again), again.questions) == (str(caught.value), caught.value.questions)


def test_an_answer_must_be_one_of_the_choices_to_a_question_that_is_asked() -> None:
    reading = made(whole(Issue("doubtful_face", (0,), ("1m", "4m"), "tile", (("tile", "1m"),))))
    with pytest.raises(InputError, match=r"'9s' is not an answer.*choose 1m, 4m, as_read"):
        reading.to_hand(won="ron", answers={"doubtful_face": "9s"})
    with pytest.raises(InputError, match="asks no 'meld_kind'; its questions: doubtful_face"):
        reading.to_hand(won="ron", answers={"meld_kind": "pon"})
    with pytest.raises(InputError, match="asks no 5"):
        reading.to_hand(won="ron", answers={5: "pon"})  # type: ignore[dict-item]
    for no_answers in (["5m"], "as it was read"):
        with pytest.raises(InputError, match=r"answers: .* is neither 'as_read' nor"):
            reading.to_hand(won="ron", answers=no_answers)  # type: ignore[arg-type]


def test_what_the_win_is_not_asked_for_is_refused() -> None:
    with pytest.raises(InputError, match="rules: unknown; the keys are won, win, answers, seat"):
        made(whole()).to_hand(won="ron", rules="rcr")  # type: ignore[call-arg]
    with pytest.raises(InputError, match="won: 'x' is not one of"):
        made(whole()).to_hand(won="x")  # type: ignore[arg-type]


def test_who_names_the_winning_tile_is_not_asked_for_it() -> None:
    reading = made(whole(Issue("winning_tile", (12, 13), ("12", "13"), "none_apart"), win=None))
    with pytest.raises(
        OpenQuestionsError, match=r"winning_tile: .*Which one is the winning tile.*say win=TILE"
    ):
        reading.to_hand(won="ron")
    assert reading.to_hand(won="ron", win="1z").win == "1z"
    assert reading.to_hand(won="ron", answers={"winning_tile": "13"}).win == "7z"


def test_indicators_on_the_photo_are_asked_about_until_somebody_says_them() -> None:
    spare = ReadTile(14, "3p", 0.99, SQUARE)
    table = whole()
    reading = made(replace(table, tiles=(*table.tiles, spare), indicators=(14,)))
    with pytest.raises(OpenQuestionsError, match="say dora_indicators=TILES"):
        reading.to_hand(won="ron")
    assert reading.to_hand(won="ron", dora_indicators="").situation.dora_indicators == ()
    assert reading.to_hand(won="ron", answers={"dora_indicator": "dora"}).situation.dora_indicators == ("3p",)


def test_of_several_open_hands_the_one_that_is_meant_is_taken() -> None:
    table = whole(Issue("whose_hand", (), ("self", "across")))
    theirs = tuple(ReadTile(14 + at, face, 0.99, SQUARE) for at, face in enumerate(("9m", *FACES[1:])))
    mine = OpenHand("self", table.concealed, table.win, probability=0.6)
    other = OpenHand("across", tuple(range(14, 27)), 27, probability=0.4)
    reading = made(replace(table, tiles=(*table.tiles, *theirs), hands=(mine, other)))
    with pytest.raises(OpenQuestionsError, match="whose_hand"):
        reading.to_hand(won="ron")
    assert reading.to_hand(won="ron", answers={"whose_hand": "across"}).concealed[0] == "9m"
    assert reading.to_hand(won="ron", answers={"whose_hand": "self"}).concealed[0] == "1m"
    with pytest.raises(InputError, match="choose self, across"):
        reading.to_hand(won="ron", answers={"whose_hand": "left"})


def test_a_photo_without_a_whole_hand_says_what_is_lacking() -> None:
    table = whole()
    with pytest.raises(InputError, match=r"made\.png: tiles missing from the hand: 1"):
        made(replace(table, concealed=table.concealed[1:])).to_hand(won="ron")
    with pytest.raises(InputError, match="no tile was found"):
        made(Table()).to_hand(won="ron")


def test_a_notebook_is_shown_the_photo_with_its_tiles_and_doubts() -> None:
    reading = made(whole(Issue("tile_set", (), ("<b>",), values=(("name", "<b>"),))))
    shown = reading._repr_html_()
    assert "data:image/jpeg;base64," in shown
    assert "14 tiles, read with made" in shown
    assert "the learnt set &lt;b&gt;. Is it that one?" in shown
    assert str(reading).splitlines()[0] == "made.png: 14 tiles, read with made"


def test_a_model_or_set_that_is_none_is_refused() -> None:
    with pytest.raises(InputError, match="no model is called 'nobody'"):
        yakulens.Reader("nobody")
    with pytest.raises(InputError, match="no tile set is called 'Nobody'"):
        yakulens.Reader(tile_set="Nobody")
    with pytest.raises(InputError, match="tile_set: 5 is neither"):
        yakulens.Reader(tile_set=5)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"nowhere\.yakuset"):
        yakulens.Reader(tile_set="nowhere.yakuset")


def test_a_reader_says_which_model_and_set_it_reads_with(reader: Reader) -> None:
    assert (reader.model, reader.tile_set) == ("yakulens-13", "")


def test_a_reader_reads_alike_in_another_process(reader: Reader) -> None:
    photos = [SAMPLES / "open.jpg", SAMPLES / "riichi.jpg"]
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as workers:
        assert list(map(lying, workers.map(reader.read, photos))) == [
            lying(reader.read(path)) for path in photos
        ]


def test_a_pickled_reader_is_the_names_of_its_model_and_its_set_which_a_process_loads_once(
    reader: Reader, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = pickle.dumps(reader)
    assert len(data) < 200
    loads: list[str | None] = []
    load_model = Recogniser.load
    monkeypatch.setattr(
        Recogniser, "load", lambda name, threads: loads.append(name) or load_model(name, threads=threads)
    )
    monkeypatch.chdir(SAMPLES.parents[1] / "models")
    by_path = pickle.dumps(yakulens.Reader("yakulens-13.toml"))
    monkeypatch.chdir(tmp_path)
    assert [pickle.loads(by_path).model for _ in range(3)] == ["yakulens-13"] * 3  # noqa: S301 - our own
    assert loads == ["yakulens-13.toml", str(SAMPLES.parents[1] / "models" / "yakulens-13.toml")]
