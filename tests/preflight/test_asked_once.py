"""Equal things are asked once, and nothing that is wrong is missed by it."""

from collections.abc import Iterator
from math import cos, sin, tau
from pathlib import Path

import msgspec
import pytest
import sample
from msgspec.structs import replace
from sample import run
from test_arranged import bundled, content_of, exchanged, moved, problems
from test_preflight import CARD, FAULTS, Edit, box, found, on_items, picture, with_more
from test_tables import BELOW, CELLS_RIGHT, HEAD, RANGES, content, laid

from printgen.face.face import Face, FormField, Item, PlacedImage, Segment, Shape, TextRun
from printgen.face_checks.printed_face import PrintedFace, PrintedText
from printgen.face_checks.tables import check_tables
from printgen.geometry import Matrix
from printgen.preflight import overlaps as reach
from printgen.preflight import painted_raster, path_masks
from printgen.system.cache import Cache


@pytest.fixture
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing was asked before, and little is kept: it begins anew amid a face."""
    monkeypatch.setattr(reach, "_facts_cache", Cache(7))
    monkeypatch.setattr(reach, "_problem_cache", Cache(5))
    yield
    assert len(reach._facts_cache) <= 7
    assert len(reach._problem_cache) <= 5


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_found_in_the_second_card_of_a_kind_as_in_the_first(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a clean card and on a card that was found wrong before; the clean one stays clean."""
    edit, wanted = FAULTS[fault]
    for name in ("_facts_cache", "_problem_cache"):
        monkeypatch.setattr(reach, name, Cache(999))
    first = found(edit)
    assert found(lambda face: face) == []
    assert found(edit) == found(edit) == first
    assert any(wanted in line for line in first)
    assert found(lambda face: face) == []


@pytest.mark.usefixtures("nothing_known")
@pytest.mark.parametrize("fault", list(FAULTS)[::3])
def test_what_is_forgotten_amid_a_face_is_asked_again(fault: str) -> None:
    edit, wanted = FAULTS[fault]
    assert found(lambda face: face) == []
    assert any(wanted in line for line in found(edit))


@pytest.mark.parametrize(
    "edit",
    [
        exchanged("accuracy.title", "repair.title"),
        exchanged("selection.s9", "selection.s10"),
        moved("selection.s9", 0.0, 3.0),
        moved("repair.title", 0.0, 13.5),
    ],
)
def test_what_is_out_of_place_is_found_after_the_same_card_was_right(edit: Edit) -> None:
    """Twice, in the words of the card on which it stands."""
    for key in ("17", "18", "17"):
        face, content = bundled("deck", key), content_of("deck", key)
        assert problems(face, content, "deck") == []
        wrong = problems(edit(face), content, "deck")
        assert wrong
        assert wrong == problems(edit(face), content, "deck")


PLACES = {**laid(BELOW, *CELLS_RIGHT), "s.ranges.need.head": (25, 14)}
WORD = run("Ambush!", 40, 80, 9, None)
OVER, FAR = box(39, 76, 15, 6, 0), box(36, 83, 9, 2, 0)
WHITE = box(39, 76, 15, 6, 255)
FAINT = ": “Ambush!” hardly differs from its background #000000: contrast 1.0 to 1"
HIDDEN = ": “Ambush!” has a shape #000000 painted over it"


def test_a_neighbour_alone_makes_a_text_unreadable() -> None:
    """The same text on the same card: under it, over it, beside it, in another order."""
    word = with_more(WORD)
    bar = box(42, 78, 1, 1, 0)
    for _ in range(2):
        assert found(word) == []
        assert found(with_more(OVER, WORD)) == [FAINT]
        assert found(with_more(WORD, OVER)) == [HIDDEN]
        assert found(with_more(WORD, FAR)) == found(with_more(FAR, WORD)) == []
        assert found(with_more(OVER, WHITE, WORD)) == []
        assert found(with_more(WHITE, OVER, WORD)) == [FAINT]
        assert found(with_more(WORD, bar)) == [HIDDEN]
        assert found(with_more(bar, WORD)) == [FAINT]
        assert found(with_more(WORD, replace(bar, fill=None))) == []


def test_a_text_printed_twice_in_one_place_is_found() -> None:
    """Equal items, the very same one too, are two on a face."""
    again = replace(WORD)
    both = [": “Ambush!” overlaps “Ambush!”", ": “Ambush!” has “Ambush!” painted over it"]
    assert found(with_more(WORD, again)) == found(with_more(WORD, WORD)) == both
    assert found(with_more(WORD, OVER, again)) == [FAINT, both[1]]


def test_a_drawing_of_the_same_name_is_not_the_same() -> None:
    """Nor is one that is taken apart and put together again in other colours."""
    mark = sample.mark("hearts", 40, 80, 3, "suit.mark")
    shapes = tuple(replace(one, fill=(250, 250, 245)) for one in mark.drawing.shapes)
    pale = replace(mark, drawing=replace(mark.drawing, shapes=shapes))
    for _ in range(2):
        assert found(with_more(mark)) == []
        (line,) = found(with_more(pale))
        assert line.startswith("suit.mark: the mark suit.mark hardly differs from its background")


def test_a_picture_in_the_place_of_another_is_asked_by_its_pixels() -> None:
    light, dark = (
        PlacedImage(picture(ink), 35, 72, 22, 14) for ink in ((250, 250, 250), (20, 20, 20))
    )
    for _ in range(2):
        assert found(with_more(light, WORD)) == []
        (line,) = found(with_more(dark, WORD))
        assert "“Ambush!” hardly differs from its background #141414 in a picture" in line


def test_a_face_of_another_size_ends_elsewhere() -> None:
    """Beyond its edge a face is paper, whatever is painted there."""

    def word_on(width: float) -> list[str]:
        face = Face("f", width, 88.9, (box(0, 0, 70, 88.9, 0), replace(WORD, colour=(255,) * 3)))
        known = reach.get_item_facts(face.items)
        return [problem.message for problem in reach.check_visibility(face, known, ())]

    for _ in range(2):
        assert word_on(63.5) == []
        (line,) = word_on(45.0)
        assert line.startswith("“Ambush!” hardly differs from its background #FFFFFF")


def test_an_example_may_be_smaller_than_the_same_text_on_its_own() -> None:
    """Light on a dark ground: seven tenths suffice where a name says that it is an example."""
    text = replace(run("7", 40, 80, 6, "card.rank"), colour=(255, 255, 255))
    face = Face("f", 63.5, 88.9, (OVER, text))
    for examples, count in ((("card.",), 0), ((), 1), (("other.",), 1), (("card.",), 0)):
        known = reach.get_item_facts(face.items)
        assert len(list(reach.check_visibility(face, known, examples))) == count


def test_each_property_of_an_item_tells_it_from_others() -> None:
    """Equal in all, two are one; different in any, they are two."""
    items: list[Item] = [
        WORD,
        OVER,
        sample.mark("hearts", 40, 80, 3, "suit.mark"),
        PlacedImage(b"", 1, 2, 3, 4),
        FormField("note", "text", 1, 2, 3, 4, 8),
    ]
    others: dict[str, object] = {
        "text": "Smoke", "typeface": sample.typeface(400), "colour": (9, 9, 9), "field": "f",
        "continues_field": True, "own": True, "path": sample._box(1, 1, 2, 2), "fill": (1, 1, 1),
        "clip": sample._box(2, 2, 1, 1),
        "stroke": (1, 1, 1), "matrix": Matrix(), "data": b"GIF", "name": "other", "kind": "check",
        "multiline": True, "drawing": sample.mark("spades", 0, 0, 2, None).drawing,
        "features": (("liga", 0),),
    }  # fmt: skip
    for item in items:
        (own,) = reach.get_item_facts([item])
        assert reach.get_item_facts([replace(item)]) == [own]
        # How much of a picture was cropped away does not change what is seen of the rest.
        for name in {*item.__slots__} - {"shown"}:
            (other,) = reach.get_item_facts([replace(item, **{name: others.get(name, 5.5)})])
            assert other.reach[0] != own.reach[0], name


def test_cards_that_differ_in_one_word_are_asked_for_that_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All else of the second card is known."""
    face = sample.face_of(CARD, "deck")
    monkeypatch.setattr(reach, "_problem_cache", answers := Cache[object, reach.ItemProblems](999))
    known = reach.get_item_facts(face.items)
    list(reach.check_visibility(face, known, ()))
    before = len(answers)
    other = on_items(
        lambda item: (
            replace(item, text="7")
            if isinstance(item, TextRun) and item.field == "selection.s9"
            else item
        )
    )(face)
    list(reach.check_visibility(other, reach.get_item_facts(other.items), ()))
    assert before > 40
    assert len(answers) == before + 1


def test_a_table_that_was_right_is_asked_again_where_its_words_are_turned(tmp_path: Path) -> None:
    """In the very same places: read sideways, its rows are columns."""
    table = content(tmp_path, RANGES.replace("HEAD", HEAD).replace("ACROSS", ""))
    texts = [PrintedText(name, "7", x, y, 3, 8, 0.0) for name, (x, y) in PLACES.items()]
    sideways = [msgspec.structs.replace(one, angle=90.0) for one in texts]
    for pieces, is_right in ((texts, True), (sideways, False), (texts, True)):
        face = PrintedFace(200, 200, tuple(pieces), (), ())
        assert (list(check_tables(face, table)) == []) is is_right


def polygon(x: float, y: float, size: float, corners: int, step: int) -> tuple[Segment, ...]:
    """A polygon around a middle; with a `step` of 2 a star, with a negative one turned around."""
    angles = [step * corner * tau / corners for corner in range(corners)]
    first, *others = [(x + size * sin(angle), y + size * cos(angle)) for angle in angles]
    return (("M", *first), *(("L", *other) for other in others), ("Z",))


@pytest.mark.parametrize(
    "path",
    [
        polygon(4, 5, 3, 4, 1) + polygon(4.4, 5, 2, 4, -1) + polygon(4.4, 5.2, 1, 4, -1),
        polygon(4, 5, 3, 7, 1) + polygon(6, 5, 2, 5, -1) + polygon(-1, 4, 3, 3, 1),
        polygon(4, 5, 3, 5, 2) + polygon(4, 5, 0.5, 5, -2),
    ],
    ids=["a hole", "overlaps and the edge", "stars"],
)
@pytest.mark.parametrize(
    "box", [(0, 0, 90, 90), (21, 33, 61, 71), (35, 40, 38, 47), (62, 30, 72, 45)]
)
@pytest.mark.parametrize("subdivision", [1, 4])
def test_a_shape_of_each_card_has_the_pixels_of_a_shape_of_one(
    path: tuple[Segment, ...],
    box: painted_raster.PixelBox,
    subdivision: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its mask is drawn whole, once, and cropped to each region; at first it is drawn each time."""
    shape = Shape(path, (10, 20, 30))
    for name in ("_masks", "_mask_uses"):
        monkeypatch.setattr(path_masks, name, Cache(9))
    painted = []
    for _ in range(path_masks._MASK_USES + 1):
        raster = painted_raster.PaintedRaster(box, (90, 90), True, subdivision)
        raster.paint_items([shape])
        painted.append([pixels.tobytes() for pixels in raster._rasters])
    assert path_masks._masks
    assert painted[-1] == painted[0]
