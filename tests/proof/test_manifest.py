"""The manifest is trusted for places alone: what it claims is held against the rules."""

import json
from collections.abc import Callable
from io import BytesIO

import msgspec
import pikepdf
import pytest
import sample
import seed

from printgen.problems import ExitCode, Failure, Severity
from printgen.proof.prove import asked, prove
from printgen.rules.model import About, Game


def errors(pdf: bytes, game: Game | None = None) -> list[str]:
    """The errors that a proof finds, as printed."""
    found = prove(pdf, game or sample.game())
    return [str(problem) for problem in found if problem.severity is Severity.ERROR]


def changed(key: str, value: object) -> Callable[[dict], None]:
    """Change one claim of the head."""
    return lambda manifest: manifest.__setitem__(key, value)


def test_a_print_without_a_manifest_says_what_to_type(deck: bytes) -> None:
    """Nothing can be compared, and the one finding says how to go on."""
    with pikepdf.open(BytesIO(deck)) as opened:
        del opened.attachments["printgen.json"]
        bare = seed.saved(opened)
    (found,) = errors(bare)
    assert found == (
        "error: the PDF carries no printgen.json, so it is no print of printgen's\n"
        "  name a PDF that `printgen build` wrote, or build it again: printgen build"
    )
    with pytest.raises(Failure) as raised:
        asked(bare)
    assert raised.value.exit_code is ExitCode.PROOF


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is no JSON"),
        (b"\xff\xfe\x00", "it is no JSON"),
        (b"[" * 100_000, "it is no JSON"),
        (b"[]", "it does not say which printgen wrote it"),
        (b'{"game": "combat-leader"}', "it does not say which printgen wrote it"),
        (b'{"printgen": 2}', "its version is 2, this printgen reads 1"),
        (b'{"printgen": 1}', "it lacks “game”"),
        (b'{"printgen": 1, "game": 3}', "it is not of the shape that this printgen reads: 3"),
    ],
)
def test_a_foreign_manifest_is_refused(deck: bytes, data: bytes, why: str) -> None:
    """It is named as foreign, with the reason, and nothing else is said."""
    with pikepdf.open(BytesIO(deck)) as opened:
        (found,) = errors(seed.attached(opened, data))
    assert f"the printgen.json in this PDF is not printgen's: {why}" in found


@pytest.mark.parametrize(
    "place",
    ["[1]", '["a", 1, 2, 3, 4]', '["a", 1, 2, 3, "4", 5]', '["a", 1, 2, 3, 1e999, 5]', "3", "{}"],
)
def test_a_place_of_another_shape_is_refused(deck: bytes, place: str) -> None:
    """Any malformed place is an error, never a traceback."""

    def spoil(manifest: dict) -> None:
        manifest["pages"][0]["faces"][0]["runs"][0] = json.loads(place)

    (found,) = errors(seed.with_manifest(deck, spoil))
    assert "is not of the shape that this printgen reads" in found


def test_two_manifests_are_refused(deck: bytes) -> None:
    """Which one to trust cannot be told."""
    with pikepdf.open(BytesIO(deck)) as opened:
        names = opened.Root.Names.EmbeddedFiles.Names
        names.append(names[0])
        names.append(names[1])
        (found,) = errors(seed.saved(opened))
    assert "the PDF carries 2 files named printgen.json" in found


def test_another_games_print_says_what_to_type(deck: bytes) -> None:
    """The print is of the game that its manifest names, and the message says how to ask for it."""
    known = sample.game()
    other = msgspec.structs.replace(known, about=About("another-game", known.about.name))
    (found,) = errors(deck, other)
    assert found == (
        "error: the PDF was printed for the game “combat-leader”, not “another-game”\n"
        "  type: printgen proof FILE.pdf --game combat-leader"
    )


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
    assert "deck: error: was printed from other rules" in found[0]
    assert "build it again: printgen build combat-leader" in found[0]
    assert "deck A, card 17, selection.s9: error: prints “8”; the rules say “2”" in found
    assert any("margin.digest" in line for line in found)


@pytest.mark.parametrize(
    ("key", "value", "wanted"),
    [
        ("print", "poster", "the PDF says that it is “poster”, no print of this game"),
        ("print", "sheet", "page 1, face A-09: error: the rules want no such face"),
        ("paper", "letter", "measures 210.0 × 297.0 mm; letter is 215.9 × 279.4 mm"),
        ("paper", "foolscap", "its paper is “foolscap”, which printgen does not know"),
        ("sets", [], "deck: error: says that no deck was asked for"),
        ("sets", ["B"], "deck B, card 9: error: is not printed; the rules want it"),
        ("sets", ["Z"], "deck: error: was asked for deck “Z”; there are A, B, C, D, E, F"),
        ("sets", ["A", "A"], "deck: error: was asked for deck “A” more than once"),
        ("rows", None, "deck A, card 1: error: is not printed; the rules want it"),
        ("rows", ["9", "99"], "deck: error: was asked for “99”; there is none"),
        ("rows", ["9"], "page 1, face A-10: error: the rules want no such face"),
        ("rules", "0" * 64, "was printed from other rules, “00000000”"),
        ("pages", [], "deck: error: has 2 pages; 0 were printed"),
    ],
)
def test_what_was_asked_for_is_held_against_the_game(
    deck: bytes, key: str, value: object, wanted: str
) -> None:
    """A claim that the rules or the pages do not bear out is an error."""
    found = errors(seed.with_manifest(deck, changed(key, value)))
    assert any(wanted in line for line in found), "\n".join(found[:10])


def test_an_entry_moved_in_the_manifest_alone_is_found(deck: bytes) -> None:
    """The manifest's word for a place is not taken where the page has nothing there."""

    def move(manifest: dict) -> None:
        face = next(f for f in manifest["pages"][0]["faces"] if f["face"] == "A-17")
        slot = next(s for s in face["runs"] if s[0] == "selection.s9")
        slot[1] -= 3

    (found,) = errors(seed.with_manifest(deck, move))
    assert "deck A, card 17, selection.s9: error: prints “8” 3.0 mm right of its place" in found


def test_entries_exchanged_in_the_manifest_alone_are_found(deck: bytes) -> None:
    """A value read under another's name is another value."""

    def exchange(manifest: dict) -> None:
        face = next(f for f in manifest["pages"][0]["faces"] if f["face"] == "A-17")
        one = next(s for s in face["runs"] if s[0] == "selection.s9")
        other = next(s for s in face["runs"] if s[0] == "selection.s10")
        one[0], other[0] = other[0], one[0]

    found = errors(seed.with_manifest(deck, exchange))
    assert "deck A, card 17, selection.s9: error: prints “7”; the rules say “8”" in found
    assert "deck A, card 17, selection.s10: error: prints “8”; the rules say “7”" in found


def test_an_entry_taken_out_of_the_manifest_is_found(deck: bytes) -> None:
    """The field is missing and its run is nobody's."""

    def drop(manifest: dict) -> None:
        face = next(f for f in manifest["pages"][0]["faces"] if f["face"] == "A-17")
        face["runs"] = [s for s in face["runs"] if s[0] != "selection.s9"]

    found = errors(seed.with_manifest(deck, drop))
    assert "deck A, card 17, selection.s9: error: is not printed; the rules say “8”" in found
    assert any("face A-17: error: prints “8” at" in line for line in found)


def test_overlapping_faces_are_found(deck: bytes) -> None:
    """A face claimed to lie on another's trim."""

    def overlap(manifest: dict) -> None:
        faces = manifest["pages"][0]["faces"]
        faces[1]["at"] = [faces[0]["at"][0] + 5, faces[0]["at"][1]]

    found = errors(seed.with_manifest(deck, overlap))
    assert "page 1, face A-10: error: overlaps the face A-09" in found


def test_a_face_of_another_size_is_found(deck: bytes) -> None:
    """A poker card has one size."""

    def grow(manifest: dict) -> None:
        manifest["pages"][0]["faces"][8]["size"] = [63.5, 88]

    found = errors(seed.with_manifest(deck, grow))
    assert "page 1, face A-17: error: measures 63.5 × 88 mm; it should be 63.5 × 88.9 mm" in found


def test_a_face_over_the_pages_edge_is_found() -> None:
    """The sheet's one face is the page."""

    def aside(manifest: dict) -> None:
        manifest["pages"][0]["faces"][0]["at"] = [1, 0]

    found = errors(seed.with_manifest(sample.pdf("sheet"), aside))
    assert "page 1, face sheet: error: reaches over the page's edge" in found


def test_more_places_than_a_page_can_hold_are_refused(deck: bytes) -> None:
    """A bound on what comparing costs."""

    def crowd(manifest: dict) -> None:
        runs = manifest["pages"][0]["faces"][0]["runs"]
        runs += [runs[0]] * 20_000

    (found,) = errors(seed.with_manifest(deck, crowd))
    assert "a page has more than 20000 runs or 2000 marks" in found
