"""Turn a page round by half a turn, or move what is on it: backs, for a flip or a printer's shift.

All of a page goes along: faces, marks, margin, boxes. It decides nothing about where backs belong.
"""

from dataclasses import replace

from printgen.layout.face import Segment, Shape
from printgen.layout.geometry import Rect
from printgen.press.page import Page


def rotate_page(page: Page) -> Page:
    """The page upside down: the back of a sheet that is flipped on its other edge."""
    return _transform_page(page, -1, page.width, page.height)


def move_page(page: Page, right: float, down: float) -> Page:
    """The page with all on it moved by so many mm."""
    return _transform_page(page, 1, right, down)


def _transform_page(page: Page, sign: int, right: float, down: float) -> Page:
    """The page with each point at `sign` times its place, moved."""

    def map_box(rect: Rect) -> Rect:
        width, height = rect.width, rect.height
        x, y = (rect.x, rect.y) if sign > 0 else (rect.x + width, rect.y + height)
        return Rect(sign * x + right, sign * y + down, width, height)

    def transform_shape(shape: Shape) -> Shape:
        return replace(shape, path=tuple(map(transform_segment, shape.path)))

    def transform_segment(segment: Segment) -> Segment:
        offsets = (0.0, right, down, right, down, right, down)
        pairs = zip(segment, offsets, strict=False)
        return tuple(x if isinstance(x, str) else sign * x + offset for x, offset in pairs)  # type: ignore[return-value] # as long as it was

    # A face that is a page by itself is cut at the page's edge, wherever it is moved.
    is_page = page.trim == Rect(0.0, 0.0, page.width, page.height)
    places = (
        replace(place, x=new_box.x, y=new_box.y, turned=place.turned != (sign < 0))
        for place in page.placements
        for new_box in (map_box(Rect(place.x, place.y, place.face.width, place.face.height)),)
    )
    margin = (
        replace(
            run, x=sign * run.x + right, y=sign * run.y + down, angle=run.angle + 180 * (sign < 0)
        )
        for run in page.margin
    )
    return replace(
        page,
        trim=page.trim if is_page else map_box(page.trim),
        bleed=page.bleed if is_page else map_box(page.bleed),
        placements=tuple(places),
        crop_marks=tuple(map(transform_shape, page.crop_marks)),
        margin=tuple(margin),
        bar=tuple(map(transform_shape, page.bar)),
    )
