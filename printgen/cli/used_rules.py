"""The rules of a bundled style sheet that a deck uses, for the style sheet of a new game.

A rule is used if its selector matches an element of any card. So a new game has a short style sheet
to change, and looks the same. Columns that are still empty have their rules, too.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from printgen.content.faces_of_print import generate_wanted_faces
from printgen.layout.compose import Composer
from printgen.layout.paint.greyscale import GREY_CLASS
from printgen.pipeline.faces import build_face_input
from printgen.rules.model import Game, Print
from printgen.rules.values.sizes import Size

_MAX_TRIED_FACES = 40
"""The most cards that are examined in each size except the first."""
_TEXT_TYPES = ("plain", "text", "prose", "image")
"""The types of columns that a new game declares for values on cards."""


def find_sizes_and_used_css(
    composer: Composer, game: Game, print_: Print, sizes: Sequence[Size], css: str
) -> tuple[Sequence[Size], str]:
    """Return the sizes that a new game can offer, and a style sheet for their faces.

    `css` is the style sheet of the faces of `print_`. In the returned style sheet, rules that match
    nothing on faces of the first of `sizes` are left out. Another size is returned only if its
    faces need none of the rules left out.
    """
    first, *others = sizes
    used = {*_list_matching_rules(composer, game, print_, first, css)}
    filled_game = _fill_empty_columns(game)
    used |= {*_list_matching_rules(composer, filled_game, print_, first, css, _MAX_TRIED_FACES)}
    fitting = [
        size
        for size in others
        if used.issuperset(
            _list_matching_rules(composer, game, print_, size, css, _MAX_TRIED_FACES)
        )
    ]
    return (first, *fitting), _filter_rules(css, used)


def _fill_empty_columns(game: Game) -> Game:
    """Return the game with a text on its first card in each text column that is otherwise empty.

    So the rules for these columns are kept too. Rules are found before pictures are read, so the
    text can stand for the name of a picture.
    """
    table = game.table("cards")
    names = [column.name for column in table.columns if column.type in _TEXT_TYPES]
    texts = {name: "1" for name in names if not any(row.cells[name] for row in table.rows)}
    if not texts:
        return game
    row, *others = table.rows
    filled_table = replace(table, rows=(replace(row, cells={**row.cells, **texts}), *others))
    return replace(game, tables={**game.tables, table.id: filled_table})


def _list_matching_rules(
    composer: Composer, game: Game, print_: Print, size: Size, css: str, limit: int | None = None
) -> Iterator[int]:
    """Yield the number of each rule of `css` that matches an element of a face in this size.

    Rules are counted from 0. A number may be yielded several times. At most `limit` faces are
    examined; None means all.
    """
    # Imported late: other new games need no parser.
    import cssselect2
    from lxml import etree

    matcher = cssselect2.Matcher()
    for number, node in enumerate(_parse_style_sheet(css)):
        if node.type == "qualified-rule":
            for selector in cssselect2.compile_selector_list(node.prelude):
                matcher.add_selector(selector, number)
    for wanted in generate_wanted_faces(game, print_, "", None, stop=limit):
        if wanted.place.copy_number < 2:
            template, context = build_face_input(composer, game, print_, wanted, size)
            root = etree.fromstring(composer.render(template, context, wanted.content.title).text)
            root.set("class", f"{root.get('class', '')} {GREY_CLASS}")
            for element in cssselect2.ElementWrapper.from_xml_root(root).iter_subtree():
                yield from (match[3] for match in matcher.match(element))


def _filter_rules(css: str, used: set[int]) -> str:
    """Return a style sheet with only the rules whose index is in `used`.

    The comment above a group of rules is kept with them.
    """
    kept, comment = list[str](), ""
    for number, node in enumerate(_parse_style_sheet(css)):
        if node.type == "comment":
            comment = f"{node.serialize()}\n"
        elif number in used:
            kept.append(f"{comment}{node.serialize()}\n")
            comment = ""
    return "".join(kept)


def _parse_style_sheet(css: str) -> Sequence[Any]:
    import tinycss2

    return tuple(tinycss2.parse_stylesheet(css, skip_whitespace=True))
