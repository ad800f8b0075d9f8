"""The viewfinder of the page without a server: what it says of each frame, and which are kept. Pure."""

import json
from dataclasses import dataclass, field

from yakulens.app.pocket.browser_search import Model, SearchTalk, SeenPhoto, frame_name
from yakulens.vision.together.aiming import Viewfinder


@dataclass(slots=True)
class Filming:
    """The frames of the open viewfinder."""

    finder: Viewfinder = field(default_factory=Viewfinder)  # what it has seen
    sizes: dict[int, tuple[int, int]] = field(default_factory=dict)  # by number, of the frames that it keeps
    count: int = 0  # of all frames, so that no two have one number

    def begin(self) -> None:
        """Begin to film: frames of another hand or another day do not count."""
        self.finder, self.sizes = Viewfinder(), {}

    def next_frame(self) -> int:
        """A number for the next frame."""
        self.count += 1
        return self.count

    def aim(self, model: Model, number: int, size: tuple[int, int]) -> SearchTalk[str]:
        """Start to look at the next frame of this ``(height, width)`` in pixels; gives an Aim as JSON."""
        self.sizes[number] = size

        async def aimed() -> str:
            self.finder, told = await model.aimed(self.finder, number, self.sizes)
            kept = self.finder.kept
            self.sizes = {at: size for at, size in self.sizes.items() if at in kept}
            return json.dumps(told.to_json())

        return SearchTalk(aimed())

    def passes(self, model: Model, picture: str, size: tuple[int, int]) -> SearchTalk[bool]:
        """Start to see whether a still that nobody asked for is as good as the frames."""
        return SearchTalk(model.passes(self.finder, picture, size))

    def seen(self) -> tuple[SeenPhoto, ...]:
        """The frames of the hand that it shows."""
        return tuple(
            SeenPhoto(frame.look, frame_name(frame.picture), self.sizes[frame.picture])
            for frame in self.finder.film.kept
        )

    def names(self) -> list[str]:
        """The names of the frames that the scripts must keep."""
        return [*map(frame_name, self.sizes)]
