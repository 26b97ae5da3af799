"""A book: the proofed prints of a game in one PDF (`--book`)."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

import msgspec
from pypdf import PdfReader, PdfWriter
from pypdf.constants import PageLabelStyle
from pypdf.generic import NameObject

from printgen.proof.reading.pdf_file import parse_manifest
from printgen.sheet_layout import FORMAT_VERSION, BookManifest


def join_prints(title: str, pdfs: Iterable[bytes]) -> bytes:
    """Return one PDF with the pages of all these PDFs, a bookmark for each PDF, and page labels.

    `title` is the title of the new PDF.
    """
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
    keywords = msgspec.json.encode(BookManifest(FORMAT_VERSION, tuple(parts))).decode()
    info = {"/Title": title, "/Author": metadata.author, "/Creator": metadata.creator}
    writer.add_metadata({**info, "/Subject": "; ".join(subjects), "/Keywords": keywords})
    stream = BytesIO()
    writer.write(stream)
    return stream.getvalue()
