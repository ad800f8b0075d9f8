"""What must be settled before a hand can be scored, as questions of which each is answered by a tap."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from yakulens.app import scoring
from yakulens.app.contract import Json
from yakulens.app.dock.choice import Ask, Choice
from yakulens.app.dock.dora import moves
from yakulens.app.dock.facts import saying
from yakulens.app.dock.tiles import made_of, short
from yakulens.app.i18n import knows, text
from yakulens.app.phrases import NOBODY, Names, seated
from yakulens.app.tiles import name
from yakulens.scorer.vocabulary import FROMS, MELD_KINDS
from yakulens.vision.desk import SET_SIZE, Desk, DeskPlace, Question
from yakulens.vision.desk.meld_changes import possible_melds
from yakulens.vision.desk.mends import Mend, find_mends, is_whole, is_winning
from yakulens.vision.desk.questions import TOO_MANY, WINNING_TILE, about_faces, open_questions
from yakulens.vision.labels import BACK, FACES, LABELS, plain
from yakulens.vision.reading import WHOSE_HAND

NO_TILES: Final = "no_tiles"
NO_WIN: Final = "no-win"
"""The key of what is said of a whole hand that does not win, and of thirteen tiles that wait for nothing."""
_MOST_SURPLUS: Final = 6
"""How many of the least sure tiles are offered where the hand has too many."""


def questions(language: str, won: scoring.Scored, *, photo: bool, names: Names = NOBODY) -> list[Ask]:
    """The open questions, the one that is asked first at the head.

    Args:
        language: the visitor's.
        won: the hand, with its score where there is one.
        photo: whether the hand was read from a photo that is at hand.
        names: who sits on each wind in the hand of a game that it is.
    """
    desk = won.desk
    # Whose hand it is comes first: the others are about one hand of several.
    ordered = sorted(open_questions(desk), key=lambda question: question.code != WHOSE_HAND)
    found = [_of_reading(language, desk, question) for question in ordered]
    if any(ask.key == NO_TILES for ask in found):
        return [ask for ask in found if ask.key == NO_TILES]
    asked = [*found, *_of_hand(language, won, photo=photo)]
    if any(ask.key == NO_WIN for ask in asked):
        asked = _at_once(desk, asked)
    if won.may_be_liable:
        asked.append(_who_is_liable(language, won, names))
    return [_with_sheet(language, each) for each in asked]


def _at_once(desk: Desk, asked: list[Ask]) -> list[Ask]:
    """The questions where the tiles do not win: that is said before a face is doubted or a winner asked for.

    Which tiles are of the hand, and what was called, is asked before all the same: it may be what is wrong.
    """
    tiles = [question for question in open_questions(desk) if about_faces(question)]
    later = {_key(desk, question) for question in tiles}
    never = {_key(desk, question) for question in open_questions(desk) if question.code == WINNING_TILE}
    kept = [ask for ask in asked if ask.key not in never]
    return sorted(kept, key=lambda ask: 2 * (ask.key in later) + (ask.key == NO_WIN))


def _with_sheet(language: str, ask: Ask) -> Ask:
    """A doubt about a tile that nothing but "right" answers, with a way to correct it as well."""
    sheet = f"tile:{ask.tiles[0]}" if ask.tiles else ""
    if len(ask.choices) > 1 or not sheet or any(choice.opens == sheet for choice in ask.choices):
        return ask
    return replace(ask, choices=(*ask.choices, Choice(text(language, "fact.correct"), opens=sheet)))


def _key(desk: Desk, question: Question) -> str:
    shown = [uid for uid in question.tiles if uid in desk.tiles]
    return f"question-{question.code}-{'-'.join(map(str, shown[:4]))}"


def _of_reading(language: str, desk: Desk, question: Question) -> Ask:
    number = desk.questions.index(question)
    shown = tuple(uid for uid in question.tiles if uid in desk.tiles)
    if question.code == NO_TILES and not desk.tiles:
        return _no_tiles(language)
    said = f"question.code.{question.code}"
    names = [name(language, desk.face(uid)) for uid in shown]
    words = (
        text(language, said, tile=names[0] if names else "", count=len(names))
        if knows(language, said)
        else question.message
    )

    def reply(choice: str | None) -> Json:
        return {"do": "reply", "number": number, "code": question.code, "choice": choice}

    choices = [
        _choice(language, desk, question, choice, reply(choice))
        for choice in question.choices
        if not choice.isdecimal() or int(choice) in desk.tiles
    ]
    keep = "question.none" if question.choices else "question.keep"
    if question.code != WHOSE_HAND:
        choices.append(Choice(text(language, keep), reply(None)))
    return Ask(_key(desk, question), words, tuple(choices), shown)


def _choice(language: str, desk: Desk, question: Question, choice: str, reply: Json) -> Choice:
    if choice in LABELS:
        return Choice(name(language, choice), reply, face=choice)
    if choice.isdecimal():
        uid = int(choice)
        # Of too many equal tiles one is something else: its own sheet says what.
        opens = f"tile:{uid}" if question.code == TOO_MANY else ""
        return Choice(
            name(language, desk.face(uid)), None if opens else reply, face=desk.face(uid), opens=opens
        )
    if question.code == WHOSE_HAND:
        return Choice(text(language, f"question.side.{choice}"), reply)
    if choice in MELD_KINDS or choice in FROMS:
        return Choice(text(language, f"meld.{choice}"), reply)
    return Choice(text(language, f"question.choice.{choice}"), reply)


def _no_tiles(language: str) -> Ask:
    return Ask(
        NO_TILES,
        text(language, "question.no_tiles"),
        (
            Choice(text(language, "question.another_photo"), {"do": "go", "where": "photo"}, strong=True),
            Choice(text(language, "start.tap"), opens="keys:concealed"),
        ),
        note=text(language, "question.no_tiles_advice"),
    )


def _of_hand(language: str, won: scoring.Scored, *, photo: bool) -> Iterator[Ask]:
    """The questions that the tiles themselves leave open, worked out anew after each correction."""
    desk = won.desk
    unknown = next((uid for uid in desk.in_hand() if desk.face(uid) not in FACES), None)
    if unknown is not None:
        key = "result.say_back" if desk.face(unknown) == BACK else "result.say_other"
        see = Choice(name(language, desk.face(unknown)), face=desk.face(unknown), opens=f"tile:{unknown}")
        yield Ask(f"unknown-{unknown}", text(language, key), (see,), (unknown,))
        return
    missing = desk.missing()
    if missing == 1 and desk.win is None and len(desk.concealed) % SET_SIZE == 1:
        yield _which_came(language, won, photo=photo)
    elif missing > 0:
        yield _too_few(language, won, photo=photo)
    elif missing < 0:
        yield _too_many(language, desk, -missing)
    elif is_whole(desk) and not is_winning(desk):
        yield _no_win(language, desk, photo=photo, whole=True)
    elif desk.win is None:
        yield _which_won(language, desk)
    for red, fives in won.one_is_red:
        asked = text(language, "result.which_is_red", tile=name(language, red))
        choices = tuple(
            Choice(name(language, desk.face(uid)), {"do": "face", "uid": uid, "face": red}, desk.face(uid))
            for uid in fives
        )
        yield Ask(f"red-{red}", asked, choices, fives)


def _who_is_liable(language: str, won: scoring.Scored, names: Names) -> Ask:
    """The question who fed the last set of a yakuman: neither a photo nor all calls tell it."""
    choices = [
        Choice(seated(language, seat, names), saying("liable", seat))
        for seat in won.may_be_liable
        if seat is not None
    ]
    none = "situation.nobody" if None in won.may_be_liable else "question.none"
    choices.append(Choice(text(language, none), saying("liable", None)))
    yaku = next(
        dict(reason.values)["yaku"]
        for miss in won.missed
        for reason in miss.reasons
        if reason.code == "liable_unsaid"
    )
    asked = text(language, "question.liable", yaku=text(language, f"yaku.{yaku}"))
    return Ask("liable", asked, tuple(choices), note=text(language, "question.liable_note"))


def _which_came(language: str, won: scoring.Scored, *, photo: bool) -> Ask:
    """The question which tile won, where it is not there: those that make the hand whole are offered."""
    waits = scoring.waits(won.desk, won.situation)
    if not waits:
        return _no_win(language, won.desk, photo=photo, whole=False)
    choices = _taps(language, waits, "win")
    other = Choice(text(language, "question.another_tile"), opens="keys:win")
    missed = [Choice(text(language, "hand.draw"), opens="box")] if photo else []
    return Ask("absent-win", text(language, "question.absent_win"), (*choices, *missed, other))


def _no_win(language: str, desk: Desk, *, photo: bool, whole: bool) -> Ask:
    """What is said of a whole hand that does not win, and of others that no tile would make one.

    The tiles that may have been read wrongly come first, with what the hand then is or waits for.
    """
    found = find_mends(desk)
    choices = _mended(language, desk, found, "question.then" if whole else "question.then_waits")
    if photo:
        choices.append(Choice(text(language, "hand.draw"), opens="box", strong=not (whole or found)))
    if not whole:
        strong = not (photo or found)
        choices.append(Choice(text(language, "hand.tap_in"), opens="keys:concealed", strong=strong))
    choices.append(Choice(text(language, "question.another_photo"), {"do": "go", "where": "photo"}))
    note = text(language, "question.no_win_mends" if found else "question.no_win_note")
    lit = tuple(mend.uid for mend in found[:1])
    said = text(language, "question.no_win" if whole else "question.no_wait")
    return Ask(NO_WIN, said, tuple(choices), lit, note)


def _mended(language: str, desk: Desk, found: Sequence[Mend], then: str) -> list[Choice]:
    """The tiles that may have been read wrongly as answers, each with what ``then`` follows."""
    return [
        Choice(
            text(language, "question.is_rather", was=short(desk.face(mend.uid)), now=short(mend.face)),
            {"do": "face", "uid": mend.uid, "face": mend.face},
            note=text(language, then, makes=mend.makes),
            strong=at == 0,
        )
        for at, mend in enumerate(found)
    ]


def _which_won(language: str, desk: Desk) -> Ask:
    once = {desk.face(uid): uid for uid in reversed(desk.concealed)}
    choices = moves(language, desk, reversed(once.values()), "win")
    return Ask("which-won", text(language, "hand.win_none"), tuple(choices))


def _taps(language: str, faces: Iterable[str], place: DeskPlace) -> list[Choice]:
    """Faces as answers: a tap adds such a tile to a place."""
    return [Choice(name(language, f), {"do": "tap", "face": f, "place": place}, face=f) for f in faces]


def _too_few(language: str, won: scoring.Scored, *, photo: bool) -> Ask:
    """How many tiles are missing; of one beside the winning tile, which it may be is offered."""
    desk, missing = won.desk, won.desk.missing()
    together = desk if desk.win is None else replace(desk, concealed=(*desk.concealed, desk.win), win=None)
    waits = scoring.waits(together, won.situation) if missing == 1 else []
    words = text(language, "hand.count_missing_one" if missing == 1 else "hand.count_missing", n=missing)
    choices = _taps(language, waits, "concealed")
    if photo:
        choices.append(Choice(text(language, "hand.draw"), opens="box", strong=not waits))
    tap_in = Choice(text(language, "hand.tap_in"), opens="keys:concealed", strong=not (photo or waits))
    return Ask("too-few", words, (*choices, tap_in))


def _too_many(language: str, desk: Desk, extra: int) -> Ask:
    words = text(language, "hand.count_extra_one" if extra == 1 else "hand.count_extra", n=extra)
    loose = [*desk.concealed, *([] if desk.win is None else [desk.win])]
    doubted = sorted(loose, key=lambda uid: desk.tiles[uid].score)[:_MOST_SURPLUS]
    # Four alike may be a quad that lies in the row of the hand: it has a tile more than a set.
    quads = {
        plain(desk.face(uid)): made
        for uid in desk.concealed
        for made in possible_melds(desk, uid)
        if made.kind == "closed_kan" and desk.win not in made.uids
    }
    choices = [
        Choice(
            made_of(language, desk, made),
            {"do": "make_meld", "kind": made.kind, "uids": list(made.uids)},
            strong=len(quads) == 1,
        )
        for made in quads.values()
    ]
    choices += moves(language, desk, doubted, "others")
    return Ask("too-many", words, tuple(choices), tuple(doubted[:1]), text(language, "hand.count_extra_note"))
