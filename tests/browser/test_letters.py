"""Letters: a browser sets the merged page as the face was set, to a fifth of a millimetre."""

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from chromium import Chromium
from letters import distance, letters_of, letters_seen
from samples import Sample, bundled, documented, shrunk

from printgen.layout.face import Face, TextRun

pytestmark = pytest.mark.browser

TOLERANCE = 0.2
SAMPLES = (*bundled(), *documented(), shrunk())


def astray(face: Face, chromium: Chromium) -> list[str]:
    """The letters that stand elsewhere in the page that is open; all, where they differ."""
    ours, theirs = letters_of(face), letters_seen(chromium)
    if [one.letter for one in ours] != [one.letter for one in theirs]:
        return [one.letter for one in ours] or ["?"]
    pairs = zip(ours, theirs, strict=True)
    return [one.letter for one, other in pairs if distance(one, other) > TOLERANCE]


@pytest.mark.parametrize("sample", SAMPLES, ids=[sample.name for sample in SAMPLES])
def test_every_letter_stands_where_the_face_has_it(
    sample: Sample, chromium: Chromium, tmp_path: Path
) -> None:
    """Each letter's box, and so each line's, lies within 0.2 mm of the face's."""
    face, page = sample.page(tmp_path)
    chromium.open(page)
    assert astray(face, chromium) == []


@pytest.mark.parametrize("sample", [bundled()[1], bundled()[-1]], ids=["card", "sheet"])
def test_any_run_half_a_millimetre_off_is_found(
    sample: Sample, chromium: Chromium, tmp_path: Path
) -> None:
    """Moved by 0.5 mm to the right or down, every letter of every single run is found out."""
    face, page = sample.page(tmp_path)
    chromium.open(page)
    theirs = iter(letters_seen(chromium))
    for run in (item for item in face.items if isinstance(item, TextRun)):
        seen = list(islice(theirs, len(letters_of(Face("", 1, 1, (run,))))))
        for moved in (replace(run, x=run.x + 0.5), replace(run, y=run.y + 0.5)):
            ours = letters_of(Face("", 1, 1, (moved,)))
            far = [distance(one, other) > TOLERANCE for one, other in zip(ours, seen, strict=True)]
            assert all(far), moved.text


def test_a_letter_too_many_is_found(chromium: Chromium, tmp_path: Path) -> None:
    """A face that says more than the page is told from it, wherever its letters stand."""
    face, page = bundled()[1].page(tmp_path)
    chromium.open(page)
    extra = next(item for item in face.items if isinstance(item, TextRun))
    assert astray(replace(face, items=(*face.items, extra)), chromium)
