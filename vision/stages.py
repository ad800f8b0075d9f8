"""The stages of a reading, and which of the optional ones to run."""

from dataclasses import dataclass, fields, replace
from typing import Final, Literal, Self

NextStage = Literal["", "closer", "closest", "mirrored"]
"""What a search does next: show the photo in closer windows or larger as a whole, search closer windows
around the hands found that way, show it mirrored. Empty when nothing is left to do."""

Stage = Literal["opening", "finding"] | NextStage
"""What is done with a photo: it is opened, its tiles are found, or a next stage runs; empty when done."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The optional stages of a reading; each runs if its field is true.

    Attributes:
        red_fives: compare the fives of a suit with each other to distinguish red ones.
        mirroring: show a photo mirrored if that reads its doubtful tiles better.
        averaging: read doubtful tiles from several crops.
    """

    red_fives: bool = True
    mirroring: bool = True
    averaging: bool = True

    def without(self, stage: str) -> Self:
        """The same stages without one.

        Raises:
            TypeError: there is no stage of that name.
        """
        return replace(self, **{stage: False})


EVERY_STAGE: Final = Stages()
"""How photos are read."""
STAGE_NAMES: Final = tuple(field.name for field in fields(Stages))
"""The stages in the order of the record."""
