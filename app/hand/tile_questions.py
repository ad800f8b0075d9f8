"""Questions that the tiles of a hand leave open: too many, too few, no win, a tile that no hand contains."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from yakulens.app.hand import scoring
from yakulens.app.hand.before_win import may_wait
from yakulens.app.hand.choice import Choice, Prompt, tile_choice
from yakulens.app.hand.dora import move_choices
from yakulens.app.hand.tiles import possible_meld_label, short
from yakulens.app.words.i18n import text
from yakulens.app.words.questions import asked
from yakulens.app.words.tiles import name
from yakulens.scorer.meld import can_be
from yakulens.vision.desk import HAND_SIZE, SET_SIZE, Desk, DeskPlace, DeskTile, Question
from yakulens.vision.desk.melds import possible_melds
from yakulens.vision.desk.mends import (
    find_mends,
    is_whole,
    is_winning,
    likely_faces,
    may_remain,
    too_many_alike,
    winning_without,
)
from yakulens.vision.desk.rows import gap_in_row
from yakulens.vision.labels import BACK, FACES, plain
from yakulens.vision.reading import REVIEW_BELOW

NO_TILES: Final = "no_tiles"
_ALIKE: Final = "five_of_a_kind"
NO_WIN: Final = "no-win"
"""The key of the question about a whole hand that does not win, or thirteen tiles without a wait."""
_MAX_OFFERED: Final = 6
"""How many of the least certain tiles are offered if the hand has too many or several are misread."""


def ask_for_tiles(language: str, key: str = NO_TILES, question: str = "") -> Prompt:
    """Ask for another photo or for keys: this one shows no tiles, or too few for the ``question``."""
    return Prompt(
        key,
        question or asked(language, Question(NO_TILES, ())),
        (_another_photo(language, strong=True), Choice(text(language, "start.tap"), opens="keys:concealed")),
        note=text(language, "question.no_tiles_advice"),
    )


def of_tiles(language: str, scored: scoring.Scored, *, photo: bool) -> Iterator[Prompt]:
    """The questions that the tiles themselves leave open, recomputed after each correction."""
    desk = scored.desk
    misread = _ask_misread(language, desk)
    if misread is not None:
        yield misread
        return
    alike = too_many_alike(desk)
    if alike:
        yield _ask_alike(language, desk, alike)
    missing = desk.missing()
    if missing == 1 and desk.win is None and len(desk.concealed) % SET_SIZE == 1:
        yield _ask_missing_win(language, scored, photo=photo)
    elif missing > 0:
        yield _ask_missing_tiles(language, scored, photo=photo)
    elif missing < 0:
        yield _ask_surplus(language, desk, -missing, photo=photo)
    elif is_whole(desk) and not is_winning(desk):
        yield _no_win(language, scored, photo=photo, whole=True)
    elif desk.win is None:
        uid_by_face = {desk.face(uid): uid for uid in reversed(desk.concealed)}
        choices = move_choices(language, desk, reversed(uid_by_face.values()), "win")
        yield Prompt("which-won", text(language, "hand.win_none"), tuple(choices))
    for red, fives in scored.one_is_red:
        question = text(language, "result.which_is_red", tile=name(language, red))
        choices = [
            tile_choice(language, desk.face(uid), {"do": "face", "uid": uid, "face": red}) for uid in fives
        ]
        yield Prompt(f"red-{red}", question, tuple(choices), fives)


def _ask_misread(language: str, desk: Desk) -> Prompt | None:
    """Ask about what no hand contains: a tile without a face of riichi, or a meld that is none."""
    unknown = next((uid for uid in desk.in_hand() if desk.face(uid) not in FACES), None)
    if unknown is not None:
        face = desk.face(unknown)
        key = "result.say_back" if face == BACK else "result.say_other"
        open_sheet = tile_choice(language, face, opens=f"tile:{unknown}")
        return Prompt(f"unknown-{unknown}", text(language, key), (open_sheet,), (unknown,))
    melds = enumerate(desk.melds)
    number = next((n for n, meld in melds if not can_be(meld.kind, desk.faces(meld.tiles))), None)
    return None if number is None else _ask_no_set(language, desk, number)


def _ask_no_set(language: str, desk: Desk, number: int) -> Prompt:
    """Ask what is wrong with a meld that is none: one of its tiles is misread, or it is not a meld."""
    meld = desk.melds[number]
    choices = [
        _rather(language, desk, uid, face)
        for uid in meld.tiles
        for face in likely_faces(desk.tiles[uid])
        if face in FACES and can_be(meld.kind, desk.with_tile(DeskTile(uid, face)).faces(meld.tiles))
    ]
    choices += [tile_choice(language, desk.face(uid), opens=f"tile:{uid}") for uid in meld.tiles]
    choices.append(Choice(text(language, "desk.apart"), {"do": "meld_apart", "number": number}))
    note = text(language, "hand.no_set_note")
    return Prompt(f"no-set-{number}", text(language, "hand.no_set"), tuple(choices), meld.tiles, note)


def _rather(language: str, desk: Desk, uid: int, face: str) -> Choice:
    """An answer that a tile shows another face."""
    label = text(language, "question.is_rather", was=short(desk.face(uid)), now=short(face))
    return Choice(label, {"do": "face", "uid": uid, "face": face})


def _ask_alike(language: str, desk: Desk, alike: tuple[int, ...]) -> Prompt:
    """Ask which of more than four equal tiles is misread: its sheet corrects it."""
    choices = [tile_choice(language, desk.face(uid), opens=f"tile:{uid}") for uid in alike]
    values = (("count", len(alike)), ("tile", plain(desk.face(alike[0]))))
    question = asked(language, Question(_ALIKE, alike, values=values))
    return Prompt("too-many-alike", question, tuple(choices), alike, text(language, "hand.count_alike_note"))


def _ask_missing_win(language: str, scored: scoring.Scored, *, photo: bool) -> Prompt:
    """Ask for a missing winning tile; the tiles that complete the hand are offered."""
    waits = may_remain(scored.desk, scoring.waits(scored.desk, scored.situation))
    if not waits:
        return _no_win(language, scored, photo=photo, whole=False)
    choices = [*_tap_choices(language, waits, "win"), _not_won(language)]
    if photo:
        choices.append(_draw_box(language))
    choices.append(Choice(text(language, "question.another_tile"), opens="keys:win"))
    gap = gap_in_row(scored.desk)
    note = _where(language, scored.desk, gap) if gap else ""
    return Prompt("absent-win", text(language, "question.absent_win"), tuple(choices), gap, note)


def _where(language: str, desk: Desk, gap: tuple[int, ...]) -> str:
    """Where a tile is missing: between two of the row, else among those beside the called sets."""
    if gap:
        left, right = desk.faces(gap)
        return asked(
            language, Question("tile_count", gap, case="gap", values=(("left", left), ("right", right)))
        )
    here = len(desk.outside_melds())
    key = "hand.missing_beside" if desk.melds else "hand.missing_of"
    return text(language, key, n=here, of=here + desk.missing())


def _no_win(language: str, scored: scoring.Scored, *, photo: bool, whole: bool) -> Prompt:
    """The question about a whole hand that does not win, or one that no tile completes.

    Possibly misread tiles come first, each with what the hand would then be or wait for; but where thirteen
    tiles were read without a doubt, the likely answer is that the hand is not won yet.
    """
    desk = scored.desk
    likely = find_mends(desk)
    misread = whole or any(desk.tiles[mend.uid].score < REVIEW_BELOW for mend in likely[:1])
    then = "question.then" if whole else "question.then_waits"
    choices = [
        replace(
            _rather(language, desk, mend.uid, mend.face),
            note=text(language, then, makes=mend.makes),
            strong=misread and at == 0,
        )
        for at, mend in enumerate(likely)
    ]
    if not likely:  # more than one tile is misread: each in doubt is corrected in its sheet
        unsure = [uid for uid in _least_sure(desk)[:_MAX_OFFERED] if desk.tiles[uid].score < REVIEW_BELOW]
        choices += [tile_choice(language, desk.face(uid), opens=f"tile:{uid}") for uid in unsure]
    if may_wait(scored):
        choices.insert(len(choices) if misread else 0, _not_won(language))
    if photo:
        choices.append(_draw_box(language, strong=not (whole or likely)))
    if not whole:
        choices.append(_tap_in(language, strong=not (photo or likely)))
    choices.append(_another_photo(language))
    gap = () if whole else gap_in_row(desk)
    notes = [text(language, "question.no_win_mends" if likely else "question.no_win_note")]
    return Prompt(
        NO_WIN,
        text(language, "question.no_win" if whole else "question.no_wait"),
        tuple(choices),
        gap or tuple(mend.uid for mend in likely[:1]),
        " ".join([_where(language, desk, gap), *notes] if gap else notes),
    )


def _ask_missing_tiles(language: str, scored: scoring.Scored, *, photo: bool) -> Prompt:
    """How many tiles are missing; if only one besides the winning tile, candidates are offered.

    If a photo shows less than half of a hand, another one is needed.
    """
    desk, missing = scored.desk, scored.desk.missing()
    with_win = replace(desk, concealed=desk.outside_melds(), win=None)
    waits = may_remain(desk, scoring.waits(with_win, scored.situation)) if missing == 1 else []
    question = text(language, "hand.count_missing_one" if missing == 1 else "hand.count_missing", n=missing)
    if photo and missing > HAND_SIZE // 2:
        return ask_for_tiles(language, "too-few", question)
    gap = gap_in_row(desk)
    choices = _tap_choices(language, waits, "concealed")
    if may_wait(scored):
        choices.append(_not_won(language))
    if photo:
        choices.append(_draw_box(language, strong=missing > 1))
    choices.append(_tap_in(language, strong=not waits and (missing == 1 or not photo)))
    opens = "keys:concealed" if missing == 1 and not waits else ""
    return Prompt("too-few", question, tuple(choices), gap, _where(language, desk, gap), opens=opens)


def _ask_surplus(language: str, desk: Desk, surplus: int, *, photo: bool) -> Prompt:
    question = text(language, "hand.count_extra_one" if surplus == 1 else "hand.count_extra", n=surplus)
    winning = winning_without(desk)
    offered = tuple(dict.fromkeys((*winning, *_least_sure(desk))))[:_MAX_OFFERED]
    # Four alike may be a quad in the hand's row: it has one tile more than a set.
    quads = {
        plain(desk.face(uid)): meld
        for uid in desk.concealed
        for meld in possible_melds(desk, uid)
        if meld.kind == "closed_kan" and desk.win not in meld.uids
    }
    may_win = {meld: _may_win(meld.applied_to(desk)) for meld in quads.values()}
    as_quads = [
        (
            wins,
            Choice(
                possible_meld_label(language, desk, meld),
                {"do": "make_meld", "kind": meld.kind, "uids": list(meld.uids)},
                strong=wins and sum(may_win.values()) == 1,
            ),
        )
        for meld, wins in may_win.items()
    ]
    single = [
        (uid in winning, choice)
        for uid, choice in zip(offered, move_choices(language, desk, offered, "others"), strict=True)
    ]
    # What makes a winning hand comes first.
    choices = [choice for _, choice in sorted((*as_quads, *single), key=lambda entry: not entry[0])]
    if photo and surplus > _MAX_OFFERED:
        choices.insert(0, _another_photo(language, strong=True))
    if photo and surplus >= SET_SIZE:
        choices.insert(0, _draw_box(language, "hand.draw_hand"))
    note = text(language, "hand.count_extra_note")
    return Prompt("too-many", question, tuple(choices), offered[:1], note)


def _least_sure(desk: Desk) -> list[int]:
    """The tiles outside melds, the least certain first."""
    return sorted(desk.outside_melds(), key=lambda uid: desk.tiles[uid].score)


def _may_win(desk: Desk) -> bool:
    """Whether a hand wins, or does without one of its tiles."""
    return bool(winning_without(desk)) or (is_winning(desk) and not too_many_alike(desk))


def _tap_choices(language: str, faces: Iterable[str], place: DeskPlace) -> list[Choice]:
    """Faces as answers: a tap adds that tile to a place."""
    return [tile_choice(language, face, {"do": "tap", "face": face, "place": place}) for face in faces]


def _not_won(language: str) -> Choice:
    """The answer of a player whose hand has not won: what it waits for, or what to discard."""
    return Choice(text(language, "question.not_won"), opens="score", note=text(language, "before.title"))


def _draw_box(language: str, label: str = "hand.draw", *, strong: bool = False) -> Choice:
    return Choice(text(language, label), opens="box", strong=strong)


def _tap_in(language: str, *, strong: bool) -> Choice:
    return Choice(text(language, "hand.tap_in"), opens="keys:concealed", strong=strong)


def _another_photo(language: str, *, strong: bool = False) -> Choice:
    return Choice(text(language, "question.another_photo"), {"do": "go", "where": "again"}, strong=strong)
