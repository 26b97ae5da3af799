"""Gradients: their stops and lines as CSS Images 3 has them, and the colours of their pictures."""

from io import BytesIO
from pathlib import Path

import pytest
from composing import compose
from PIL import Image

from printgen.face.face import PlacedImage, Shape, TextRun
from printgen.layout.paint.greyscale import convert_face_to_grey

BOX = "div { width: 40mm; height: 20mm; }"
RED, BLUE, WHITE = (255, 0, 0), (0, 0, 255), (255, 255, 255)


def painted(folder: Path, value: str, more: str = "") -> Image.Image:
    """The picture of a box with this background."""
    face = compose(folder, "<div></div>", f"{BOX} div {{ background: {value}; {more} }}")
    (picture,) = [item for item in face.items if isinstance(item, PlacedImage)]
    assert (picture.width, picture.height) == (40, 20)
    return Image.open(BytesIO(picture.data))


@pytest.mark.parametrize(
    ("value", "x", "y", "colour"),
    [
        ("linear-gradient(red, blue)", 0.5, 0.0, RED),
        ("linear-gradient(red, blue)", 0.5, 1.0, BLUE),
        ("linear-gradient(red, blue)", 0.5, 0.5, (128, 0, 128)),
        ("linear-gradient(to left, red, blue)", 0.0, 0.5, BLUE),
        ("linear-gradient(90deg, red, blue)", 1.0, 0.5, BLUE),
        ("linear-gradient(-90deg, red, blue)", 1.0, 0.5, RED),
        ("linear-gradient(to top right, red, white, blue)", 0.0, 0.0, WHITE),
        ("linear-gradient(to top right, red, white, blue)", 1.0, 1.0, WHITE),
        ("linear-gradient(to top right, red, white, blue)", 1.0, 0.0, BLUE),
        ("linear-gradient(to right, red 30% 50%, blue 50%)", 0.49, 0.5, RED),
        ("linear-gradient(to right, red 30% 50%, blue 50%)", 0.52, 0.5, BLUE),
        ("linear-gradient(to right, red 60%, blue 20%, white)", 0.58, 0.5, RED),
        ("linear-gradient(to right, red, white, blue)", 0.5, 0.5, WHITE),
        ("radial-gradient(red, blue)", 0.5, 0.5, RED),
        ("radial-gradient(red, blue)", 0.0, 0.0, BLUE),
        ("radial-gradient(circle, red 60%, blue 60%)", 0.5, 0.0, RED),
        ("radial-gradient(circle, red 60%, blue 60%)", 0.1, 0.5, BLUE),
    ],
)
def test_colours_at_places(
    value: str, x: float, y: float, colour: tuple[int, int, int], tmp_path: Path
) -> None:
    picture = painted(tmp_path, value)
    place = round(x * (picture.width - 1)), round(y * (picture.height - 1))
    found = picture.convert("RGB").getpixel(place)
    assert isinstance(found, tuple)
    assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) <= 3


def test_a_see_through_stop_is_alpha(tmp_path: Path) -> None:
    """Colours are mixed premultiplied: red that fades stays red."""
    picture = painted(tmp_path, "linear-gradient(to right, red, transparent)")
    middle = picture.getpixel((picture.width // 2, 5))
    assert isinstance(middle, tuple)
    assert middle[:3] == RED
    assert abs(middle[3] - 127) <= 2
    assert painted(tmp_path, "linear-gradient(red, blue)").mode == "RGB"


def test_colours_keep_their_alpha_in_greys_and_in_a_faded_box(tmp_path: Path) -> None:
    css = "p { color: rgb(255 0 0 / 40%); border: 1mm solid #0f08; opacity: 0.5; }"
    face = compose(tmp_path, "<p>x</p>", css)
    for shown in (face, convert_face_to_grey(face)):
        inks = [
            item.colour if isinstance(item, TextRun) else item.stroke
            for item in shown.items
            if isinstance(item, TextRun | Shape)
        ]
        assert [ink[3] for ink in inks if ink and len(ink) == 4] == [68, 51]
