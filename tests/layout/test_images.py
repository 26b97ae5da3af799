"""Pictures as cameras and programs save them become what the press prints."""

from io import BytesIO
from pathlib import Path

import pytest
from composing import compose
from PIL import Image as Raster

from printgen.face.face import PlacedImage
from printgen.face.raster import decode_raster
from printgen.problems import InputError

GREY = Raster.new("L", (8, 8), 90)
GREY.paste(0, (0, 0, 4, 8))
PALETTE = GREY.convert("P")
CLEAR_INDEX = PALETTE.getpixel((0, 0))
CLEAR = Raster.merge("RGBA", (GREY, GREY, GREY, GREY))
TURNED = Raster.Exif()
TURNED[0x0112] = 6


def file(picture: Raster.Image, kind: str = "PNG", **how: object) -> bytes:
    """The bytes of a picture file."""
    stream = BytesIO()
    picture.save(stream, kind, **how)
    return stream.getvalue()


def taken(folder: Path, data: bytes) -> tuple[bytes, Raster.Image]:
    """What a face holds of a picture file: its bytes, and what they show."""
    folder.joinpath("a.png").write_bytes(data)
    (image,) = compose(folder, '<img src="a.png"/>', "img { width: 9mm; height: 9mm; }").items
    assert isinstance(image, PlacedImage)
    return image.data, Raster.open(BytesIO(image.data))


DEEP = Raster.new("I;16", (8, 8), 32_896)
PICTURES = {
    "opaque": (file(GREY.convert("RGB")), "PNG", "RGB"),
    "palette": (file(PALETTE), "PNG", "P"),
    "palette with a clear colour": (file(PALETTE, transparency=CLEAR_INDEX), "PNG", "RGBA"),
    "grey and alpha": (file(Raster.merge("LA", (GREY, GREY))), "PNG", "LA"),
    "colour and alpha": (file(CLEAR), "PNG", "RGBA"),
    "alpha that hides nothing": (file(GREY.convert("RGBA")), "PNG", "RGB"),
    "one clear colour": (file(GREY.convert("RGB"), transparency=(0, 0, 0)), "PNG", "RGBA"),
    "16 bits": (file(DEEP), "PNG", "L"),
    "JPEG": (file(GREY.convert("RGB"), "JPEG"), "JPEG", "RGB"),
    "CMYK": (file(GREY.convert("RGB").convert("CMYK"), "JPEG"), "JPEG", "RGB"),
    "WebP": (file(GREY.convert("RGB"), "WEBP"), "JPEG", "RGB"),
    "WebP without loss": (file(GREY.convert("RGB"), "WEBP", lossless=True), "PNG", "RGB"),
    "WebP with alpha": (file(CLEAR, "WEBP"), "PNG", "RGBA"),
}
KEPT = ("opaque", "palette", "grey and alpha", "colour and alpha", "JPEG")


@pytest.mark.parametrize("name", PICTURES)
def test_each_kind_of_picture_is_taken(name: str, tmp_path: Path) -> None:
    """The press takes grey and RGB, with alpha in a PNG; what is so already stays as it is."""
    data, kind, mode = PICTURES[name]
    made, picture = taken(tmp_path, data)
    assert (picture.format, picture.mode, picture.size) == (kind, mode, (8, 8))
    assert (made == data) is (name in KEPT)


def test_sixteen_bits_keep_their_tones(tmp_path: Path) -> None:
    """Pillow cuts them off at 255."""
    assert taken(tmp_path, file(DEEP))[1].getpixel((4, 4)) == 128


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_picture_stands_as_the_camera_was_held(kind: str, tmp_path: Path) -> None:
    """Orientation 6: the top of what was seen is the left of what was saved."""
    saved = Raster.new("RGB", (20, 10), (250, 250, 250))
    saved.paste((0, 0, 0), (0, 0, 10, 10))
    _, picture = taken(tmp_path, file(saved, kind, exif=TURNED))
    assert picture.size == (10, 20)
    assert [picture.convert("L").getpixel((5, y)) > 128 for y in (2, 17)] == [False, True]


def test_a_profile_of_cmyk_that_cannot_be_read_means_nothing(tmp_path: Path) -> None:
    plain = Raster.new("CMYK", (8, 8), (255, 0, 0, 0))
    _, picture = taken(tmp_path, file(plain, "JPEG", icc_profile=b"none"))
    assert picture.getpixel((4, 4))[0] < 10


@pytest.mark.quick("9000")
@pytest.mark.parametrize("side", [9_000, 16_000])
def test_a_picture_of_too_many_pixels_is_too_large_and_not_damaged(side: int) -> None:
    """Pillow refuses the larger one by itself."""
    with pytest.raises(InputError, match="pixels"):
        decode_raster("map.png", file(Raster.new("1", (side, side))))
