"""Rotation of a page by 180 degrees, and shifts of its contents, both needed for backs.

Faces, marks, margin and boxes are all transformed.
"""

from dataclasses import replace

from printgen.layout.face import Segment, Shape
from printgen.layout.geometry import Rect
from printgen.press.page import Page


def rotate_page(page: Page) -> Page:
    """Return the page upside down, for a sheet that is flipped on its other edge."""
    return _transform_page(page, -1, page.width, page.height)


def move_page(page: Page, right: float, down: float) -> Page:
    """Return the page with its contents moved, in mm."""
    return _transform_page(page, 1, right, down)


def _transform_page(page: Page, sign: int, right: float, down: float) -> Page:
    """Return the page with each point (x, y) mapped to (sign * x + right, sign * y + down)."""

    def map_box(rect: Rect) -> Rect:
        width, height = rect.width, rect.height
        x, y = (rect.x, rect.y) if sign > 0 else (rect.x + width, rect.y + height)
        return Rect(sign * x + right, sign * y + down, width, height)

    def transform_shape(shape: Shape) -> Shape:
        return replace(shape, path=tuple(map(transform_segment, shape.path)))

    def transform_segment(segment: Segment) -> Segment:
        offsets = (0.0, right, down, right, down, right, down)
        pairs = zip(segment, offsets, strict=False)
        return tuple(x if isinstance(x, str) else sign * x + offset for x, offset in pairs)  # type: ignore[return-value]

    # A face that fills its page is trimmed at the page's edge, so its boxes do not move.
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
