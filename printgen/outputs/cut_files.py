"""Cut files: the outlines of the pieces on a page, for a cutting machine, as SVG or DXF."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from io import StringIO
from itertools import pairwise, product
from math import inf
from pathlib import Path
from typing import Any

import msgspec
from lxml import etree

from printgen.face.face import Face, Shape
from printgen.face.outlines import (
    flatten_path,
    make_hexagon,
    make_rectangle,
    read_path,
    transform_path,
)
from printgen.geometry import Box, Matrix
from printgen.layout.template.xml import SVG
from printgen.outputs.crops import open_cropper
from printgen.outputs.output import note_old_files, note_skipped_prints
from printgen.paper import Paper
from printgen.pipeline.build import FinishedPrint, MakeFile
from printgen.pipeline.plan import PrintJob
from printgen.press.face_svg import draw_face, make_face_svg
from printgen.problems import Problem, make_error, make_note
from printgen.rules.model import Game
from printgen.rules.values.tuck_box import TuckBox

_HAIRLINE = 0.1
"""Width of the strokes of an SVG file, in mm; machines cut along their middle."""

_QUARTER_CIRCLE_BULGE = 1 - 2**0.5
"""The bulge of a quarter of a circle: tan(90° / 4), negative because clockwise (DXF reference,
LWPOLYLINE, group code 42)."""


class CutFiles(msgspec.Struct, frozen=True):
    """The cut files of a game (`--cut-file`): the outlines of the pieces on each page of fronts.

    - `suffix`: svg or dxf.
    - `inset`: how far the outlines are inside the edges of the pieces, in mm.
    - `cost_in_faces`: how long it takes to make one file, as a number of faces that can be composed
      in that time.
    """

    suffix: str
    inset: float = 0.0
    cost_in_faces: int = 1

    def check_jobs(self, jobs: Sequence[PrintJob]) -> Iterator[Problem]:
        """Yield an error if no print is cut from flat sheets, and a note about skipped prints."""
        backs = [job for job in jobs if job.print.backs_of]
        fronts = [job for job in jobs if not (job.print.is_page or job.print.backs_of)]
        flat = [job for job in fronts if not (job.layout.fold or job.parts)]
        if flat:
            reason = "not cut from flat sheets"
            yield from note_skipped_prints("--cut-file", jobs, flat + backs, reason)
            for id_ in (job.print.id for job in flat if job.print.box_of and self.inset):
                message = f"ignored for the {id_}, whose colour already extends over its cut"
                yield make_note(f"--cut-inset {self.inset:g}", message)
        else:
            hint = "leave it out, or choose another print with --only"
            yield make_error(f"--cut-file {self.suffix}", "no print is cut from flat sheets", hint)

    def plan_files(
        self, game: Game, target: Path, prints: Sequence[FinishedPrint]
    ) -> tuple[Mapping[Path, MakeFile], Sequence[Problem]]:
        """Return the cut files to make, by their paths in the folder `target`, and notes.

        Each file is given as a function that returns its bytes.
        """
        files, notes = dict[Path, MakeFile](), list[Problem]()
        for job, cropper in ((each.job, open_cropper(each)) for each in prints if each.is_front):
            if not (job.layout.fold or job.parts):
                radius = {"box": job.print.radius, "circle": inf}.get(job.outline)
                stem = target / f"{job.name}-cut{f'-inset-{self.inset:g}' * bool(self.inset)}"
                write = partial(make_cut_file, self.suffix, job.layout.page, radius, self.inset)
                if isinstance(job.size, TuckBox):
                    write = partial(make_tuck_box_file, self.suffix, job.layout.page, job.size)
                # With --duplex, each page of fronts is followed by a page of backs.
                pages = cropper.trims[:: 2 if job.layout.duplex else 1]
                for number, trims in enumerate(pages, 1):
                    files[Path(f"{stem}-{number}.{self.suffix}")] = partial(write, trims)
            cut_files = target.glob(f"{job.name}-cut-*.{self.suffix}")
            notes += note_old_files("--cut-file", cut_files, files)
        return files, notes


def make_cut_file(
    suffix: str, page: Paper, radius: float | None, inset: float, trims: Iterable[Box]
) -> bytes:
    """Return the bytes of a cut file in mm with one closed path for each piece.

    Each path is `inset` mm inside its trim. `suffix` is svg or dxf. `radius` is the radius of the
    corners: if it is infinite, pieces are circles; if it is None, they are hexagons.
    """
    if radius is None:
        paths = [make_hexagon(trim, -inset) for trim in trims]
    else:
        boxes, radius = [trim.expand_by(-inset) for trim in trims], max(radius - inset, 0.0)
        paths = [make_rectangle(*box[:2], box.width, box.height, radius, radius) for box in boxes]
    if suffix == "dxf":
        return _make_dxf({"0": paths}, page.height)
    shapes = tuple(Shape(path, None, (0, 0, 0), _HAIRLINE) for path in paths)
    return make_face_svg(Face("", page.width, page.height, shapes), Path())


def make_tuck_box_file(suffix: str, page: Paper, net: TuckBox, trims: Iterable[Box]) -> bytes:
    """Return the bytes of a cut file in mm with two layers: the cuts and folds of tuck boxes.

    `trims` are the places of the boxes on the page. `suffix` is svg or dxf.
    """
    folds = " ".join(f"M{left} {top}L{right} {low}" for left, top, right, low in net.folds)
    layers: dict[str, list[Sequence[Any]]] = {"cut": [], "fold": []}
    for layer, trim in product(layers, trims):
        path = read_path(net.cut if layer == "cut" else folds)
        placed_path = transform_path(path, Matrix(e=trim.left, f=trim.top))
        layers[layer] += _split_into_polylines(placed_path)
    if suffix == "dxf":
        return _make_dxf(layers, page.height)
    root = draw_face(Face("", page.width, page.height, ()))
    for layer, paths in layers.items():
        # Programs of machines tell layers apart by their groups or by their colours.
        ink = (0, 0, 0) if layer == "cut" else (0, 0, 255)
        shapes = tuple(Shape(tuple(path), None, ink, _HAIRLINE) for path in paths)
        drawing = draw_face(Face("", page.width, page.height, shapes))
        group = etree.SubElement(root, f"{SVG}g", id=layer)
        group.extend(drawing.findall(f"{SVG}path"))
    return bytes(etree.tostring(root, encoding="utf-8", xml_declaration=True))


def _split_into_polylines(path: Sequence[Any]) -> Iterator[Sequence[Any]]:
    """Yield each connected part of a path, with straight lines in place of curves."""
    for ring in flatten_path(tuple(path)):
        is_closed = ring[0] == ring[-1]
        start, *points = ring[:-1] if is_closed else ring
        yield ("M", *start), *(("L", *point) for point in points), *[("Z",)] * is_closed


def _make_dxf(layers: Mapping[str, Iterable[Sequence[Any]]], height: float) -> bytes:
    """Return the bytes of a DXF file with the paths of each layer as LWPOLYLINE entities.

    `height` is the height of the page in mm. It is needed because y points upwards in DXF.
    """
    ezdxf = import_module("ezdxf")  # an optional package
    # Otherwise a file has the time of its creation and random identifiers.
    ezdxf.options.write_fixed_meta_data_for_testing = True
    document, stream = ezdxf.new("R2000", units=ezdxf.units.MM), StringIO()
    for layer, path in ((name, path) for name, paths in layers.items() for path in paths):
        is_closed = path[-1][0] == "Z"
        # Edges without a length, and the corner where a path ends, are left out.
        bulges: dict[tuple[float, float], float] = {}
        for (*_, x, y), following in pairwise((*path, *[("Z",)] * (not is_closed))):
            corner = round(x, 4), round(height - y, 4)
            bulge = _QUARTER_CIRCLE_BULGE if following[0] == "C" else bulges.get(corner, 0.0)
            bulges[corner] = bulge
        vertices = [(*corner, bulge) for corner, bulge in bulges.items()]
        on_layer = {"layer": layer}
        document.modelspace().add_lwpolyline(vertices, "xyb", close=is_closed, dxfattribs=on_layer)
    document.write(stream)
    return stream.getvalue().encode()
