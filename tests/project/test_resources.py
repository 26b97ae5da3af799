"""Templates, fonts and games are found in a checkout and in an installed package alike."""

import shutil
import tomllib
from pathlib import Path

import pytest

from printgen import resources
from printgen.problems import ExitCode, Failure

REPOSITORY = Path(__file__).resolve().parents[2]


@pytest.fixture(params=["checkout", "installed"])
def package(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Path:
    """The package's folder, laid out as a checkout or as the wheel does it."""
    inside = tmp_path / "printgen"
    shutil.copytree(REPOSITORY / "printgen" / "games", inside / "games")
    wheel = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]
    moved = wheel["build"]["targets"]["wheel"]["sources"]
    for name in ("templates", "fonts"):
        target = moved[name] if request.param == "installed" else name
        shutil.copytree(REPOSITORY / name, tmp_path / target)
    monkeypatch.setattr(resources, "_PACKAGE", inside)
    return inside


def test_what_is_bundled_is_found(package: Path) -> None:
    assert (resources.templates_folder() / "macros.html").is_file()
    assert (resources.templates_folder() / "combat-leader" / "card.svg").is_file()
    assert (resources.fonts_folder() / "fonts.css").is_file()
    for name in ("combat-leader", "fistful-of-lead"):
        assert resources.find_game(name) == package / "games" / name


def test_the_wheel_takes_everything_that_is_looked_for() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["only-include"] == ["printgen", "templates", "fonts"]
    assert wheel["sources"] == {"templates": "printgen/templates", "fonts": "printgen/fonts"}


def test_a_folder_is_a_game_by_its_game_yaml(tmp_path: Path) -> None:
    with pytest.raises(Failure) as failure:
        resources.find_game(str(tmp_path))
    assert failure.value.exit_code is ExitCode.USAGE
    (tmp_path / "game.yaml").touch()
    assert resources.find_game(str(tmp_path)) == tmp_path


def test_a_bundled_name_wins_over_a_folder_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "combat-leader").mkdir()
    (tmp_path / "combat-leader" / "game.yaml").touch()
    monkeypatch.chdir(tmp_path)
    bundled = REPOSITORY / "printgen" / "games" / "combat-leader"
    assert resources.find_game("combat-leader") == bundled
    assert resources.find_game("./combat-leader") == Path("combat-leader")


@pytest.mark.parametrize(
    "licence",
    [
        "ArchivoNarrow-OFL.txt",
        "IBMPlexSansCondensed-OFL.txt",
        "Rye-OFL.txt",
        "SairaStencilOne-OFL.txt",
    ],
)
def test_each_font_has_its_licence_beside_it(licence: str) -> None:
    text = (REPOSITORY / "fonts" / licence).read_text("utf-8")
    assert "SIL Open Font License, Version 1.1" in text
    family = licence.removesuffix("-OFL.txt")
    assert list((REPOSITORY / "fonts").glob(f"{family}_*.ttf"))


def test_no_font_is_without_a_licence() -> None:
    licensed = {path.name.removesuffix("-OFL.txt") for path in (REPOSITORY / "fonts").glob("*.txt")}
    assert {
        path.name.partition("_")[0] for path in (REPOSITORY / "fonts").glob("*.ttf")
    } == licensed


def test_the_package_carries_the_licence_of_all_that_it_carries() -> None:
    """Its own, and that of the fonts inside it."""
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["license"] == "MIT AND OFL-1.1"
    carried = {path for glob in project["license-files"] for path in REPOSITORY.glob(glob)}
    assert carried == {REPOSITORY / "LICENSE", *(REPOSITORY / "fonts").glob("*.txt")}
