"""Turn the fonts and pictures that a PDF's resources name into what a page can use.

Each is read once a file, by the object that it is. pypdf's objects end here and in `read`. A
picture's digest is of what it paints, whatever its name and number.
"""

from hashlib import sha256

from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    NullObject,
    PdfObject,
    StreamObject,
)

from printgen.proof.fonts import PrintFont, read_font, resolved
from printgen.proof.geometry import IDENTITY
from printgen.proof.resources import Form

LONGEST_STREAM = 16_000_000
"""A page of nine cards has 60,000 bytes."""
MOST_PIXELS = 100_000_000
"""In one image."""


class Library:
    """Fonts and forms by the object they are, so that each is read once a file."""

    def __init__(self) -> None:
        self.fonts: dict[tuple[int, int], PrintFont] = {}
        self.forms: dict[tuple[int, int], Form | str | None] = {}
        self._held: list[object] = []  # fonts known by their `id`, which must stay theirs

    def font(self, raw: object) -> PrintFont | None:
        key = (raw.idnum, raw.generation) if isinstance(raw, IndirectObject) else (-id(raw), 0)
        known = self.fonts.get(key)
        if known is None:
            dictionary = resolved(raw)
            if not isinstance(dictionary, DictionaryObject):
                return None
            self._held.append(raw)
            known = self.fonts[key] = read_font(dictionary)
        return known

    def picture(self, raw: object) -> Form | str | None:
        key = (raw.idnum, raw.generation) if isinstance(raw, IndirectObject) else None
        if key and key in self.forms:
            return self.forms[key]
        known = self._picture(resolved(raw))
        if key:
            self.forms[key] = known
        return known

    def _picture(self, stream: object) -> Form | str | None:
        if not isinstance(stream, StreamObject):
            return None
        kind = str(resolved(stream.get("/Subtype")) or "").lstrip("/")
        for key, what in _UNWANTED:
            if key in stream:
                return f"{kind} {what}"
        if Names(stream.get("/Resources"), self).has_colour_spaces:
            return f"{kind} that names colour spaces"
        if kind == "Image":
            space = resolved(stream.get("/ColorSpace"))
            if space not in ("/DeviceGray", "/DeviceRGB"):
                return "Image neither in DeviceGray nor in DeviceRGB"
            width, height = resolved(stream.get("/Width")), resolved(stream.get("/Height"))
            if not (
                isinstance(width, int)
                and isinstance(height, int)
                and 0 <= width * height <= MOST_PIXELS
            ):
                return f"Image of {width} × {height} pixels"
        if kind != "Form":
            return kind
        left, bottom, right, top = numbers_of(stream.get("/BBox"), 4)
        matrix = numbers_of(stream.get("/Matrix"), 6) if "/Matrix" in stream else IDENTITY
        a, b, c, d, e, f = matrix
        data = read_stream(stream)
        resources = resolved(stream.get("/Resources"))
        digest = sha256(data)
        digest.update(repr(((left, bottom, right, top), matrix)).encode())
        digest.update(_fingerprint(resources, 8))
        return Form(
            digest.hexdigest(),
            (a, b, c, d, e, f),
            (left, bottom, right, top),
            data,
            Names(resources, self),
        )


_UNWANTED = (
    ("/OC", "that a viewer may hide"),
    ("/Group", "that is a transparency group"),
    ("/SMask", "with a soft mask"),
    ("/Mask", "with a mask"),
    ("/ImageMask", "that is a mask"),
    ("/Decode", "whose values are turned"),
    ("/Alternates", "with another in its place"),
    ("/F", "whose data lie in another file"),
    ("/Ref", "that stands for a page of another file"),
    ("/OPI", "that stands for a picture of another file"),
    ("/PS", "in PostScript"),
    ("/Subtype2", "in PostScript"),
)


class Names:
    """The resources of one stream."""

    def __init__(self, dictionary: object, library: Library) -> None:
        dictionary = resolved(dictionary)
        self._dictionary = dictionary if isinstance(dictionary, DictionaryObject) else None
        self._library = library
        self._fonts: dict[str, PrintFont | None] = {}
        self._pictures: dict[str, Form | str | None] = {}

    def font(self, name: str) -> PrintFont | None:
        if name not in self._fonts:
            self._fonts[name] = self._library.font(self._raw("/Font", name))
        return self._fonts[name]

    def picture(self, name: str) -> Form | str | None:
        if name not in self._pictures:
            self._pictures[name] = self._library.picture(self._raw("/XObject", name))
        return self._pictures[name]

    def state(self, name: str) -> tuple[str, ...] | None:
        state = resolved(self._raw("/ExtGState", name))
        if not isinstance(state, DictionaryObject):
            return None
        # The press writes none; one that states what holds anyway changes nothing.
        faults = [
            f"is painted with the transparency {key} {alpha}"
            for key in ("/CA", "/ca")
            if (alpha := resolved(state.get(key, 1))) != 1
        ]
        if resolved(state.get("/SMask", "/None")) != "/None":
            faults.append("is painted through a soft mask")
        if resolved(state.get("/BM", "/Normal")) not in ("/Normal", "/Compatible"):
            faults.append(f"is painted in the blend mode {resolved(state.get('/BM'))}")
        faults += [
            f"sets {str(key).lstrip('/')} in a graphics state"
            for key in state
            if key not in _STATED_ANYWAY
        ]
        return tuple(faults)

    @property
    def has_colour_spaces(self) -> bool:
        """Whether it names any: one called DefaultGray stands for every grey."""
        return self._dictionary is not None and "/ColorSpace" in self._dictionary

    def declare(self) -> None:
        """Read every font declared here, shown or not: a viewer looks for all of them."""
        fonts = resolved(self._dictionary.get("/Font")) if self._dictionary else None
        for name in fonts if isinstance(fonts, DictionaryObject) else ():
            self.font(str(name).lstrip("/"))

    def _raw(self, kind: str, name: str) -> object:
        family = resolved(self._dictionary.get(kind)) if self._dictionary else None
        key = f"/{name}"
        if not isinstance(family, DictionaryObject) or key not in family:
            return None
        return family.raw_get(key)


_STATED_ANYWAY = frozenset(("/Type", "/CA", "/ca", "/SMask", "/BM"))
"""Keys of a graphics state whose values are looked at."""


def read_stream(stream: object) -> bytes:
    if not isinstance(stream, StreamObject):
        raise TypeError("its content is no stream")
    if "/F" in stream:
        raise ValueError("a stream's data lie in another file")
    data = stream.get_data()
    if len(data) > LONGEST_STREAM:
        raise ValueError(f"a stream has {len(data)} bytes")
    return data


def array_of(raw: object) -> list[object]:
    value = resolved(raw)
    return list(value) if isinstance(value, ArrayObject) else []


def numbers_of(raw: object, count: int) -> tuple[float, ...]:
    numbers = tuple(float(resolved(number)) for number in array_of(raw))  # type: ignore[arg-type]
    if len(numbers) != count:
        raise ValueError(f"{count} numbers were expected, not {len(numbers)}")
    return numbers


def _fingerprint(value: object, depth: int) -> bytes:
    """What an object holds, whatever its number: equal for pictures that paint alike."""
    value = resolved(value)
    if depth == 0:
        return b"deep"
    if isinstance(value, DictionaryObject):
        parts = [
            str(key).encode() + b" " + _fingerprint(value.raw_get(key), depth - 1)
            for key in sorted(value)
            if key not in ("/Length", "/ProcSet", "/Parent")
        ]
        data = value.get_data() if isinstance(value, StreamObject) else b""
        return sha256(b"<" + b"|".join(parts) + b">" + data).digest()
    if isinstance(value, ArrayObject):
        return sha256(b"[" + b"|".join(_fingerprint(part, depth - 1) for part in value)).digest()
    return (
        repr(value).encode()
        if isinstance(value, PdfObject) and not isinstance(value, NullObject)
        else b"null"
    )
