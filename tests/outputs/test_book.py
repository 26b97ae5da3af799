"""A book of all prints of a game, as pypdf, pikepdf and pdfium read it."""

from io import BytesIO
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from pypdf import PdfReader, PdfWriter

from printgen.outputs import book as book_module
from tests.cli.imposed_game import write
from tests.command_line import Printgen, Said

GAME = """
game: {id: camp, name: Camp, language: en}
prints:
  deck: {title: Deck, template: card.html, each: cards, sizes: [60 x 40], bleed: 3}
  roster: {title: Roster, template: card.html, each: cards, sizes: [80 x 50]}
  %s: {title: Page, template: page.html, all: cards, impose: page, papers: [a4, letter],
       shows: [title]}
cards:
  columns: {card: {type: key, silent: true}, name: text, hits: input}
  rows: [[1, Oak], [2, Elm]]
"""
HEAD = (
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><link rel="stylesheet" href="c.css"/></head>'
)
CARD = f'{HEAD}<body>{{{{ f("name", "p") }}}}{{{{ f("hits", class="hits") }}}}</body></html>'
PAGE = f'{HEAD}<body>{{{{ f("title", "p") }}}}</body></html>'
CSS = (
    'html { font-family: "IBM Plex Sans Condensed"; font-size: 12pt; }'
    " body { padding: 8mm; } .hits { width: 30mm; height: 9mm; }"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "templates").mkdir()
    (tmp_path / "game.yaml").write_text(GAME % "page", "utf-8")
    for name, text in {"card.html": CARD, "page.html": PAGE, "c.css": CSS}.items():
        (tmp_path / "templates" / name).write_text(text, "utf-8")
    return tmp_path


def built(printgen: Printgen, folder: Path, *words: str) -> Said:
    return printgen("build", folder, "-o", folder / "out", "--book", *words)


def book_of(printgen: Printgen, folder: Path) -> Path:
    said = built(printgen, folder)
    assert said.code == 0, said.err
    assert "book.pdf" in said.out
    return folder / "out" / "camp" / "book.pdf"


def test_a_book_has_the_pages_bookmarks_and_labels_of_its_prints(
    printgen: Printgen, folder: Path
) -> None:
    book = book_of(printgen, folder)
    parts = [book.with_name(f"{name}.pdf") for name in ("deck", "roster", "page")]
    reader, documents = PdfReader(book), [pypdfium2.PdfDocument(path) for path in parts]
    assert [str(item["/Title"]) for item in reader.outline] == [
        "Camp: Deck",
        "Camp: Roster",
        "Camp: Page",
    ]
    assert [reader.get_destination_page_number(item) for item in reader.outline] == [0, 1, 2]
    assert reader.page_labels == ["deck 1", "roster 1", "page 1"]
    assert reader.metadata is not None
    assert (reader.metadata.title, reader.metadata.author) == ("Camp", "camp")
    assert reader.root_object["/Lang"] == "en"
    assert reader.root_object["/ViewerPreferences"]["/PrintScaling"] == "/None"
    joined = pypdfium2.PdfDocument(book)
    pages = [page for document in documents for page in document]
    assert len(joined) == len(pages) == 3
    for page, own in zip(joined, pages, strict=True):
        assert page.get_size() == own.get_size()
        assert page.get_bleedbox() == own.get_bleedbox()
        assert page.get_trimbox() == own.get_trimbox()
        assert page.get_textpage().get_text_bounded() == own.get_textpage().get_text_bounded()
        assert page.render().to_pil().tobytes() == own.render().to_pil().tobytes()
    with pikepdf.open(book) as opened:
        assert opened.check_pdf_syntax() == []


def test_forms_of_a_book_share_no_values(printgen: Printgen, folder: Path) -> None:
    """The deck and the roster have fields of the same names."""
    book = book_of(printgen, folder)
    for name in ("deck", "roster"):
        fields = PdfReader(book.with_name(f"{name}.pdf")).get_fields() or {}
        assert {"1.hits", "2.hits"} <= fields.keys()
    assert {"deck.1.hits", "roster.1.hits"} <= (PdfReader(book).get_fields() or {}).keys()
    writer = PdfWriter(clone_from=book)
    writer.update_page_form_field_values(
        writer.pages[1], {"roster.1.hits": "seven"}, auto_regenerate=False
    )
    writer.write(folder / "filled.pdf")
    values = {
        name: field.get("/V")
        for name, field in PdfReader(folder / "filled.pdf").get_fields().items()
    }
    assert values["roster.1.hits"] == "seven"
    assert not values["deck.1.hits"]
    assert not values["roster.2.hits"]
    before, after = (pypdfium2.PdfDocument(path) for path in (book, folder / "filled.pdf"))
    for document in (before, after):
        document.init_forms()
    looks = [[page.render().to_pil().tobytes() for page in each] for each in (before, after)]
    assert [one == other for one, other in zip(*looks, strict=True)] == [True, False, True]
    said = printgen("proof", folder / "filled.pdf", "--game", folder)
    assert said.code == 0, said.out


@pytest.mark.slow
def test_a_book_is_proofed_by_the_prints_that_it_holds(printgen: Printgen, folder: Path) -> None:
    book = book_of(printgen, folder)
    said = printgen("proof", book)
    assert (said.code, said.err) == (0, "")
    assert "agrees with the rules of Camp" in said.out

    def spoil(pages: tuple[int, ...], old: str = "", new: str = "") -> str:
        with pikepdf.open(book) as opened:
            kept = [opened.pages[number] for number in pages]
            del opened.pages[:]
            opened.pages.extend(kept)
            with opened.open_outline() as outline:
                outline.root[0].title = outline.root[0].title.replace(old, new)
            opened.save(folder / "spoilt.pdf")
        found = printgen("proof", folder / "spoilt.pdf", "--game", folder)
        assert found.code == 5
        return found.out

    assert "the book should have 3 pages, but it has 2" in spoil((0, 1))
    assert "size" in spoil((1, 0, 2)) or "should" in spoil((1, 0, 2))
    assert "its title is “Camp: Cards”; it should be “Camp: Deck”" in spoil(
        (0, 1, 2), "Deck", "Cards"
    )
    data = folder / "game.yaml"
    data.write_text(data.read_text("utf-8").replace("Elm", "Ash"), "utf-8")
    said = printgen("proof", book)
    assert said.code == 5
    assert "Elm" in said.out


def test_a_book_that_names_no_prints_is_no_book(printgen: Printgen, folder: Path) -> None:
    with pikepdf.new() as opened:
        opened.docinfo["/Keywords"] = '{"printgen": 3, "parts": []}'
        opened.save(folder / "empty.pdf")
    said = printgen("proof", folder / "empty.pdf", "--game", folder)
    assert said.code == 5
    assert "the keywords of the PDF are invalid" in said.out


@pytest.mark.slow
def test_the_same_book_has_the_same_bytes_and_the_options_in_its_name(
    printgen: Printgen, folder: Path
) -> None:
    book = book_of(printgen, folder)
    before = book.read_bytes()
    assert built(printgen, folder, "--paper", "letter").code == 0
    letter = PdfReader(book.with_name("book-letter.pdf"))
    assert {tuple(map(round, page.mediabox[2:])) for page in letter.pages} == {(612, 792)}
    assert built(printgen, folder, "--only", "roster").code == 0
    assert len(PdfReader(book.with_name("book-roster.pdf")).outline) == 1
    assert built(printgen, folder).code == 0
    assert book.read_bytes() == before


def test_a_book_that_is_not_its_prints_is_not_written(
    printgen: Printgen, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    join = book_module.join_prints

    def swap(title: str, pdfs: list[bytes]) -> bytes:
        stream = BytesIO()
        with pikepdf.open(BytesIO(join(title, pdfs))) as opened:
            opened.pages.reverse()
            opened.save(stream)
        return stream.getvalue()

    monkeypatch.setattr(book_module, "join_prints", swap)
    said = built(printgen, folder)
    assert said.code == 5
    assert not (folder / "out").exists()


def test_a_print_called_book_is_not_replaced(printgen: Printgen, folder: Path) -> None:
    (folder / "game.yaml").write_text(GAME % "book", "utf-8")
    said = built(printgen, folder)
    assert said.code == 2
    assert "--book: Camp: error: has a print with the name of the book" in said.err
    assert not (folder / "out").exists()


def test_the_title_and_the_form_of_a_book_are_proofed(printgen: Printgen, folder: Path) -> None:
    book = book_of(printgen, folder)

    def spoil(key: str, old: str, new: str) -> str:
        with pikepdf.open(book) as opened:
            opened.docinfo[key] = str(opened.docinfo[key]).replace(old, new, 1)
            opened.save(folder / "spoilt.pdf")
        said = printgen("proof", folder / "spoilt.pdf", "--game", folder)
        assert said.code == 5
        return said.out

    assert "the title of the book is “Lamp”; it should be “Camp”" in spoil("/Title", "C", "L")
    assert "the keywords of the PDF are invalid" in spoil(
        "/Keywords", '"printgen":3', '"printgen":99'
    )


def test_a_book_has_no_backs_that_could_be_on_other_fronts(
    printgen: Printgen, folder: Path
) -> None:
    said = built(printgen, write(folder / "duplex"), "--duplex", "long")
    assert said.code == 2
    assert "--book: error: cannot be combined with --duplex" in said.err
    assert not (folder / "duplex" / "g" / "out").exists()
