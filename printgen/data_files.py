"""Files of YAML next to the code: hints of messages, names of columns, print shops."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def get_yaml_loader() -> type[Any]:
    """Return the loader of YAML for plain data. The one in C is 30 times faster."""
    # Imported late: most commands that only print help read no YAML.
    import yaml

    loader: type[Any] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    return loader


def load_data_file(file: Path) -> Any:
    """Return what a file of YAML contains."""
    import yaml

    return yaml.load(file.read_text("utf-8"), get_yaml_loader())  # noqa: S506 - a safe loader


def read_hints(section: str) -> Mapping[str, str]:
    """Return the hints under the heading `section` of hints.yaml, by the names they are for."""
    return _load_hints()[section]


@cache
def _load_hints() -> Mapping[str, Mapping[str, str]]:
    """Return all hints by section and name. Names with one hint share a line of the file."""
    sections = load_data_file(Path(__file__).with_name("hints.yaml"))
    return {
        section: {name: hint for names, hint in hints.items() for name in names.split(", ")}
        for section, hints in sections.items()
    }
