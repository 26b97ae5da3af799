"""Moving of items by a matrix, and their bounding boxes."""

from dataclasses import replace

from printgen.layout.face import FormField, Item, PlacedImage, PlacedMark, Shape, TextRun
from printgen.layout.geometry import MM_PER_POINT, Matrix, Rect, enclose_points, make_rotation
from printgen.layout.svg_geometry import find_path_bounds, transform_path

ASCENT_RATIO, DESCENT_RATIO = 0.75, 0.25
"""Share of the font size above and below the baseline in the bounding box of any text."""


def move_item(item: Item, matrix: Matrix) -> Item:
    """Return an item transformed by `matrix`.

    The matrix must scale evenly. For pictures and form fields it must not rotate either.
    """
    if isinstance(item, Shape):
        return replace(
            item,
            path=transform_path(item.path, matrix),
            stroke_width=item.stroke_width * matrix.scale,
        )
    if isinstance(item, PlacedMark):
        return replace(item, matrix=matrix @ item.matrix)
    x, y = matrix.transform_point(item.x, item.y)
    scale = matrix.scale
    if isinstance(item, TextRun):
        return replace(
            item,
            x=x,
            y=y,
            size=item.size * scale,
            width=item.width * scale,
            tracking=item.tracking * scale,
            # Normalised to the range -180 (exclusive) to 180 (inclusive).
            angle=180 - (180 - item.angle - matrix.angle) % 360,
        )
    item = replace(item, x=x, y=y, width=item.width * scale, height=item.height * scale)
    return replace(item, size=item.size * scale) if isinstance(item, FormField) else item


def prefix_field_name(name: str, item: Item) -> Item:
    """Return an item with `name.` in front of the name of its field."""
    if isinstance(item, FormField):
        return replace(item, name=f"{name}.{item.name}")
    if isinstance(item, (TextRun, PlacedMark)) and item.field is not None:
        return replace(item, field=f"{name}.{item.field}")
    return item


def find_item_bounds(item: Item) -> Rect:
    """Return the bounding box of an item: text by advance and size, shapes with stroke."""
    if isinstance(item, Shape):
        # A stroke is centred on its path. Points of miter joins may extend farther.
        box, half = find_path_bounds(item.path), item.stroke_width / 2
        return Rect(box.x - half, box.y - half, box.width + 2 * half, box.height + 2 * half)
    if isinstance(item, TextRun):
        return _find_text_bounds(item)
    if isinstance(item, PlacedMark):
        return item.bounding_box
    assert isinstance(item, (PlacedImage, FormField))  # noqa: S101 - the only types left
    return Rect(item.x, item.y, item.width, item.height)


def _find_text_bounds(run: TextRun) -> Rect:
    size = run.size * MM_PER_POINT
    above, below = ASCENT_RATIO * size, DESCENT_RATIO * size
    if run.angle == 0:
        return Rect(run.x, run.y - above, run.width, above + below)
    rotation = make_rotation(run.angle, run.x, run.y)
    xs, ys = (run.x, run.x + run.width), (run.y - above, run.y + below)
    corners = [rotation.transform_point(x, y) for x in xs for y in ys]
    return enclose_points(*zip(*corners, strict=True))
