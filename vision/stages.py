"""Which optional stages a photo passes through on its way to a reading: leaving one out is a value."""

from dataclasses import dataclass, fields, replace
from typing import Final, Literal, Self

NextStage = Literal["", "closer", "closest", "mirrored"]
"""What a search does next: show the photo in closer windows or larger as a whole, search closer windows about
the hands that it shows so, show it mirrored. Empty where nothing is left to do."""

Stage = Literal["opening", "finding"] | NextStage
"""What is done with a photo: opened, its tiles found, or what a better reading needs; empty when all is."""


@dataclass(frozen=True, slots=True)
class Stages:
    """The stages that a reading can do without; each is run where its field is true.

    Attributes:
        red_fives: the fives of a suit are compared with each other to distinguish red ones.
        mirroring: a photo is shown mirrored where its doubtful tiles are read better so.
        averaging: what is read in doubt is read from several crops.
    """

    red_fives: bool = True
    mirroring: bool = True
    averaging: bool = True

    def without(self, stage: str) -> Self:
        """All of these stages but one.

        Raises:
            TypeError: there is no stage of that name.
        """
        return replace(self, **{stage: False})


EVERY_STAGE: Final = Stages()
"""How photos are read."""
STAGE_NAMES: Final = tuple(field.name for field in fields(Stages))
"""The stages in the order of the record."""
