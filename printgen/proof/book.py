"""A book: the proofed prints of a game in one PDF (`--book`), and the division into prints again.

The names of form fields begin with the id of their print, so that equal names share no values.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any

import msgspec
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import NameObject

from printgen.manifest import FORM, BookManifest
from printgen.proof.claim import parse_manifest
from printgen.proof.file import DeclaredFile
from printgen.proof.findings import REBUILD_HINT, fail


def join_prints(title: str, pdfs: Iterable[bytes]) -> bytes:
    """Return a PDF with the pages of all prints, a bookmark for each, and labels for its pages."""
    writer, parts, subjects = PdfWriter(), list[tuple[int, msgspec.Raw]](), list[str]()
    root: Any = writer.root_object
    for pdf in pdfs:
        reader, first = PdfReader(BytesIO(pdf)), len(writer.pages)
        metadata: Any = reader.metadata
        trailer: Any = reader.trailer
        print_id = parse_manifest(metadata.keywords).print
        parts.append((len(reader.pages), msgspec.Raw(metadata.keywords.encode())))
        subjects.append(metadata.subject)
        # pypdf gives the group of fields the first number after those of the objects it has read.
        for number in range(1, int(trailer["/Size"])):
            reader.get_object(number)
        reader.add_form_topname(print_id)
        writer.append(reader, metadata.title)
        # ISO 32000-1, 12.4.2: labels such as "deck 1".
        writer.set_page_label(first, len(writer.pages) - 1, PageLabelStyle.DECIMAL, f"{print_id} ")
    for key in ("/Lang", "/ViewerPreferences"):
        root[NameObject(key)] = reader.root_object[key].clone(writer)
    root[NameObject("/PageMode")] = NameObject("/UseOutlines")
    keywords = msgspec.json.encode(BookManifest(FORM, tuple(parts))).decode()
    info = {"/Title": title, "/Author": metadata.author, "/Creator": metadata.creator}
    writer.add_metadata({**info, "/Subject": "; ".join(subjects), "/Keywords": keywords})
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()


def split_file(file: DeclaredFile) -> Iterator[DeclaredFile]:
    """Yield what a file declares about each print in it: several if it is a book.

    The title of a print is its bookmark. Raises `Failure` if a book does not have all its pages.
    """
    try:
        parts = msgspec.json.decode(file.keywords.encode("utf-8", "replace"), type=BookManifest)
    except msgspec.DecodeError:
        yield file  # not a book; if the keywords are invalid, parse_manifest reports it
        return
    page_count, first = sum(pages for pages, _ in parts.parts), 0
    if page_count != len(file.pages):
        message = f"the book should have {page_count} pages, but it has {len(file.pages)}"
        raise fail(message, REBUILD_HINT)
    for count, raw in parts.parts:
        keywords, part = bytes(raw).decode(), file.pages[first : first + count]
        prefix = f"{parse_manifest(keywords).print}."
        renamed = ([w._replace(name=w.name.removeprefix(prefix)) for w in p.widgets] for p in part)
        pages = map(lambda page, own: page._replace(widgets=tuple(own)), part, renamed)
        title = file.bookmarks.get(first, "")
        yield file._replace(title=title, keywords=keywords, pages=tuple(pages), first_page=first)
        first += count
