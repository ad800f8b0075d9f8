"""What must be settled before a hand can be scored, as questions that one tap answers."""

from dataclasses import replace
from typing import Final

from yakulens.app import Json
from yakulens.app.hand import scoring
from yakulens.app.hand.choice import Choice, Prompt, say_event, tile_choice
from yakulens.app.hand.place import Place
from yakulens.app.hand.situation import WinFacts
from yakulens.app.hand.tile_questions import NO_TILES, NO_WIN, ask_for_tiles, of_tiles
from yakulens.app.words.i18n import listed, text
from yakulens.app.words.questions import asked
from yakulens.app.words.seating import NOBODY, Names, seated
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS
from yakulens.vision.desk import Desk, Question
from yakulens.vision.desk.from_reading import other_sides
from yakulens.vision.desk.questions import BELONGING, WINNING_TILE, about_faces, open_questions
from yakulens.vision.labels import LABELS
from yakulens.vision.reading import WHOSE_HAND, Reading
from yakulens.vision.together.aiming import SEEN_BETTER
from yakulens.vision.together.combine import ANOTHER_HAND

_SEEN_BETTER: Final = frozenset({"absent-win", "too-few", "too-many", "too-many-alike", NO_WIN})
"""Keys of the questions about a hand's tiles that another look may settle as well."""


def questions(language: str, scored: scoring.Scored, *, photo: bool, names: Names = NOBODY) -> list[Prompt]:
    """The open questions, the first to ask at the head.

    ``photo`` says whether the hand's photo is available; ``names`` says who sits on each wind in the hand's
    game.
    """
    desk = scored.desk
    # Whose hand it is comes first: the other questions concern only that hand. Then what came of a further
    # photo, which was just taken for the sake of another question.
    first = (WHOSE_HAND, ANOTHER_HAND)
    ordered = sorted(open_questions(desk), key=lambda each: (*first, each.code).index(each.code))
    asks = [_of_reading(language, desk, question) for question in ordered]
    if any(ask.key == NO_TILES for ask in asks):
        return [ask for ask in asks if ask.key == NO_TILES]
    asks += of_tiles(language, scored, photo=photo)
    if any(ask.key == NO_WIN for ask in asks):
        asks = _no_win_before_faces(desk, asks)
    if scored.may_be_liable:
        asks.append(_ask_liable(language, scored, names))
    asks = [_with_correction(language, ask) for ask in asks]
    if not photo:
        return asks
    may_look = {_key(desk, each) for each in ordered if each.code in SEEN_BETTER} | _SEEN_BETTER
    return [_with_look(language, ask) if ask.key in may_look else ask for ask in asks]


def moved_on(language: str, said_of: Place, now: Place, situation: WinFacts) -> Prompt:
    """The question whether a hand belongs to the current hand of a game.

    It was entered for the hand ``said_of`` (``NO_TABLE`` for none); ``now`` is the current one.
    """
    names = said_of.names()
    here, there = said_of.told_beside(now, language)
    question = "moved.ask" if names or said_of.game == now.game else "moved.no_game"
    winners = [
        text(language, key, who=seated(language, seat, names))
        for key, seat in (("fact.won", situation.seat), ("fact.from", situation.discarder))
        if seat is not None
    ]
    carry, leave = ({"do": "of", "when": when} for when in ("now", "then"))
    return Prompt(
        "moved-on",
        text(language, question, now=here, then=there),
        (
            Choice(text(language, "moved.carry" if names else "moved.take", now=here), carry, strong=True),
            Choice(text(language, "moved.leave" if names else "moved.apart", then=there), leave),
        ),
        note=listed(language, winners),
    )


def other_hands(reading: Reading | None, desk: Desk) -> tuple[str, ...]:
    """Where the owners of the other visible hands sit; none until it is settled whose hand this is."""
    if reading is None or any(question.code == WHOSE_HAND for question in desk.questions):
        return ()
    return other_sides(reading, desk)


def _no_win_before_faces(desk: Desk, asks: list[Prompt]) -> list[Prompt]:
    """Put the questions about a hand that does not win before doubts about faces.

    Questions about which tiles belong to the hand, and what was called, stay first: they may be the cause.
    The winning tile is not asked for.
    """
    face_keys = {_key(desk, question) for question in open_questions(desk) if about_faces(question)}
    win_keys = {_key(desk, question) for question in open_questions(desk) if question.code == WINNING_TILE}
    remaining = [ask for ask in asks if ask.key not in win_keys]
    return sorted(remaining, key=lambda ask: 2 * (ask.key in face_keys) + (ask.key == NO_WIN))


def _with_correction(language: str, ask: Prompt) -> Prompt:
    """The question; if its only answer confirms the tile, also with a way to correct it."""
    sheet = f"tile:{ask.tiles[0]}" if ask.tiles else ""
    if len(ask.choices) > 1 or not sheet or any(choice.opens == sheet for choice in ask.choices):
        return ask
    return replace(ask, choices=(*ask.choices, Choice(text(language, "fact.correct"), opens=sheet)))


def _with_look(language: str, ask: Prompt) -> Prompt:
    """The question, also with another look at the hand: a further photo, read with those before it."""
    return replace(ask, choices=(*ask.choices, Choice(text(language, "finder.again"), opens="look")))


def _key(desk: Desk, question: Question) -> str:
    uids = [uid for uid in question.tiles if uid in desk.tiles]
    return f"question-{question.code}-{'-'.join(map(str, uids[:4]))}"


def _of_reading(language: str, desk: Desk, question: Question) -> Prompt:
    """A question that the reading of the photo left open."""
    number = desk.questions.index(question)
    uids = tuple(uid for uid in question.tiles if uid in desk.tiles)
    if question.code == NO_TILES and not desk.tiles:
        return ask_for_tiles(language)

    def reply(choice: str | None) -> Json:
        return {"do": "reply", "number": number, "code": question.code, "choice": choice}

    choices = [
        _choice(language, desk, question, choice, reply(choice))
        for choice in question.choices
        if not choice.isdecimal() or int(choice) in desk.tiles
    ]
    if question.code == BELONGING and (desk.missing() < 0 or desk.missing() > 1):
        # What brings the hand nearer to its number of tiles comes first.
        choices.sort(
            key=lambda choice: (choice.event or {})["choice"] == ("in" if desk.missing() < 0 else "out")
        )
    if about_faces(question) and len(uids) == 1:
        choices.append(Choice(text(language, "question.another_tile"), opens=f"tile:{uids[0]}"))
    keep = "question.none" if question.choices else "question.keep"
    if question.code != WHOSE_HAND:
        choices.append(Choice(text(language, keep), reply(None)))
    return Prompt(_key(desk, question), asked(language, question), tuple(choices), uids)


def _choice(language: str, desk: Desk, question: Question, choice: str, reply: Json) -> Choice:
    """An answer to a question of the reading: a face, a tile by its uid, or a word."""
    if choice in LABELS:
        return tile_choice(language, choice, reply)
    if choice.isdecimal():
        return tile_choice(language, desk.face(int(choice)), reply)
    if question.code == WHOSE_HAND:
        return Choice(text(language, f"question.side.{choice}"), reply)
    if choice in MELD_KINDS or choice in FROMS:
        return Choice(text(language, f"meld.{choice}"), reply)
    return Choice(text(language, f"question.choice.{choice}"), reply)


def _ask_liable(language: str, scored: scoring.Scored, names: Names) -> Prompt:
    """Ask who fed the last set of a yakuman: neither the photo nor the calls always tell."""
    choices = [
        Choice(seated(language, seat, names), say_event("liable", seat))
        for seat in scored.may_be_liable
        if seat is not None
    ]
    nobody = "situation.nobody" if None in scored.may_be_liable else "question.none"
    choices.append(Choice(text(language, nobody), say_event("liable", None)))
    yaku = next(
        dict(reason.values)["yaku"]
        for miss in scored.missed
        for reason in miss.reasons
        if reason.code == "liable_unsaid"
    )
    question = text(language, "question.liable", yaku=text(language, f"yaku.{yaku}"))
    return Prompt("liable", question, tuple(choices), note=text(language, "question.liable_note"))
