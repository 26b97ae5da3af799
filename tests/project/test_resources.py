"""Templates, fonts and games are found in a checkout and in an installed package alike."""

import shutil
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from printgen.problems import ExitCode, Failure
from printgen.system import bundled as resources

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
    for name in ("templates", "fonts", "docs"):
        target = moved[name] if request.param == "installed" else name
        shutil.copytree(REPOSITORY / name, tmp_path / target)
    monkeypatch.setattr(resources, "_PACKAGE", inside)
    return inside


def test_what_is_bundled_is_found(package: Path) -> None:
    assert (resources.get_templates_folder() / "boxes.css").is_file()
    assert (resources.get_templates_folder() / "combat-leader" / "card.html").is_file()
    assert (resources.get_fonts_folder() / "fonts.css").is_file()
    assert (resources.get_docs_folder() / "templates.md").is_file()
    games = ("colonial-siege", "combat-leader", "fistful-of-lead", "horse-and-musket", "true-lead")
    for name in games:
        assert resources.find_game(name) == package / "games" / name


def test_the_wheel_takes_everything_that_is_looked_for() -> None:
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text("utf-8"))
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["only-include"] == ["printgen", "templates", "fonts", "docs"]
    folders = ("templates", "fonts", "docs")
    assert wheel["sources"] == {folder: f"printgen/{folder}" for folder in folders}


def test_each_game_has_a_small_picture_that_the_wheel_takes() -> None:
    """It leaves the large pictures of docs out. Together they are small for a page of games."""
    pictures = {
        path.stem: path for path in (resources.get_docs_folder() / "images").glob("games/*")
    }
    assert sorted(pictures) == [*resources.map_bundled_games()]
    assert sum(path.stat().st_size for path in pictures.values()) < 300_000
    for path in pictures.values():
        with Image.open(path) as picture:
            assert (picture.format, picture.width) == ("WEBP", 400)


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


FAMILIES = (
    "Alegreya AlegreyaSans ArchivoNarrow Besley IBMPlexSansCondensed LeagueGothic LibreCaslonText"
    " NotoEmoji NotoSansSymbols2 RobotoCondensed Rye SairaStencilOne"
)


@pytest.mark.parametrize("family", FAMILIES.split())
def test_each_font_has_its_licence_beside_it(family: str) -> None:
    fonts = REPOSITORY / "fonts"
    text = (fonts / f"{family}-OFL.txt").read_text("utf-8")
    assert "SIL Open Font License, Version 1.1" in text
    assert list(fonts.glob(f"{family}_*.ttf"))


def test_no_other_font_is_bundled() -> None:
    found = {path.name.partition("_")[0] for path in (REPOSITORY / "fonts").glob("*.ttf")}
    assert found == set(FAMILIES.split())
