"""The contract's Score of a hand and its situation, or what is still missing for one. Pure."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Self

from yakulens.app import Json
from yakulens.app.hand.situation import WinFacts
from yakulens.scorer.contract.answer import picked
from yakulens.scorer.contract.hand_json import Case, case_from_json, score_to_json, unscored
from yakulens.scorer.explain import Score
from yakulens.scorer.judge.liability import may_be_liable
from yakulens.scorer.meld import Meld
from yakulens.scorer.near_misses import Miss
from yakulens.scorer.reading_rows import ReadingRow
from yakulens.scorer.rules.load import load_rules
from yakulens.scorer.scoring import score as score_hand
from yakulens.scorer.vocabulary import SEATS, Seat
from yakulens.scorer.waits import waiting_tiles
from yakulens.vision.desk import Desk, hand_json
from yakulens.vision.desk.mends import is_winning
from yakulens.vision.labels import BACK, FACES, RED_FIVES, plain

_WORTH: Final = ("outcome", "han", "fu", "yakuman", "limit", "value", "payments")


@dataclass(frozen=True, slots=True)
class Scored:
    """A hand with all results of its scoring, computed in one pass."""

    desk: Desk  # the hand
    situation: WinFacts  # how it was won
    # The key of the sentence that says what must be done before there is a score, None when nothing is
    # lacking; otherwise the fields below are empty.
    lacking: str | None
    hand: Json | None = None  # the contract's Hand, with the liable seat where somebody fed its yakuman
    score: Json | None = None  # the contract's Score
    # The readings of the hand that are worth less, the highest first: each the contract's ``reading`` with
    # its han, fu, yakuman, value and yaku.
    readings: tuple[Json, ...] = ()
    missed: tuple[Miss, ...] = ()  # each yaku that the hand nearly has, with the reasons why it does not
    by_round: bool = False  # whether its worth differs in another round that its rules play
    # Who may have fed the last set of a yakuman, where the calls do not show it and nobody has said it;
    # includes None where perhaps nobody did.
    may_be_liable: tuple[Seat | None, ...] = ()
    # Each red five that must be among more plain fives than the set has, with the uids of these.
    one_is_red: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def foreign_fives(self) -> bool:
        """Whether the hand has red fives of a suit in which the rules have none."""
        known = in_rules(self.desk, self.situation.rules)
        return any(known.face(uid) != self.desk.face(uid) for uid in self.desk.in_hand())

    @classmethod
    def of(cls, desk: Desk, situation: WinFacts) -> Self:
        """Score a hand, where nothing is lacking.

        >>> from yakulens.vision.desk.typed import hand
        >>> scored = Scored.of(hand("345678m44p67s +5s [234p]"), WinFacts("tsumo", "south"))
        >>> scored.score["han"], scored.score["fu"], scored.score["value"]
        (1, 30, 1100)
        >>> Scored.of(hand("345678m44p67s"), WinFacts()).lacking
        'result.say_tiles'
        """
        missing = lacking(desk, situation)
        if missing is not None:
            return cls(desk, situation, missing)
        hand_json, score_json, result = _score(desk, situation)
        return cls(
            desk=desk,
            situation=situation,
            lacking=None,
            hand=hand_json,
            score=score_json,
            readings=() if result is None else tuple(map(_reading_json, result.other_readings)),
            missed=() if result is None else result.why_not,
            by_round=_differs_by_round(desk, situation, score_json),
            may_be_liable=() if result is None or "liable" in situation.said else _may_be_liable(result),
            one_is_red=() if result is None else tuple(_one_is_red(desk, result)),
        )


def lacking(desk: Desk, situation: WinFacts) -> str | None:
    """The key of the sentence that says what is needed before there is a score; None when nothing is.

    >>> from yakulens.vision.desk import typed
    >>> lacking(typed.hand("23m55p +4m"), WinFacts("ron"))
    'result.say_tiles'
    >>> lacking(typed.hand("23m55p +4m [555z] [666z] [777z]"), WinFacts())
    'result.say_by'
    >>> lacking(typed.hand("23m55p +4m [555z] [666z] [777z]"), WinFacts("ron"))
    'result.say_seat'
    """
    not_a_tile = not_of_riichi(desk)
    if not_a_tile is not None:
        return not_a_tile
    if desk.missing() != 0:
        return "result.say_tiles"
    if desk.win is None or situation.by is None:
        if not is_winning(desk):
            return "result.no_win_yet"
        return "result.say_win" if desk.win is None else "result.say_by"
    if situation.seat is None:
        return "result.say_seat"
    return _indicators_lacking(desk, situation)


def _indicators_lacking(desk: Desk, situation: WinFacts) -> str | None:
    """The sentence about the shorter row of indicators: each dora indicator covers one ura indicator."""
    if situation.riichi == "none" or not desk.ura or not load_rules(situation.rules).ura_dora:
        return None
    if len(desk.indicators) < len(desk.ura):
        return "result.say_dora"
    return "result.say_ura" if len(desk.ura) < len(desk.indicators) else None


def not_of_riichi(desk: Desk) -> str | None:
    """The key of the sentence about backs or flowers among the hand's tiles; None where there are none.

    >>> from yakulens.vision.desk import DeskTile
    >>> not_of_riichi(Desk({0: DeskTile(0, "back")}, concealed=(0,)))
    'result.say_back'
    """
    faces = desk.faces(desk.in_hand())
    if BACK in faces:
        return "result.say_back"
    return "result.say_other" if any(face not in FACES for face in faces) else None


def hand(desk: Desk, situation: WinFacts) -> Json:
    """The contract's Hand; a red five is plain under rules that have none of its suit.

    >>> from yakulens.vision.desk import typed
    >>> hand(typed.hand("340m +0p"), WinFacts("ron", rules="ema-2025"))["concealed"]
    ['3m', '4m', '5m']
    """
    return hand_json(in_rules(desk, situation.rules)) | situation.to_json()


def in_rules(desk: Desk, rules: str) -> Desk:
    """The desk with a plain five for each red one that the rules do not have."""
    counts = dict(zip("mps", load_rules(rules).red_fives, strict=True))
    tiles = {
        uid: replace(tile, face=plain(tile.face))
        if tile.face in RED_FIVES and not counts[tile.face[1]]
        else tile
        for uid, tile in desk.tiles.items()
    }
    return desk if tiles == desk.tiles else replace(desk, tiles=tiles)


def waits(desk: Desk, situation: WinFacts) -> list[str]:
    """The faces that complete a hand which lacks only its winning tile, red fives among them."""
    known = in_rules(desk, situation.rules)
    faces = known.faces(known.in_hand())
    if any(face not in FACES for face in faces):
        return []
    rules = load_rules(situation.rules)
    melds = [Meld(meld.kind, tuple(known.faces(meld.tiles))) for meld in known.melds]
    completing = []
    for face in waiting_tiles(known.faces(known.concealed), melds, rules):
        red = f"0{face[1]}"
        red_count = rules.red_fives["mps".index(face[1])] if red in RED_FIVES and face[0] in "05" else 0
        completing += [face, red] if face != red and faces.count(red) < red_count else [face]
    return completing


def score(desk: Desk, situation: WinFacts) -> Json | None:
    """Only the contract's Score; None while something is lacking (see ``Scored``)."""
    return None if lacking(desk, situation) is not None else _score(desk, situation)[1]


def worth(score: Json) -> tuple[object, ...]:
    """The parts of a score that say what the hand is worth: scores of equal worth are paid alike."""
    return tuple(score.get(key) for key in _WORTH)


def _differs_by_round(desk: Desk, situation: WinFacts, score: Json) -> bool:
    faces = desk.faces(desk.in_hand())
    # Only a wind with a pair can change anything, so most hands are not scored again.
    paired = {wind for number, wind in enumerate(SEATS, 1) if faces.count(f"{number}z") > 1}
    other_rounds = [wind for wind in load_rules(situation.rules).rounds if wind != situation.round]
    return any(
        worth(_score(desk, replace(situation, round=wind))[1]) != worth(score)
        for wind in other_rounds
        if not paired.isdisjoint((wind, situation.round))
    )


def _score(desk: Desk, situation: WinFacts) -> tuple[Json, Json, Score | None]:
    """The contract's Hand and Score, and the scorer's result, which is None where the Hand is invalid."""
    hand_json = hand(desk, situation)
    score_json, result = _score_json(hand_json)
    fed = liable_yaku(score_json, situation.rules)
    if situation.liable is None or not fed:
        return hand_json, score_json, result
    # Somebody is liable for one yakuman, and only a score shows which ones the hand has.
    liable_for = fed[0]
    if result is not None:
        liable_for = next((yaku for yaku in fed if situation.liable in _feeders(result, yaku)), liable_for)
    hand_json |= {"liable": {"seat": situation.liable, "yaku": liable_for}}
    return hand_json, *_score_json(hand_json)


def _score_json(hand_json: Json) -> tuple[Json, Score | None]:
    case = case_from_json(hand_json)
    if not isinstance(case, Case):
        return unscored(None, "invalid", case), None
    result = score_hand(case.hand, case.situation, case.rules)
    return score_to_json(result), result


def _feeders(result: Score, yaku: str) -> tuple[Seat | None, ...]:
    return may_be_liable(yaku, result.hand, result.situation.seat, result.rules)


def _may_be_liable(result: Score) -> tuple[Seat | None, ...]:
    """Who may be liable for a yakuman, where the calls do not show it."""
    codes = {reason.code for miss in result.why_not for reason in miss.reasons}
    if "liable_unsaid" not in codes:
        return ()
    yaku = [row.id for row in result.yaku if row.id in result.rules.liability]
    feeders = {seat for each in yaku for seat in _feeders(result, each)}
    return tuple(seat for seat in (*SEATS, None) if seat in feeders)


def liable_yaku(score: Json, rules: str) -> list[str]:
    """The yakuman of a score for which somebody who fed the last set may be liable.

    >>> from yakulens.vision.desk import typed
    >>> won = score(typed.hand("23m44p +1m [555z] [666z] [777z]"), WinFacts("ron", "east"))
    >>> liable_yaku(won, "ema-2025")
    ['daisangen']
    """
    liability = load_rules(rules).liability
    return [row["id"] for row in score["yaku"] if row["id"] in liability]


def _one_is_red(desk: Desk, result: Score) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Each missing red five, with the uids of the tiles among which it must be."""
    for problem in result.problems:
        if problem.code == "red_five_missing":
            red = str(dict(problem.values)["red"])
            yield red, tuple(uid for uid in desk.hand_and_indicators() if desk.face(uid) == plain(red))


def _reading_json(other: ReadingRow) -> Json:
    reading = picked(other, "pair", "sets", "wait")
    return {"reading": reading, **picked(other, "han", "fu", "yakuman", "value", "yaku")}
