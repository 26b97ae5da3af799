# ruff: noqa: E501 - templates read better on one line
"""Merging: what a template may do, and what a stranger's template may not."""

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import FileSystemBytecodeCache

from printgen.layout.template.render import MAX_MERGED_LENGTH, TemplateRenderer
from printgen.problems import ExitCode, Failure


@dataclass(frozen=True, slots=True)
class Card:
    """A record as templates see it."""

    rank: str
    bands: tuple[int, ...] = (1, 2)

    def shifted(self, by: int) -> "Card":
        """A method of a record."""
        return Card(self.rank, tuple(band + by for band in self.bands))


def merge(folder: Path, text: str, **context: object) -> str:
    """The merged text of one template."""
    (folder / "t.svg").write_text(text, "utf-8", newline="")
    return TemplateRenderer((folder,)).render("t.svg", context).text


def refuse(folder: Path, text: str, **context: object) -> str:
    """What the refusal of one template says."""
    with pytest.raises(Failure) as caught:
        merge(folder, text, **context)
    assert caught.value.exit_code == ExitCode.RULES
    return str(caught.value)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ card.rank }} {{ card['rank'] }} {{ say.a }} {{ say['b.c'] }}", "K K 1 2"),
        ("{{ card.shifted(3).bands | join(',') }}", "4,5"),
        (
            "{% for b in card.bands %}{{ loop.index }}{{ b }}{{ loop.last }} {% endfor %}",
            "11False 22True ",
        ),
        ("{% for b in card.bands | select('odd') %}{{ loop.length }}{% endfor %}", "1"),
        ("{% for n in range(99) %}{{ '' }}{{ '' }}{% endfor %}x", "x"),
        ("{{ 'a' ~ 1 ~ '<' }}", "a1&lt;"),
        ("{{ 1.5 * 2 + 7 // 2 - 7 % 4 + 2 ** 3 }}", "11.0"),
        ("{{ '%02d' | format(7) }} {{ '%.1f' % 1.25 }}", "07 1.2"),
        ("{{ 'a-b'.split('-')[1].upper() }} {{ 'abc' | replace('b', '<') }}", "B a&lt;c"),
        (
            "{{ card.rank is defined }} {{ nothing is defined }} {{ nothing | default(3) }}",
            "True False 3",
        ),
        ("{% macro m(a, b=2) %}<g>{{ a }}{{ b }}</g>{% endmacro %}{{ m('<') }}", "<g>&lt;2</g>"),
        (
            "{% macro m() %}<g>{{ caller() }}</g>{% endmacro %}{% call m() %}x{% endcall %}",
            "<g>x</g>",
        ),
        (
            "{% set n = namespace(i=0) %}{% for b in [1, 2] %}{% set n.i = n.i + b %}{% endfor %}{{ n.i }}",
            "3",
        ),
        ("{# gone #}{% if true %}\n  x\n{% endif %}\n", "  x\n"),
        ("{{ [3, 1, 2] | sort | map(attribute='real') | list | last }}", "3"),
        (
            "{{ range(3) | list | join }} {{ card.bands == (1, 2) }} {{ 1 in [1, 2] }}",
            "012 True True",
        ),
    ],
)
def test_the_language(template: str, text: str, tmp_path: Path) -> None:
    """Jinja2 as its own pages have it, always escaped."""
    assert merge(tmp_path, template, card=Card("K"), say={"a": "1", "b.c": "2"}) == text


@pytest.mark.parametrize(
    "template",
    [
        "{{ card.__class__ }}",
        "{{ card['__class__'] }}",
        "{{ card | attr('__class__') }}",
        "{{ [card] | map(attribute='__class__') | list }}",
        "{{ card.shifted.__globals__ }}",
        "{{ card.shifted.__func__ }}",
        "{{ ''.__class__.__mro__[1].__subclasses__() }}",
        "{{ '{0.__class__}'.format(card) }}",
        "{{ '%(x)s'.__mod__ }}",
        "{{ say.update({'a': 2}) }}",
        "{{ [1].append(2) }}",
        "{{ self.__init__ }}",
        "{{ cycler.__init__.__globals__.os }}",
        "{{ lipsum.__globals__ }}",
        "{{ get_flashed_messages() }}",
        "{{ namespace.__init__ }}",
        "{{ (card.bands | batch(1)).gi_frame }}",
        "{% include '/etc/passwd' %}",
        "{% include 'sub/../../secret' %}",
        "{% include '..\\\\secret' %}",
        "{% import 'os' as os %}",
        "{% extends '/etc/passwd' %}",
        "{% include ['\\0'] %}",
        "{% include '' %}",
        "{% import_python os %}",
    ],
)
def test_there_is_no_way_out_of_the_sandbox(template: str, tmp_path: Path) -> None:
    """Neither to Python's insides nor to files; data cannot be changed."""
    (tmp_path / "secret").write_text("secret")
    (tmp_path / "templates").mkdir()
    say = {"a": "1"}
    said = refuse(tmp_path / "templates", template, card=Card("K"), say=say)
    assert "t.svg" in said
    assert say == {"a": "1"}


@pytest.mark.parametrize(
    ("call", "place", "meant"),
    [
        ("\n{{ m.line(card.rnak) }}", "t.svg:3", "rank"),
        ("{{ m.deep(card) }}", "m.html:3", "rank"),
        ("{{ m.lien(card) }}", "t.svg:2", "line"),
    ],
)
def test_a_misspelt_name_is_told_where_it_is_written(
    call: str, place: str, meant: str, tmp_path: Path
) -> None:
    """Wherever a macro prints it."""
    (tmp_path / "m.html").write_text(
        "\n{% macro line(label) %}<i>{{ label }}</i>{% endmacro %}"
        "{% macro deep(card) %}\n{{ card.rnak }}{% endmacro %}"
    )
    said = refuse(tmp_path, f'{{% import "m.html" as m %}}\n{call}', card=Card("K"))
    assert said.startswith(f"{tmp_path}/{place}: error: it has no attribute ")
    assert f"\n  did you mean {meant}? " in said


def test_what_prints_without_end_is_stopped(tmp_path: Path) -> None:
    """Sooner than by the system, and by the template's name."""
    text = "{% for a in range(9999) %}{% for b in range(9999) %}xxxx{% endfor %}{% endfor %}"
    assert "t.svg: error: prints more than 2,097,152 characters" in refuse(tmp_path, text)


@pytest.mark.slow
@pytest.mark.parametrize("thing", ["[card]", "say", "card", "card.bands", "card.shifted"])
def test_what_is_no_text_is_not_printed(thing: str, tmp_path: Path) -> None:
    """A list or a record printed by mistake would show as Python writes it."""
    said = refuse(tmp_path, f"\n{{{{ {thing} }}}}", card=Card("K"), say={"a": "1"})
    assert "t.svg:2: error: prints " in said
    assert "print its values one by one" in said


@pytest.mark.parametrize("thing", ["row.bonus", "none", "row.bonus if row", "m(row)"])
def test_an_empty_cell_is_not_printed_as_a_word(thing: str, tmp_path: Path) -> None:
    """Python's word for nothing would stand on the card; what is asked first is printed or not."""
    macro = "{% macro m(row) %}{{ row.bonus }}{% endmacro %}"
    said = refuse(tmp_path, f"{macro}\n{{{{ {thing} }}}}", row={"bonus": None})
    assert re.search(r"t\.svg:[12]: error: prints no value, for example an empty cell\n", said)
    assert "{% if … %}" in said
    asked = "{% if row.bonus %}{{ row.bonus }}{% endif %}{{ row.bonus or '–' }}"
    assert merge(tmp_path, asked, row={"bonus": None}) == "–"


def test_a_large_honest_page_is_merged(tmp_path: Path) -> None:
    """The bound leaves room: 2,000 rows, each by a macro."""
    text = (
        "{% macro row(n) %}<tr><td>{{ n }}</td><td>{{ 'row ' ~ n }}</td></tr>{% endmacro %}"
        "{% for n in range(2000) %}{{ row(n) }}{% endfor %}"
    )
    merged = merge(tmp_path, text)
    assert merged.count("<tr>") == 2000
    assert len(merged) < MAX_MERGED_LENGTH


@given(st.text(max_size=60), st.text(alphabet="{}%#|~.'\" abcfor in ifset()[]0123+", max_size=60))
def test_any_text_merges_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, a: str, b: str
) -> None:
    """Never with a traceback, whatever stands in the file."""
    folder = tmp_path_factory.mktemp("t")
    for text in (a, b, "{{ " + b + " }}", "{% " + b + " %}"):
        (folder / "t.svg").write_bytes(text.encode("utf-8", "surrogatepass"))
        with suppress(Failure):
            TemplateRenderer((folder,)).render("t.svg", {"a": 1, "b": "x", "c": [1, 2]})


@pytest.mark.slow
@pytest.mark.parametrize("damage", ["cut short", "none that can be written"])
def test_a_damaged_cache_of_templates_is_thrown_away(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FileSystemBytecodeCache, "_get_default_cache_dir", lambda _: str(tmp_path))
    (tmp_path / "t").mkdir()
    assert merge(tmp_path / "t", "a{{ 1 }}") == "a1"
    (kept,) = tmp_path.glob("*.cache")
    whole = kept.read_bytes()
    if damage == "cut short":
        for length in range(len(whole)):
            kept.write_bytes(whole[:length])
            assert merge(tmp_path / "t", "a{{ 1 }}") == "a1"
            assert kept.read_bytes() == whole
    else:
        kept.unlink()
        monkeypatch.setattr(
            FileSystemBytecodeCache, "_get_cache_filename", lambda *_: str(tmp_path / "no" / "x")
        )
        assert merge(tmp_path / "t", "a{{ 1 }}") == "a1"
