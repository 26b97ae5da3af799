# ruff: noqa: E501 - templates read better on one line
"""Merging: what a template may do, and what a stranger's template may not."""

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from printgen.layout.templates import MAX_MERGED, Templates
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
    return Templates((folder,)).render("t.svg", context).text


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
    "template",
    [
        "{% macro m() %}{{ m() }}{{ m() }}{% endmacro %}{{ m() }}",
        "{% macro m(n) %}{% if n %}{{ m(n - 1) }}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(60) }}",
        "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}",
        "{% for a in 'x' * 9999 %}{% for b in 'x' * 9999 %}{% endfor %}{% endfor %}",
        "{% set n = namespace(s='xx') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
        "{% set n = namespace(s='xx') %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s=[1]) %}{% for i in range(60) %}{% set n.s = n.s + n.s %}{% endfor %}",
        "{% set n = namespace(s=9) %}{% for i in range(60) %}{% set n.s = n.s * n.s %}{% endfor %}",
        "{% set n = namespace(s='x') %}{% for i in range(40000) %}{% set n.s = n.s ~ 'xxx' %}{% endfor %}",
        "{{ ['x' * 200000] * 200000 }}",
        "{{ (['x' * 2000] * 2000) | join }}",
        "{{ ['x' * 200000] * 200000 ~ 'x' }}",
        "{{ (['x' * 200000] * 200000) | upper }}",
        "{{ [['x' * 200000] * 200000] | join }}",
        "{{ '%s' % (['x' * 200000] * 200000,) }}",
        "{{ '%s' | format(['x' * 200000] * 200000) }}",
        "{{ 'a' | replace('a', ['x' * 200000] * 200000) }}",
        "{% set n = namespace(a=[1]) %}{% for i in range(60) %}{% set n.a = [n.a, n.a] %}{% endfor %}{{ n.a == n.a }}",
        "{{ '%*d' | format(999999999, 1) }}",
        "{{ '%.999999999f' | format(1) }}",
        "{{ '%999999999s' % 'x' }}",
        "{{ 'x' | replace('', 'x' * 99999) | replace('x', 'x' * 99999) }}",
        "{{ 99 ** 99 ** 99 }}",
        "{% include 't.svg' %}{% include 't.svg' %}",
        "{{ 'x'.join(['a']) }}{{ 'x'.zfill(999999999) }}",
        "{{ [1] | slice(999999999) | list }}",
        "{{ 'x' | center(999999999) }}",
        "{{ 'x' | indent(999999999) }}",
        "{% for i in range(40000) %}" + "x" * 100 + "{% endfor %}",
    ],
)
def test_every_template_ends(template: str, tmp_path: Path) -> None:
    """However it tries to grow: by loops, calls, includes, texts, lists or numbers."""
    assert "t.svg" in refuse(tmp_path, template)


def test_a_large_honest_page_is_merged(tmp_path: Path) -> None:
    """The bounds leave room: 2,000 rows, each by a macro."""
    text = (
        "{% macro row(n) %}<tr><td>{{ n }}</td><td>{{ 'row ' ~ n }}</td></tr>{% endmacro %}"
        "{% for n in range(2000) %}{{ row(n) }}{% endfor %}"
    )
    merged = merge(tmp_path, text)
    assert merged.count("<tr>") == 2000
    assert len(merged) < MAX_MERGED


def test_the_budget_is_each_faces_own(tmp_path: Path) -> None:
    """A deck may be as long as it likes."""
    (tmp_path / "t.svg").write_text("{% for n in range(9000) %}{% endfor %}x")
    templates = Templates((tmp_path,))
    assert {templates.render("t.svg", {}).text for _ in range(20)} == {"x"}


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.text(alphabet="{}%#|~.'\" abcfor in ifset()[]0123*+", max_size=60))
def test_any_text_merges_or_is_refused(
    tmp_path_factory: pytest.TempPathFactory, a: str, b: str
) -> None:
    """Never with a traceback, whatever stands in the file."""
    folder = tmp_path_factory.mktemp("t")
    for text in (a, b, "{{ " + b + " }}", "{% " + b + " %}"):
        (folder / "t.svg").write_bytes(text.encode("utf-8", "surrogatepass"))
        with suppress(Failure):
            Templates((folder,)).render("t.svg", {"a": 1, "b": "x", "c": [1, 2]})
