"""The best state of a run by its held-out accuracy, and when a run stops gaining."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Best:
    """The best state so far.

    Attributes:
        share: accuracy over all held-out data, 0..1.
        step: after how many steps the network had it last.
        since: seconds into the run, over all starts, at which it was first reached.
    """

    share: float
    step: int
    since: float

    def after(self, share: float, step: int, seconds: float) -> "Best | None":
        """The best state once the network had ``share`` after ``step`` steps; None if that is no better.

        Of equally good states the later one is kept, but only a better one is a gain; the network that the
        run began with stays until one is better.

        >>> best = Best(0.9, 100, 60.0)
        >>> best.after(0.9, 200, 120.0), best.after(0.8, 200, 120.0)
        (Best(share=0.9, step=200, since=60.0), None)
        >>> best.after(0.95, 200, 120.0)
        Best(share=0.95, step=200, since=120.0)
        >>> Best(1.0, 0, 0.0).after(1.0, 200, 120.0) is None
        True
        """
        if share < self.share or (share == self.share and self.step == 0):
            return None
        return Best(share, step, seconds if share > self.share else self.since)


def stalled(best: Best | None, seconds: float, patience: float | None) -> bool:
    """Whether a run has not gained for ``patience`` minutes, ``seconds`` after its beginning.

    A run without held-out data, or without patience (None), never stalls.

    >>> best = Best(0.9, 100, 60.0)
    >>> stalled(best, 1300.0, 20.0), stalled(best, 1200.0, 20.0), stalled(None, 9e9, 20.0)
    (True, False, False)
    """
    return best is not None and patience is not None and seconds - best.since >= 60 * patience


def told(best: Best, before: float | None) -> str:
    """The best state in words, beside the accuracy ``before`` training, if that was measured.

    >>> told(Best(0.95, 200, 60.0), 0.9)
    'best held out: 95.0 % after step 200 (90.0 % before training)'
    >>> told(Best(0.9, 0, 0.0), 0.9)
    'nothing was gained: no state is better on what is held out than the network it began with, 90.0 %'
    """
    if best.step == 0:
        reason = "no state is better on what is held out than the network it began with"
        return f"nothing was gained: {reason}, {100 * best.share:.1f} %"
    compared = "" if before is None else f" ({100 * before:.1f} % before training)"
    return f"best held out: {100 * best.share:.1f} % after step {best.step}{compared}"
