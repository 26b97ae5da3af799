"""requirements.lock has a version of everything that pyproject.toml asks for, and no address."""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

REPOSITORY = Path(__file__).resolve().parents[2]
LOCK = (REPOSITORY / "requirements.lock").read_text("utf-8")
PROJECT = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
DEPENDENCIES = PROJECT["project"]["dependencies"]
EXTRAS = PROJECT["project"]["optional-dependencies"]


def test_the_lock_has_a_version_that_each_bound_allows() -> None:
    """If it has not, `make lock` was forgotten after a change of pyproject.toml."""
    locked = {}
    for line in re.findall(r"^(\w\S*==.*?) ?\\$", LOCK, re.M):
        requirement = Requirement(line)
        if requirement.marker is None or requirement.marker.evaluate():
            locked[canonicalize_name(requirement.name)] = requirement.specifier
    for line in (*DEPENDENCIES, *EXTRAS["dev"]):
        bound = Requirement(line)
        if bound.marker is None or bound.marker.evaluate():
            (pin,) = locked[canonicalize_name(bound.name)]
            assert bound.specifier.contains(pin.version), line


def test_the_lock_names_no_server_and_no_folder() -> None:
    """Whoever installs by it takes the packages from their own registry, and tests their hashes."""
    package, hash_ = r"\w\S*==\S+( ; [^\\]+)? \\", r"    --hash=sha256:[0-9a-f]{64}( \\)?"
    known = re.compile(f"{package}|{hash_}| *#[^/]*")
    assert [line for line in LOCK.splitlines() if not known.fullmatch(line)] == []


def test_the_development_tools_include_what_builds_the_wheel() -> None:
    """The lock is made from the extra, and the editable install takes hatchling from it."""
    assert set(PROJECT["build-system"]["requires"]) <= set(EXTRAS["dev"])


def test_the_other_extras_have_the_bounds_that_are_tested() -> None:
    assert {*EXTRAS["dask"], *EXTRAS["dxf"]} <= set(EXTRAS["dev"])
