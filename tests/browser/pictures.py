"""A face as a picture, printed and rasterised, beside the picture that a browser makes of it."""

from io import BytesIO
from math import ceil

import numpy as np
import pypdfium2
from chromium import Chromium
from numpy.typing import NDArray
from PIL import Image

from printgen.layout.face import Face
from printgen.layout.geometry import Rect
from printgen.press.document import Document
from printgen.press.page import Page, Placement
from printgen.press.pdf import write

Picture = NDArray[np.float32]
"""Rows of pixels of red, green and blue, 0 to 255."""

DPI = 384
_TILE = 16
"""Pixels in 1.06 mm: over so many the two ways to smooth an edge come to the same."""


def printed(face: Face) -> Picture:
    """The face as its PDF shows it."""
    said = Document("Face", "en", "game", "deck", "a4", ("A",), None, "0" * 64)
    # Whole pixels: a rasteriser would stretch the page to fill its last one.
    width, height = (
        (ceil(mm * DPI / 25.4 - 0.01) - 0.01) * 25.4 / DPI for mm in (face.width, face.height)
    )
    whole = Rect(0.0, 0.0, width, height)
    page = Page(width, height, whole, whole, (Placement(face, 0.0, 0.0),), (), ())
    with pypdfium2.PdfDocument(write([page], said)) as pdf:
        image = pdf[0].render(scale=DPI / 72, may_draw_forms=False).to_pil()
    return np.asarray(image.convert("RGB"), dtype=np.float32)


def shown(chromium: Chromium, face: Face) -> Picture:
    """The page that is open, at the face's size."""
    data = chromium.picture(ceil(face.width * 96 / 25.4), ceil(face.height * 96 / 25.4))
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"), dtype=np.float32)


def difference(one: Picture, other: Picture) -> float:
    """By how much the mean colour of the worst square millimetre differs: 0 to 1, a channel."""
    rows = min(len(one), len(other)) // _TILE * _TILE
    columns = min(one.shape[1], other.shape[1]) // _TILE * _TILE
    means = [_means(picture[:rows, :columns]) for picture in (one, other)]
    return float(np.abs(means[0] - means[1]).max() / 255)


def _means(picture: Picture) -> Picture:
    rows, columns = picture.shape[0] // _TILE, picture.shape[1] // _TILE
    tiles = picture.reshape(rows, _TILE, columns, _TILE, 3)
    means: Picture = tiles.mean(axis=(1, 3))
    return means
