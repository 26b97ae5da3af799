"""Turn the keywords of a PDF into what it says that it is.

What must be printed comes from the rules; this only says which of it was asked for.
"""

import msgspec

from printgen.manifest import FORM, Claim
from printgen.proof.findings import failed


def read_claim(keywords: str) -> Claim:
    """The claim in a PDF's keywords. Raises `Failure` where there is none that can be read."""
    try:
        claim = msgspec.json.decode(keywords.encode(), type=Claim)
    except (msgspec.DecodeError, UnicodeEncodeError) as error:
        if '"printgen"' in keywords:
            raise failed(f"what the PDF says of itself cannot be read: {error}") from None
        hint = "name a PDF that `printgen build` wrote"
        message = "the PDF does not say what it is, so it is no print of printgen's"
        raise failed(message, hint) from None
    if claim.form != FORM:
        raise failed(f"the print is of the form {claim.form}, this printgen reads {FORM}")
    return claim
