"""The Reading as a record: what lies open told hand by hand, and as the contract's JSON."""

import json

from yakulens.vision.reading import WHOSE_HAND, Issue, OpenHand, Reading, ReadMeld, ReadTile

QUAD = ((0.0, 0.0), (30.0, 0.0), (30.0, 40.0), (0.0, 40.0))
FACES = ("5m", "6m", "7m", "1z", "1z", "1z", "9p", "back")
PON = ReadMeld("pon", (3, 4, 5), ("1z", "1z", "1z"), (1,), (), "across")
DOUBT = Issue("doubtful_face", (6,), ("9p", "8p"), "tile", (("tile", "9p"),))
MINE = OpenHand("self", (0, 1), 2, probability=0.6, issues=(Issue("tile_count", (0, 1)),))
HERS = OpenHand("left", (6,), None, (PON,), 0.4, (DOUBT,), 0.9)
WHOSE = Issue(WHOSE_HAND, (0, 1, 6), ("self", "left"))
URA = Issue("ura_indicators", (7,), ("ura", "dora"))
READING = Reading(
    tuple(ReadTile(k, face, 0.98, QUAD) for k, face in enumerate(FACES)),
    concealed=MINE.concealed,
    win=MINE.win,
    indicators=(7,),
    others=(3, 4, 5, 6),
    issues=(WHOSE, *MINE.issues, URA),
    hands=(MINE, HERS),
)


def test_every_open_hand_is_listed_as_the_contract_says() -> None:
    first, second = json.loads(json.dumps(READING.to_json(lambda issue: issue.code)))["reading"]["hands"]
    assert (first["side"], first["concealed"], first["win"], first["ids"]) == (
        "self",
        ["5m", "6m"],
        "7m",
        [0, 1, 2],
    )
    assert (second["side"], second["probability"], second["ids"]) == ("left", 0.4, [6, 3, 4, 5])
    assert second["melds"] == [
        {
            "kind": "pon",
            "tiles": ["1z", "1z", "1z"],
            "rotated": [1],
            "backs": [],
            "from": "across",
            "ids": [3, 4, 5],
        }
    ]
    assert second["issues"] == [
        {
            "code": "doubtful_face",
            "case": "tile",
            "ids": [6],
            "values": {"tile": "9p"},
            "message": "doubtful_face",
            "choices": ["9p", "8p"],
        }
    ]


def test_another_hand_is_told_without_a_new_look() -> None:
    other = READING.with_hand(1)
    assert (other.concealed, other.win, other.melds) == ((6,), None, (PON,))
    assert other.others == (0, 1, 2)
    assert [hand.side for hand in other.hands] == ["left", "self"]
    assert other.issues == (DOUBT, URA), "its own doubts and the table's; whose hand it is was answered"


def test_telling_the_first_hand_again_answers_whose_hand_and_changes_nothing_else() -> None:
    other = READING.with_hand(0)
    assert (other.concealed, other.win, other.others) == (READING.concealed, READING.win, READING.others)
    assert other.issues == (*MINE.issues, URA)
    assert READING.with_hand(1).with_hand(1).hands == READING.hands
