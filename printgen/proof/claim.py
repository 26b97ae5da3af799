"""Turn the keywords of a PDF into what it says that it is.

What must be printed comes from the rules; this only says which of it was asked for.
"""

import msgspec

from printgen.manifest import FORM, PrintManifest
from printgen.proof.findings import fail


def parse_manifest(keywords: str) -> PrintManifest:
    """The claim in a PDF's keywords. Raises `Failure` where there is none that can be read."""
    try:
        manifest = msgspec.json.decode(keywords.encode(), type=PrintManifest)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        if '"printgen"' in keywords:
            raise fail(f"what the PDF says of itself cannot be read: {error}") from None
        hint = "name a PDF that `printgen build` wrote"
        message = "the PDF does not say what it is, so it is no print of printgen's"
        raise fail(message, hint) from None
    if manifest.form != FORM:
        raise fail(f"the print is of the form {manifest.form}, this printgen reads {FORM}")
    return manifest
