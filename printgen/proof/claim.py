"""The manifest in the keywords of a PDF.

It only says what the user requested. The values that must be printed come from the game's data.
"""

import msgspec

from printgen.face_checks.seen_face import quote_text
from printgen.manifest import FORM, PrintManifest
from printgen.paper import find_paper
from printgen.problems import Failure
from printgen.proof.findings import fail


def parse_manifest(keywords: str) -> PrintManifest:
    """Return the manifest in a PDF's keywords. Raises `Failure` if it is missing or invalid."""
    try:
        manifest = msgspec.json.decode(keywords.encode(), type=PrintManifest)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        # Damaged keywords of printgen need other advice than the keywords of another program.
        if '"printgen"' in keywords:
            raise fail(f"the keywords of the PDF are invalid: {error}") from None
        hint = "choose a PDF that `printgen build` wrote"
        message = "the PDF has no printgen keywords, so it was not built by printgen"
        raise fail(message, hint) from None
    if manifest.form != FORM:
        raise fail(f"the PDF has label format {manifest.form}; this printgen reads format {FORM}")
    try:
        find_paper(manifest.paper)
    except Failure:
        paper = quote_text(manifest.paper)
        raise fail(f"the PDF has the paper {paper}, which printgen does not know") from None
    return manifest
