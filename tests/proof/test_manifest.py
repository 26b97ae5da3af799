"""What a print says of itself is trusted for what was asked: it is held against the rules."""

from io import BytesIO

import msgspec
import pikepdf
import pytest
import sample
import seed

from printgen.content.faces_of_print import generate_named_faces
from printgen.problems import ExitCode, Failure, Severity
from printgen.proof.proof import proof_pdf, read_manifest
from printgen.rules.model import Game, GameInfo


def errors(pdf: bytes, game: Game | None = None) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = proof_pdf(pdf, game or sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


def saying(pdf: bytes, keywords: str) -> bytes:
    """The PDF with these keywords."""
    with pikepdf.open(BytesIO(pdf)) as opened:
        opened.docinfo["/Keywords"] = keywords
        return seed.saved(opened)


def test_a_print_knows_its_game(deck: bytes) -> None:
    """So that it can be proofed without naming it."""
    assert read_manifest(deck).game == "combat-leader"


@pytest.mark.parametrize("keywords", ["", "cards, games", "[" * 100_000, '{"game": "x"}'])
def test_a_print_that_says_nothing_is_named_as_foreign(deck: bytes, keywords: str) -> None:
    """Nothing can be compared, and the one finding says how to go on."""
    (found,) = errors(saying(deck, keywords))
    assert found == (
        "error: the PDF has no printgen keywords, so it was not built by printgen\n"
        "  choose a PDF that `printgen build` wrote"
    )
    with pytest.raises(Failure) as raised:
        read_manifest(saying(deck, keywords))
    assert raised.value.exit_code is ExitCode.PROOF


def test_a_print_of_another_form_says_so(deck: bytes) -> None:
    """It was made by another printgen."""
    (found,) = errors(seed.claiming(deck, printgen=1))
    assert found == (
        "error: the PDF has label format 1; this printgen reads format 3\n"
        "  build it again: printgen build"
    )
    (found,) = errors(seed.claiming(deck, game=3))
    assert "the keywords of the PDF are invalid: Expected `str`, got `int`" in found


def test_another_games_print_says_what_to_type(deck: bytes) -> None:
    """The print is of the game that it names, and the message says how to ask for it."""
    known = sample.game()
    other = msgspec.structs.replace(known, about=GameInfo("another-game", known.about.name))
    (found,) = errors(deck, other)
    assert found == (
        "error: the PDF was built for the game “combat-leader”, not “another-game”\n"
        "  type: printgen proof FILE.pdf --game combat-leader"
    )


def test_single_faces_are_those_that_the_print_names(deck: bytes) -> None:
    """Neither more nor fewer faces are printed than the list of faces says."""
    game = sample.game()
    (print_, *_) = game.prints
    request = read_manifest(deck)
    names = [
        face.name for face in generate_named_faces(game, print_, request.sets[0], request.rows)
    ]
    assert not errors(seed.claiming(deck, faces=names))
    fewer = errors(seed.claiming(deck, faces=names[1:]))
    assert [names[0] in error and "no such face" in error for error in fewer] == [True]
    more = errors(seed.claiming(deck, faces=[]))
    assert sum("no such face" in error for error in more) == len(names)


def test_rules_changed_since_are_named(deck: bytes) -> None:
    """A changed rule fails the print as a whole, and the field that it changes."""
    game = sample.game()
    cards = game.table("cards")
    card = cards.by_key["17"]
    strip = {**card.cells["selection"], "s9": 2}
    other = msgspec.structs.replace(card, cells={**card.cells, "selection": strip})
    rows = tuple(other if row is card else row for row in cards.rows)
    tables = {**game.tables, "cards": msgspec.structs.replace(cards, rows=rows)}
    found = errors(deck, msgspec.structs.replace(game, tables=tables))
    assert "deck: error: was built from other rules" in found[0]
    assert "build it again: printgen build combat-leader" in found[0]
    assert "deck A, card 17, selection.s9: error: prints “8”; the rules say “2”" in found
    assert any("margin.digest" in line for line in found)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("print", "poster", "this game has no print “poster”, which the PDF contains"),
        ("print", "sheet", "page 1, face A-09: error: the rules have no such face"),
        ("paper", "letter", "measures 210.0 × 297.0 mm; letter is 215.9 × 279.4 mm"),
        ("paper", "foolscap", "has the paper “foolscap”, which printgen does not know"),
        ("sets", [], "page 1, face A-09: error: the rules have no such face"),
        ("sets", ["B"], "deck B, card 9: error: is not printed; the rules have it"),
        ("sets", ["Z"], "page 1, face A-09: error: the rules have no such face"),
        ("sets", ["A", "A"], "deck A, card 9: error: is not printed; the rules have it"),
        ("rows", None, "deck A, card 1: error: is not printed; the rules have it"),
        ("rows", ["9", "99"], "page 1, face A-10: error: the rules have no such face"),
        ("rows", ["9"], "page 1, face A-10: error: the rules have no such face"),
        ("rules", "0" * 64, "was built from other rules, “00000000”"),
    ],
)
def test_what_was_asked_for_is_held_against_the_game(
    deck: bytes, key: str, value: object, wanted: str
) -> None:
    """A claim that the rules or the pages do not bear out is an error."""
    found = errors(seed.claiming(deck, **{key: value}))
    assert any(wanted in line for line in found), "\n".join(found[:10])


def test_what_is_no_pdf_is_one_error() -> None:
    """It says so, and never ends in anything else."""
    for data in (b"", b"no pdf", b"%PDF-1.7\n", b"\x00" * 1000):
        (found,) = errors(data)
        assert found.startswith(("error: the file is not a PDF", "error: the PDF cannot be read"))


def test_a_cut_file_is_never_clean() -> None:
    """Cut anywhere before its last line, it gives findings or reads as the whole file."""
    small = sample.pdf("deck", rows=("17",))
    for part in range(12):
        cut = small[: len(small) * part // 12]
        assert proof_pdf(cut, sample.game())


@pytest.mark.parametrize("form", [3, 4, 6], ids=["RC4", "AES-128", "AES-256"])
@pytest.mark.parametrize("password", ["", "secret"])
def test_an_encrypted_file_says_what_to_do(deck: bytes, form: int, password: str) -> None:
    """Whatever the cipher; pypdf needs another library for some, which nobody need install."""
    with pikepdf.open(BytesIO(deck)) as opened:
        out = BytesIO()
        ciphers = {"aes": form > 3, "metadata": form > 3}
        owned = pikepdf.Encryption(owner="secret", user=password, R=form, **ciphers)
        opened.save(out, encryption=owned)
    (found,) = errors(out.getvalue())
    assert found == "error: the PDF is encrypted\n  save it without a password, or build it again"
