"""Functions of pdfium, under their own names, with plain integers as their pointers.

Pages have hundreds of objects, and calls are faster if ctypes converts no pointers. Arguments are
the addresses of objects, and of ctypes arrays that pdfium writes its results into.
"""

import ctypes
from typing import Any

import pypdfium2.raw as pdfium

_POINTER_TYPE = ctypes.c_void_p


def __getattr__(name: str) -> Any:
    """Return the pdfium function of that name, and store it in this module for later uses."""
    function = getattr(pdfium, name)
    types = (_POINTER_TYPE if hasattr(kind, "contents") else kind for kind in function.argtypes)
    result = _POINTER_TYPE if hasattr(function.restype, "contents") else function.restype
    # Calls are short, and pdfium has one thread: keeping the GIL costs less than releasing it.
    call = globals()[name] = ctypes.PYFUNCTYPE(result, *types)(get_address(function))
    return call


def get_address(pointer: Any) -> int:
    """Return the address that a ctypes pointer points to; 0 for a null pointer."""
    return ctypes.cast(pointer, _POINTER_TYPE).value or 0


def list_addresses(array: Any) -> tuple[int, ...]:
    """Return the address of each item of a ctypes array."""
    first, size = ctypes.addressof(array), ctypes.sizeof(array)
    return tuple(range(first, first + size, size // len(array)))
