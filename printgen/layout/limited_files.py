"""Reading of files that templates use, up to a maximum size."""

from pathlib import Path

from printgen.problems import InputError


def read_limited_bytes(path: Path, max_bytes: int) -> bytes:
    """Return the bytes of a file; raise `InputError` if it is too large or cannot be read."""
    try:
        with path.open("rb") as file:
            # One byte more than allowed is read, so that a huge file is never loaded whole.
            data = file.read(max_bytes + 1)
    except OSError as error:
        message = f"{path.name} cannot be read: {error.strerror}"
        raise InputError(message, "check its permissions") from error
    if len(data) > max_bytes:
        raise InputError(f"{path.name} is larger than {max_bytes:,} bytes", "use a smaller one")
    return data


def read_limited_text(path: Path, max_bytes: int) -> str:
    """Return the text of a UTF-8 file; raise `InputError` like `read_limited_bytes`."""
    try:
        return read_limited_bytes(path, max_bytes).decode()
    except UnicodeDecodeError as error:
        message = f"{path.name}: byte {error.start} is not UTF-8"
        raise InputError(message, "save it as UTF-8") from error
