"""Turn the form fields of a page into what differs from those that the rules want.

What was typed into them is the user's and is never judged.
"""

from collections.abc import Iterator, Mapping

from printgen.content.model import Content
from printgen.problems import Problem
from printgen.proof.finding import fault
from printgen.proof.geometry import Box
from printgen.proof.match import NEAR, FoundFace
from printgen.proof.read import Widget


def by_name(widgets: tuple[Widget, ...]) -> dict[str, list[Widget]]:
    """The form fields of a page by their full names."""
    named: dict[str, list[Widget]] = {}
    for widget in widgets:
        named.setdefault(widget.name, []).append(widget)
    return named


def compare_inputs(
    face: FoundFace, content: Content, widgets: dict[str, list[Widget]]
) -> Iterator[Problem]:
    """What differs between a face's form fields and its content's; takes its own from `widgets`."""
    slots = {slot.name: slot for slot in face.slots.inputs}
    for name in slots.keys() - content.inputs.keys():
        yield fault(f"{content.title}, {name}", "a form field; the rules have none here")
    for name, kind in content.inputs.items():
        subject = f"{content.title}, {name}"
        found = widgets.pop(f"{face.slots.face}.{name}", [])
        slot = slots.get(name)
        if slot is None or not found:
            yield fault(subject, "the form field is missing; the rules want it")
            continue
        if len(found) > 1:
            yield fault(subject, f"there are {len(found)} form fields of this name")
        left, top = face.slots.x + slot.x, face.slots.y + slot.y
        place = Box(left, top, left + slot.width, top + slot.height)
        yield from _compare(found[0], kind, place, face.box, subject)


def left_over(widgets: Mapping[str, list[Widget]], page: int) -> Iterator[Problem]:
    """The form fields that belong to no face."""
    for name in widgets:
        yield fault(f"page {page}, form field {name}", "it belongs to no face of the rules")


def _compare(widget: Widget, kind: str, place: Box, trim: Box, subject: str) -> Iterator[Problem]:
    if widget.kind != kind:
        yield fault(subject, f"the form field is of the kind {widget.kind}; the rules say {kind}")
    if any(abs(a - b) > NEAR for a, b in zip(widget.box, place, strict=True)):
        yield fault(
            subject,
            f"the form field stands at {widget.box.left:.1f}, {widget.box.top:.1f} mm;"
            f" it was set at {place.left:.1f}, {place.top:.1f} mm",
        )
    if not trim.holds(widget.box, 0.01):
        yield fault(subject, "the form field runs over the edge of its face")
    for what in widget.faults:
        yield fault(subject, f"the form field {what}")
