"""Drawings and images as the XObjects of one PDF (ISO 32000-1, 8.8 to 8.10).

Equal drawings with the same id share a form XObject, and equal images share an image XObject. The
name of a drawing's XObject ends with the drawing's id, so that a reader knows what it shows. Pixels
are not resampled.
"""

import re
import zlib
from collections.abc import Callable
from io import BytesIO
from typing import Any

from reportlab.pdfbase.pdfdoc import PDFArray, PDFDictionary, PDFName, PDFObjectReference, PDFStream

from printgen.face.face import Drawing, Shape
from printgen.press.writing.labels import format_factor
from printgen.problems import ExitCode, create_failure

_COMPRESSION_LEVEL = 6


class XObjectRegistry:
    """Collects the drawings, images and opacities of one document, under their resource names.

    Resource names are those of ISO 32000-1, 7.8.3.
    """

    def __init__(self, pdf: Any) -> None:
        self._pdf = pdf
        # Keyed by id() for speed. Each entry has the object too, so that its id is not reused.
        self._drawings: dict[int, tuple[Drawing, str]] = {}
        self._names: dict[object, str] = {}
        self._opacities: dict[str, PDFDictionary] = {}

    def add_drawing(
        self, drawing: Drawing, operators: Callable[[tuple[Shape, ...]], str], *, is_group: bool
    ) -> str:
        """Return the name of the form XObject of a drawing, which is added if it is new.

        `operators` is a function that returns the PDF operators for shapes. `is_group` makes the
        XObject a transparency group. The BBox of the XObject clips the drawing (ISO 32000-1,
        8.10.2), as the viewport of an SVG symbol does.
        """
        key = -id(drawing) if is_group else id(drawing)
        entry = self._drawings.get(key)
        if entry is None:
            content = (drawing.id, drawing.width, drawing.height, drawing.shapes, is_group)
            name = self._names.get(content)
            if name is None:
                box = [0, 0, format_factor(drawing.width), format_factor(drawing.height)]
                entries = {
                    "Subtype": PDFName("Form"),
                    "FormType": 1,  # ISO 32000-1, 8.10.2, table 95: the only type defined
                    "BBox": PDFArray(box),
                    "Resources": PDFDictionary(),
                }
                if is_group:
                    # ISO 32000-1, 11.6.6: shapes over each other fade as one.
                    entries["Group"] = PDFDictionary({"S": PDFName("Transparency")})
                data = operators(drawing.shapes).encode("ascii")
                name = self._names[content] = self._add_xobject(
                    "D", entries, zlib.compress(data, _COMPRESSION_LEVEL), "FlateDecode", drawing.id
                )
            entry = self._drawings[key] = (drawing, name)
        return entry[1]

    def add_opacity(self, opacity: float, *keys: str) -> str:
        """Return the name of a graphics state with this opacity (ISO 32000-1, 8.4.5).

        `keys` are the entries that it sets: "ca" for fills, "CA" for strokes.
        """
        name = "".join((*keys, format_factor(opacity)))
        self._opacities[name] = PDFDictionary(dict.fromkeys(keys, format_factor(opacity)))
        return name

    def add_image(self, data: bytes, subject: str) -> str:
        """Return the name of the image XObject of a PNG or JPEG file, which is added if it is new.

        JPEG data is embedded unchanged; transparency becomes a soft mask. Raises `Failure` (exit
        code INTERNAL_ERROR, because layout has checked it before) if the image is neither grey nor
        RGB.
        """
        name = self._names.get(data)
        if name is None:
            name = self._names[data] = self._embed_image(data, subject)
        return name

    def make_resources(self) -> dict[str, PDFDictionary]:
        """Return the XObject and ExtGState dictionaries of a page's resources, if there are any."""
        names = {name: PDFObjectReference(name) for name in self._names.values()}
        entries = {"XObject": names, "ExtGState": self._opacities}
        return {key: PDFDictionary(entry) for key, entry in entries.items() if entry}

    def _embed_image(self, data: bytes, subject: str) -> str:
        from PIL import Image, ImageChops  # imported late: slow, and few prints need it

        with Image.open(BytesIO(data)) as picture:
            mode = picture.mode
            if mode not in ("1", "L", "P", "RGB", "LA", "RGBA"):
                message = f"the image has mode {mode}, which cannot be printed"
                raise create_failure(ExitCode.INTERNAL_ERROR, subject, message)
            entries: dict[str, Any] = {
                "Subtype": PDFName("Image"),
                "Width": picture.width,
                "Height": picture.height,
                "BitsPerComponent": 8,
            }
            if picture.format in ("JPEG", "MPO"):
                # ISO 32000-1, 7.4.8: DCTDecode decodes the bytes of a JPEG file.
                entries["ColorSpace"] = PDFName("DeviceGray" if mode == "L" else "DeviceRGB")
                return self._add_xobject("I", entries, data, "DCTDecode")
            if mode in ("LA", "RGBA"):
                # ISO 32000-1, 11.6.5.3: a soft-mask image must be DeviceGray.
                mask = {**entries, "ColorSpace": PDFName("DeviceGray")}
                compressed = zlib.compress(picture.getchannel("A").tobytes(), _COMPRESSION_LEVEL)
                alpha = self._add_xobject("A", mask, compressed, "FlateDecode")
                entries["SMask"] = PDFObjectReference(alpha)
            pixels = picture.convert("L" if mode in ("1", "L", "LA") else "RGB")
            if pixels.mode == "RGB":
                red, green, blue = pixels.split()
                differences = (ImageChops.difference(red, other) for other in (green, blue))
                if all(difference.getbbox() is None for difference in differences):
                    pixels = red  # all pixels are grey: DeviceGray needs only black ink
            entries["ColorSpace"] = PDFName("DeviceGray" if pixels.mode == "L" else "DeviceRGB")
            compressed = zlib.compress(pixels.tobytes(), _COMPRESSION_LEVEL)
            return self._add_xobject("I", entries, compressed, "FlateDecode")

    def _add_xobject(
        self, prefix: str, entries: dict[str, Any], data: bytes, filter_name: str, suffix: str = ""
    ) -> str:
        name = f"{prefix}{len(self._names) + 1}"
        if suffix:
            # ISO 32000-1, 7.3.5: other characters would have to be written as # and two hex digits.
            name += "-" + re.sub(r"[^A-Za-z0-9_.-]", "_", suffix)
        entries |= {"Type": PDFName("XObject"), "Filter": PDFName(filter_name)}
        self._pdf.Reference(PDFStream(PDFDictionary(entries), data), name)
        return name
