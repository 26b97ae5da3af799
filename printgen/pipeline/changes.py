"""Comparison of the faces of a game with those of an older edition (`printgen build --since`).

Faces are laid out in both editions, and differ if anything differs that is painted: a text, its
place or size, a colour, a picture. So a new template or a smaller shared text counts, and a renamed
or moved row does not. A card is a front with its back. A card that was printed before need not be
printed again: each copy in the older edition stands for one copy in the new one.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from itertools import repeat

import msgspec
from msgspec.structs import replace

from printgen.content.faces_of_print import (
    WantedFace,
    WantedFaceNames,
    generate_wanted_faces,
    get_card_title,
    list_set_keys,
)
from printgen.face.face import Face, Item, PlacedMark, TextRun
from printgen.layout.compose import Composer
from printgen.pipeline.faces import SharedFontScale
from printgen.pipeline.plan import ChangedFaces, PrintJob, Request, plan_jobs
from printgen.pipeline.print_job import compose_print_backs, compose_print_faces
from printgen.problems import Problem, make_note, shorten_text
from printgen.rules.model import Game, Print
from printgen.sheet_layout import BACK_OPTIONS

Edition = tuple[Game, Composer]
"""One edition of a game, and the composer of its faces."""


class _Card(msgspec.Struct, frozen=True, eq=False):
    """One copy of a card.

    `set_key` is the key of its set, and `name` the name of its front. `look` is equal for cards
    that look the same on both sides.
    """

    set_key: str
    title: str
    name: str
    front: WantedFace
    look: Hashable


def find_changes(
    new: Edition, old: Edition, jobs: Sequence[PrintJob], request: Request
) -> tuple[tuple[ChangedFaces, ...], tuple[Problem, ...]]:
    """Return the faces to print that are new or changed since the edition `old`, and notes.

    Only the faces of `jobs` count; `request` is the one that they were planned for. The notes say
    how each card changed, or that it was removed. Raises `Failure` with the problems of the faces
    of either edition.
    """
    faces, lines = list[ChangedFaces](), Counter[str]()
    for id_, job in {job.print.backs_of or job.print.id: job for job in jobs}.items():
        print_, old_print = new[0].find_print(id_) or job.print, old[0].find_print(id_)
        cards, old_cards = [*_list_cards(new, print_, job)], list[_Card]()
        titles = {card.title for card in cards}
        if old_print:
            old_job = _plan_old_job(old[0], old_print, request)
            # Sets and cards that are not chosen now are not compared.
            others = {*list_set_keys(new[0], print_)} - {*job.sets}
            sets = tuple(key for key in list_set_keys(old[0], old_print) if key not in others)
            old_cards += _list_cards(old, old_print, replace(old_job, sets=sets))
            old_cards = [card for card in old_cards if job.keys is None or card.title in titles]
        added = _find_missing_cards(cards, old_cards)
        removed = _find_missing_cards(old_cards, cards)
        lines.update(_describe_cards(added, removed, titles, {card.title for card in old_cards}))
        names = WantedFaceNames(card.name for card in added)
        sets = tuple(key for key in job.sets if any(card.set_key == key for card in added))
        faces += [ChangedFaces(id_, sets, names)] if names else []
    gone = (print_.id for print_ in old[0].prints if not new[0].find_print(print_.id))
    lines.update(f"{id_}: removed" for id_ in gone)
    counts = ((line, f" ({count} pieces)" if count > 1 else "") for line, count in lines.items())
    return tuple(faces), tuple(make_note("", line + count) for line, count in counts)


def _plan_old_job(game: Game, print_: Print, request: Request) -> PrintJob:
    """Return the job of a print of the older edition, as this request would print it.

    It has all rows, and no backs or skipped places.
    """
    layout = request.layout.reset_options(*BACK_OPTIONS, "skip")
    request = replace(request, only=(print_.id,), deck=(), decks=None, cards=None, layout=layout)
    return next(job for job in plan_jobs(request, game) if job.print.id == print_.id)


def _list_cards(edition: Edition, print_: Print, job: PrintJob) -> Iterator[_Card]:
    """Yield each copy of a card of a print, with both sides, for the sets and rows of a job."""
    game, composer = edition
    backs = next((other for other in game.prints if other.backs_of == print_.id), None)
    job = replace(job, print=print_, backs=backs)
    sides = print_, *filter(None, [backs])
    scales = [SharedFontScale(composer, game, side, job.face_size) for side in sides]
    for set_ in job.sets or ("",):
        part = replace(job, sets=(set_,) if set_ else ())
        back_faces: Iterator[Face | None] = compose_print_backs(game, part, composer, scales[-1])
        if backs is None or backs.is_shared_back:
            back_faces = repeat(next(back_faces, None))
        fronts = generate_wanted_faces(game, print_, set_, job.keys)
        front_faces = compose_print_faces(game, part, composer, scales[0])
        for front, *faces in zip(fronts, front_faces, back_faces, strict=False):
            title = get_card_title(front).removesuffix(f", copy {front.place.copy_number}")
            look = tuple(map(_make_appearance_key, faces))
            yield _Card(set_, title, front.content.face, front, look)


def _make_appearance_key(face: Face | None) -> Hashable:
    """Return what is painted on a face, without names of fields and drawings.

    Faces that look the same have equal keys. The key of a missing back is None.
    """
    return face and (face.width, face.height, face.clip, *map(_remove_names, face.items))


def _remove_names(item: Item) -> Item:
    if isinstance(item, TextRun):
        return replace(item, field=None, continues_field=False, is_own_text=False)
    if isinstance(item, PlacedMark):
        return replace(item, field=None, drawing=replace(item.drawing, id="", credit=""))
    return item


def _find_missing_cards(cards: Sequence[_Card], other_cards: Sequence[_Card]) -> list[_Card]:
    """Return the cards that have no equal card among `other_cards`.

    Each of `other_cards` counts for one copy only. If some copies of a card are missing from them,
    the first copies are returned, because outputs number copies from 1.
    """
    available, missing = Counter(card.look for card in other_cards), list[_Card]()
    for card in reversed(cards):
        available[card.look] -= 1
        missing += [card] if available[card.look] < 0 else []
    return missing[::-1]


def _describe_cards(
    added: Sequence[_Card], removed: Sequence[_Card], titles: set[str], old_titles: set[str]
) -> Iterator[str]:
    """Yield the title of each card that was added or removed, with what changed.

    `titles` and `old_titles` are the titles of all cards of the new and the old edition. An added
    and a removed card are one changed card if they have the same title. So are two cards in the
    same row if the old title no longer exists and the new one is new.
    """
    waiting = [*removed]
    for card in added:
        same = [old for old in waiting if old.title == card.title]
        if card.title not in old_titles:
            same = [old for old in waiting if old.name == card.name and old.title not in titles]
        if same:
            waiting.remove(same[0])
            yield f"{card.title}: {_describe_change(card, same[0])}"
        else:
            yield f"{card.title}: {'more copies' if card.title in old_titles else 'new'}"
    for card in waiting:
        yield f"{card.title}: {'fewer copies' if card.title in titles else 'removed'}"


def _describe_change(card: _Card, old_card: _Card) -> str:
    """Return what changed on a front, such as "cost 3 → 4", or "looks different" if no text did."""
    contents = (side.front.content for side in (card, old_card))
    texts, old_texts = ({**content.marks, **content.fields} for content in contents)
    pairs = {name: (old_texts.get(name), texts.get(name)) for name in {**old_texts, **texts}}
    changes = (
        f"{name} {shorten_text(old or '(empty)')} → {shorten_text(new or '(empty)')}"
        for name, (old, new) in pairs.items()
        if old != new
    )
    return "; ".join(changes) or "looks different"
