"""Fits the weights of the layout to arranged scenes, and shows what that gives over the ones that stand.

``python -m tests.vision.layout.fit 700`` lays 700 scenes (as often of each kind), finds their tiles as a
recogniser does, now and then wrongly, and searches each for its likeliest hands. A conditional logit over
these hypotheses - the right one against its rivals - gives the weights; scenes of other seeds judge them,
kind by kind. A scene kind that is added to ``vision/synth`` is fitted with the others by the same command.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from tests.vision.layout.compare import differences, owners
from tests.vision.layout.survey import BESIDES, DRAWS
from tests.vision.layout.traced import slopes_of, traced, weights, with_weights
from yakulens.vision import layout
from yakulens.vision.layout.hand.candidates import find_candidates
from yakulens.vision.layout.hand.search import Breadth, choose
from yakulens.vision.layout.priors import DEFAULT_PRIORS, Priors
from yakulens.vision.synth.arrange import SCENES, arrange, kind_number
from yakulens.vision.synth.ideal import Noise, find
from yakulens.vision.synth.viewpoint import seat, view

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from yakulens.vision.detections import Detections
    from yakulens.vision.layout.hand.candidates import Candidates
    from yakulens.vision.layout.hand.hand import HandCandidate
    from yakulens.vision.synth.scene import Arrangement

FOUND: Final = Noise(
    corner=0.03, missed=0.004, double=0.01, stray=0.15, mistaken=0.003, doubtful=0.05, turned=0.01
)
"""How a recogniser finds tiles on rendered photos, about."""
WIDE: Final = Breadth(rival=9.0, rivals=12, kept=3)
"""How far rivals are looked for."""
FIRM: Final = 1.0
"""Weights are believed to be off by so much (a standard deviation) where the scenes say nothing."""
STEPS: Final = 4000
RATE: Final = 0.02
SETS_BY_HAND: Final = frozenset(
    [
        "counts.worst",
        "counts.not_complete",
        "counts.not_waiting",
        "concealed.back_worst",
        "strewn.straight",
        "strewn.askew",
        "strewn.careless",
        "melds.back_like_white",
        "melds.worst",
        "winner.farthest",
        "place.upside_down",
        "place.reach",
        "place.step",
        "place.line_gap",
    ]
)
"""Probabilities, distances and bounds, which are no terms of a sum; and what sure faces make weigh more."""
GROUPS_BY_HAND: Final = frozenset({"others", "faces", "detections"})
"""What is decided before or after hypotheses are weighed against each other."""


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """The hypotheses of one scene.

    Attributes:
        features: ``(H, W)`` float64, slopes of each hypothesis in each weight.
        rest: ``(H,)`` float64, what no weight has part in.
        right: position of the right hypothesis.
    """

    features: NDArray[np.float64]
    rest: NDArray[np.float64]
    right: int


def fitted_names(priors: Priors = DEFAULT_PRIORS) -> list[str]:
    """The weights that can be fitted: terms of a hypothesis' log odds."""
    return [
        name
        for name, value in weights(priors)
        if isinstance(value, float)
        and name not in SETS_BY_HAND
        and name.partition(".")[0] not in GROUPS_BY_HAND
    ]


def laid(kind: str, seed: int) -> tuple[Arrangement, Detections, NDArray[np.int64]]:
    """A scene, what is found of it, and which tile each detection is."""
    rng = np.random.default_rng([seed, kind_number(kind)])
    scene = arrange(rng, kind)
    return scene, *find(rng, scene, view(rng, scene, side=seat(rng, scene)), FOUND)


def contest(kind: str, seed: int, priors: Priors, names: Sequence[str]) -> Contest | None:
    """The hypotheses of a scene; None where the right one is not among them, or stands alone."""
    scene, detections, found = laid(kind, seed)
    nothing = np.zeros(len(detections), np.bool_)
    candidates = find_candidates(detections, nothing, traced(priors, names))
    if candidates is None:
        return None
    owner = found[candidates.seen.source]
    hands = choose(candidates.views, breadth=WIDE)
    right = [k for k, hand in enumerate(hands) if _is_right(hand, candidates, owner, scene)]
    if not right or len(hands) < 2:
        return None
    known = dict(weights(priors))
    features = np.array([[slopes_of(hand.score).get(name, 0.0) for name in names] for hand in hands])
    scores = np.array([float(hand.score) for hand in hands])
    return Contest(features, scores - features @ np.array([known[name] for name in names]), right[0])


def _is_right(
    hand: HandCandidate, candidates: Candidates, owner: NDArray[np.int64], scene: Arrangement
) -> bool:
    """Whether a hypothesis is the hand that was laid, as far as its tiles were found."""
    seen = set(owner.tolist())
    if {int(owner[t]) for t in hand.concealed if not candidates.evidence.is_flower(t)} != {
        k for k in scene.concealed if k in seen and scene.placements[k].face != "other"
    }:
        return False
    if (None if hand.win is None else int(owner[hand.win])) != (scene.win if scene.win in seen else None):
        return False
    got = sorted((m.kind, tuple(int(owner[t]) for t in m.tiles), m.origin or "") for m in hand.melds)
    want = sorted((m.kind, tuple(k for k in m.ids if k in seen), m.origin or "") for m in scene.melds)
    return got == want


def fit(contests: Sequence[Contest], names: Sequence[str], priors: Priors) -> dict[str, float]:
    """The weights that make the right hypotheses likeliest, none far from what it was without reason.

    No weight changes its sign: what speaks against a hand speaks for none.

    Args:
        contests: the hypotheses of many scenes.
        names: the weights that are fitted, in the order of the features.
        priors: the weights as they stand.
    """
    known = dict(weights(priors))
    start = np.array([known[name] for name in names])
    low, high = np.where(start < 0, -np.inf, 0.0), np.where(start < 0, -0.05, np.inf)
    features = np.concatenate([c.features for c in contests])
    rest = np.concatenate([c.rest for c in contests])
    sizes = [len(c.rest) for c in contests]
    begins = np.cumsum([0, *sizes[:-1]])
    scene = np.repeat(np.arange(len(contests)), sizes)
    right = begins + [c.right for c in contests]
    now, speed, size = start.copy(), np.zeros_like(start), np.zeros_like(start)
    for step in range(1, STEPS + 1):
        odds = features @ now + rest
        odds = np.exp(odds - np.maximum.reduceat(odds, begins)[scene])
        share = odds / np.add.reduceat(odds, begins)[scene]
        slope = share @ features - features[right].sum(axis=0) + (now - start) / FIRM**2
        speed, size = 0.9 * speed + 0.1 * slope, 0.999 * size + 0.001 * slope**2
        way = speed / (1 - 0.9**step) / (np.sqrt(size / (1 - 0.999**step)) + 1e-8)
        now = np.clip(now - RATE * (1 - step / (STEPS + 1)) * way, low, high)
    return {name: round(float(value), 2) for name, value in zip(names, now, strict=True)}


def right_of(kind: str, seed: int, priors: Priors) -> tuple[bool, bool, bool]:
    """Whether melds and winner of a scene are right, and all of it; whether it is wrong unasked."""
    scene, detections, found = laid(kind, seed)
    reading = layout.read(detections, priors=priors)
    wrong = differences(reading, owners(reading, detections, found), scene) if reading.tiles else ["tiles"]
    return BESIDES.issuperset(wrong), not wrong, bool(wrong) and not reading.issues


def spread(count: int, first: int) -> list[tuple[str, int]]:
    """``count`` scenes, as often of each kind."""
    kinds = [kind for kind in SCENES if kind not in DRAWS]
    return [(kinds[n % len(kinds)], first + n // len(kinds)) for n in range(count)]


def judged(count: int, first: int, every: Sequence[Priors]) -> str:
    """A table in Markdown for each of some weights: melds and winner right by kind, then totals."""
    kinds: dict[str, list[list[tuple[bool, bool, bool]]]] = {}
    for kind, seed in spread(count, first):
        kinds.setdefault(kind, []).append([right_of(kind, seed, priors) for priors in every])
    lines = ["| kind | of | by hand | fitted |", "|---|--:|--:|--:|"]
    for kind, scenes in kinds.items():
        lines.append(f"| {kind} | {len(scenes)} | {' | '.join(str(n) for n in _counts(scenes, 0))} |")
    whole = [scene for scenes in kinds.values() for scene in scenes]
    for at, what in enumerate(("melds and winner", "all right", "wrong without a question")):
        lines.append(f"| **{what}** | {count} | {' | '.join(str(n) for n in _counts(whole, at))} |")
    return "\n".join(lines)


def _counts(scenes: Sequence[Sequence[tuple[bool, bool, bool]]], at: int) -> list[int]:
    return [sum(scene[k][at] for scene in scenes) for k in range(len(scenes[0]))]


def main() -> None:
    """Fit, print the weights that moved, and judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("count", type=int, nargs="?", default=700, help="scenes to fit to, and to judge by")
    parser.add_argument("--first", type=int, default=300_000, help="first seed of those to fit to")
    parser.add_argument("--judge", type=int, default=400_000, help="first seed of those to judge by")
    parser.add_argument("--rounds", type=int, default=2, help="rivals are looked for anew in each")
    args = parser.parse_args()
    names, priors = fitted_names(), DEFAULT_PRIORS
    contests: list[Contest] = []
    for _ in range(args.rounds):
        found = [contest(kind, seed, priors, names) for kind, seed in spread(args.count, args.first)]
        contests += [one for one in found if one is not None]
        priors = with_weights(DEFAULT_PRIORS, fit(contests, names, DEFAULT_PRIORS))
    known = dict(weights(DEFAULT_PRIORS))
    print(f"{len(contests)} contests of {args.count} scenes, {len(names)} weights", end="\n\n")  # noqa: T201
    print("| weight | by hand | fitted |\n|---|--:|--:|")  # noqa: T201 - a report
    for name, value in weights(priors):
        if abs(value - known[name]) > 0.05:
            print(f"| {name} | {known[name]:g} | {value:g} |")  # noqa: T201
    print(f"\n{judged(args.count, args.judge, (DEFAULT_PRIORS, priors))}")  # noqa: T201


if __name__ == "__main__":
    main()
