"""What the names in a content stream stand for."""

from dataclasses import dataclass, field
from typing import Protocol

from printgen.proof.fonts import PrintFont
from printgen.proof.geometry import Matrix
from printgen.proof.painted import Image, Shape


@dataclass(frozen=True, slots=True)
class Form:
    """A form XObject: `picture` tells two that paint alike from two that do not."""

    picture: str
    matrix: Matrix
    box: tuple[float, float, float, float]
    stream: bytes
    resources: "Resources"
    painted: dict[object, tuple[Shape | Image, ...] | None] = field(
        default_factory=dict, compare=False, repr=False
    )
    """What it was seen to paint in its own space, by the state it began with; None with text."""


class Resources(Protocol):
    """The names of one stream. Each stands for None where nothing bears it."""

    def font(self, name: str) -> PrintFont | None:
        """The font."""

    def picture(self, name: str) -> Form | str | None:
        """The form XObject, or the subtype of another XObject, such as "Image"."""

    def state(self, name: str) -> tuple[str, ...] | None:
        """What a graphics state asks for that no print of ours may hold."""
