"""Turn drawings and raster images into the XObjects of one PDF.

Equal drawings of one id are one form XObject and equal images one image XObject, however often
they are placed; different ones are different. A drawing's name ends in its id, so that a reader can
tell what it was meant to picture. Pixels are not resampled.
"""

import re
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFName,
    PDFObjectReference,
    PDFStream,
)

from printgen.layout.face import Drawing, Shape
from printgen.press.pdf_numbers import factor
from printgen.problems import ExitCode, Failure, Problem, Spot

_COMPRESSION_LEVEL = 6


class XObjectRegistry:
    """The XObjects of one document, by the names that content streams place them with."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf: Any = pdf
        # Keyed by identity for speed; holding the object keeps its identity its own.
        self._drawings: dict[int, tuple[Drawing, str]] = {}
        self._names: dict[object, str] = {}

    def add_drawing(self, drawing: Drawing, operators: Callable[[tuple[Shape, ...]], str]) -> str:
        """The name of a drawing's form XObject; its box clips, as a symbol's does."""
        entry = self._drawings.get(id(drawing))
        if entry is None:
            content = (drawing.id, drawing.width, drawing.height, drawing.shapes)
            name = self._names.get(content)
            if name is None:
                box = [0, 0, factor(drawing.width), factor(drawing.height)]
                entries = {
                    "Subtype": PDFName("Form"),
                    "FormType": 1,
                    "BBox": PDFArray(box),
                    "Resources": PDFDictionary(),
                }
                data = operators(drawing.shapes).encode("ascii")
                name = self._names[content] = self._add_xobject(
                    "D", entries, zlib.compress(data, _COMPRESSION_LEVEL), "FlateDecode", drawing.id
                )
            entry = self._drawings[id(drawing)] = (drawing, name)
        return entry[1]

    def add_image(self, data: bytes, subject: str) -> str:
        """The name of an image's XObject, from the bytes of a PNG or JPEG file.

        A JPEG's own bytes are embedded; what a PNG leaves see-through becomes a soft mask. Raises
        `Failure` (own fault, since layout has looked before) on colours other than grey and RGB.
        """
        name = self._names.get(data)
        if name is None:
            name = self._names[data] = self._embed_image(data, subject)
        return name

    def make_resources(self) -> PDFDictionary:
        """What a page's resources call XObject."""
        return PDFDictionary({name: PDFObjectReference(name) for name in self._names.values()})

    def _embed_image(self, data: bytes, subject: str) -> str:
        from PIL import Image, ImageChops  # few prints hold an image, and it is slow to import

        with Image.open(BytesIO(data)) as picture:
            mode = picture.mode
            if mode not in ("1", "L", "P", "RGB", "LA", "RGBA"):
                message = f"an image of mode {mode} cannot be printed as it is"
                raise Failure(ExitCode.INTERNAL_ERROR, (Problem(Spot(subject=subject), message),))
            entries: dict[str, Any] = {
                "Subtype": PDFName("Image"),
                "Width": picture.width,
                "Height": picture.height,
                "BitsPerComponent": 8,
            }
            if picture.format in ("JPEG", "MPO"):
                entries["ColorSpace"] = PDFName("DeviceGray" if mode == "L" else "DeviceRGB")
                return self._add_xobject("I", entries, data, "DCTDecode")
            if mode in ("LA", "RGBA"):
                mask = {**entries, "ColorSpace": PDFName("DeviceGray")}
                compressed = zlib.compress(picture.getchannel("A").tobytes(), _COMPRESSION_LEVEL)
                alpha = self._add_xobject("A", mask, compressed, "FlateDecode")
                entries["SMask"] = PDFObjectReference(alpha)
            pixels = picture.convert("L" if mode in ("1", "L", "LA") else "RGB")
            if pixels.mode == "RGB":
                red, green, blue = pixels.split()
                differences = (ImageChops.difference(red, other) for other in (green, blue))
                if all(difference.getbbox() is None for difference in differences):
                    pixels = red  # neutral throughout: the same values, in black ink alone
            entries["ColorSpace"] = PDFName("DeviceGray" if pixels.mode == "L" else "DeviceRGB")
            compressed = zlib.compress(pixels.tobytes(), _COMPRESSION_LEVEL)
            return self._add_xobject("I", entries, compressed, "FlateDecode")

    def _add_xobject(
        self, prefix: str, entries: dict[str, Any], data: bytes, filter_name: str, suffix: str = ""
    ) -> str:
        name = f"{prefix}{len(self._names) + 1}"
        if suffix:
            # Any other character would have to be escaped wherever the name is written.
            name += "-" + re.sub(r"[^A-Za-z0-9_.-]", "_", suffix)
        entries |= {"Type": PDFName("XObject"), "Filter": PDFName(filter_name)}
        self._pdf.Reference(PDFStream(PDFDictionary(entries), data), name)
        return name
