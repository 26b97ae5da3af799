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
from printgen.press.pdf_numbers import fine
from printgen.problems import ExitCode, Failure, Problem, Where

_LEVEL = 6


class XObjects:
    """The XObjects of one document, by the names that content streams place them with."""

    def __init__(self, pdf: PDFDocument) -> None:
        self._pdf: Any = pdf
        # Keyed by identity for speed; holding the object keeps its identity its own.
        self._drawings: dict[int, tuple[Drawing, str]] = {}
        self._names: dict[object, str] = {}

    def drawing(self, drawing: Drawing, operators: Callable[[tuple[Shape, ...]], str]) -> str:
        """The name of a drawing's form XObject; its box clips, as a symbol's does."""
        known = self._drawings.get(id(drawing))
        if known is None:
            content = (drawing.id, drawing.width, drawing.height, drawing.shapes)
            name = self._names.get(content)
            if name is None:
                box = [0, 0, fine(drawing.width), fine(drawing.height)]
                entries = {
                    "Subtype": PDFName("Form"),
                    "FormType": 1,
                    "BBox": PDFArray(box),
                    "Resources": PDFDictionary(),
                }
                data = operators(drawing.shapes).encode("ascii")
                name = self._names[content] = self._register(
                    "D", entries, zlib.compress(data, _LEVEL), "FlateDecode", drawing.id
                )
            known = self._drawings[id(drawing)] = (drawing, name)
        return known[1]

    def image(self, data: bytes, subject: str) -> str:
        """The name of an image's XObject, from the bytes of a PNG or JPEG file.

        A JPEG's own bytes are embedded; what a PNG leaves see-through becomes a soft mask. Raises
        `Failure` (own fault, since layout has looked before) on colours other than grey and RGB.
        """
        name = self._names.get(data)
        if name is None:
            name = self._names[data] = self._read(data, subject)
        return name

    def resources(self) -> PDFDictionary:
        """What a page's resources call XObject."""
        return PDFDictionary({name: PDFObjectReference(name) for name in self._names.values()})

    def _read(self, data: bytes, subject: str) -> str:
        from PIL import Image, ImageChops  # few prints hold an image, and it is slow to import

        with Image.open(BytesIO(data)) as picture:
            mode = picture.mode
            if mode not in ("1", "L", "P", "RGB", "LA", "RGBA"):
                message = f"an image of mode {mode} cannot be printed as it is"
                raise Failure(ExitCode.OWN_FAULT, (Problem(Where(subject=subject), message),))
            entries: dict[str, Any] = {
                "Subtype": PDFName("Image"),
                "Width": picture.width,
                "Height": picture.height,
                "BitsPerComponent": 8,
            }
            if picture.format in ("JPEG", "MPO"):
                entries["ColorSpace"] = PDFName("DeviceGray" if mode == "L" else "DeviceRGB")
                return self._register("I", entries, data, "DCTDecode")
            if mode in ("LA", "RGBA"):
                mask = {**entries, "ColorSpace": PDFName("DeviceGray")}
                packed = zlib.compress(picture.getchannel("A").tobytes(), _LEVEL)
                alpha = self._register("A", mask, packed, "FlateDecode")
                entries["SMask"] = PDFObjectReference(alpha)
            pixels = picture.convert("L" if mode in ("1", "L", "LA") else "RGB")
            if pixels.mode == "RGB":
                red, green, blue = pixels.split()
                apart = (ImageChops.difference(red, other) for other in (green, blue))
                if all(difference.getbbox() is None for difference in apart):
                    pixels = red  # neutral throughout: the same values, in black ink alone
            entries["ColorSpace"] = PDFName("DeviceGray" if pixels.mode == "L" else "DeviceRGB")
            packed = zlib.compress(pixels.tobytes(), _LEVEL)
            return self._register("I", entries, packed, "FlateDecode")

    def _register(
        self, letter: str, entries: dict[str, Any], data: bytes, coding: str, called: str = ""
    ) -> str:
        name = f"{letter}{len(self._names) + 1}"
        if called:
            # Any other character would have to be escaped wherever the name is written.
            name += "-" + re.sub(r"[^A-Za-z0-9_.-]", "_", called)
        entries |= {"Type": PDFName("XObject"), "Filter": PDFName(coding)}
        self._pdf.Reference(PDFStream(PDFDictionary(entries), data), name)
        return name
