"""JUnit XML of `printgen check --format junit`, which continuous integration servers show."""

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from printgen.cli.check_report import CellIndex, CheckedSource
from printgen.problems import Place, Problem, Severity, get_cause
from printgen.system import terminal

_TAGS = {
    Severity.ERROR: "failure",
    Severity.UNVERIFIED: "skipped",
    Severity.NOTE: "system-out",
}


def format_junit(sources: Iterable[CheckedSource]) -> str:
    """Return a test suite for each file, with a test case for each table and each check."""
    root = Element("testsuites", name="printgen check")
    suites = dict[str, Element]()
    for source in sources:
        names = {table.headings[0].place: table.title or "table" for table in source.list_tables()}
        names |= (
            {check.place: check.question for check in source.game.checks} if source.game else {}
        )
        for place, problems in _group_problems(source, names).items():
            file = terminal.make_printable(place.file or source.name).partition(", sheet ")[0]
            suite = suites.setdefault(file, Element("testsuite", name=file))
            name = names.get(place) or problems[0].message
            case = SubElement(suite, "testcase", classname=file, name=name, file=file)
            case.set("line", str(place.line))
            for severity, tag in _TAGS.items():
                texts = [str(item) for item in problems if item.severity is severity]
                if texts and (not len(case) or severity is Severity.NOTE):
                    first = next(item for item in problems if item.severity is severity)
                    attributes = {"message": first.message} if tag != "system-out" else {}
                    SubElement(case, tag, attributes).text = "\n".join(texts)
    for suite in suites.values():
        for name, tag in (("tests", "testcase"), ("failures", "failure"), ("skipped", "skipped")):
            suite.set(name, str(len(suite.findall(f".//{tag}"))))
        root.append(suite)
    indent(root, " ")
    text = f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, "unicode")}'
    return terminal.replace_controls(text).encode("utf-8", "replace").decode()


def _group_problems(
    source: CheckedSource, names: Mapping[Place, str]
) -> Mapping[Place, Sequence[Problem]]:
    """Return the problems by the place of their check or table, or else by their own place."""
    index = CellIndex(source.list_tables())
    cases = {place: list[Problem]() for place in names}
    for problem in source.problems:
        where = get_cause(problem).where
        cell = None if where in names else index.find_cell(problem.where)
        place = index.tables[cell].headings[0].place if cell else where
        cases.setdefault(place, []).append(problem)
    return cases
