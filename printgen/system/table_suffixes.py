"""Suffixes of the files that can contain tables."""

DELIMITED_SUFFIXES = (".csv", ".tsv")
WORKBOOK_SUFFIXES = (".xlsx", ".ods")
YAML_SUFFIXES = (".yaml", ".yml")
"""Suffixes of data files for a deck. In a game's folder they belong to game files."""
RECORD_SUFFIXES = (".json", *YAML_SUFFIXES)
"""Suffixes of files in which each cell has the name of its column."""
SHEET_SUFFIXES = (*WORKBOOK_SUFFIXES, *RECORD_SUFFIXES)
"""Suffixes of files with several sheets, or several lists of records, which have names too."""
SUFFIXES = (*DELIMITED_SUFFIXES, ".json", *WORKBOOK_SUFFIXES)
"""Suffixes of files that can list the rows of a game or a deck."""
TABLE_SUFFIXES = (*SUFFIXES, *YAML_SUFFIXES, ".md", ".markdown", ".txt", ".html", ".htm")
"""Suffixes of all files whose tables can be read."""
OLD_WORKBOOK_SUFFIX = ".xls"
"""The suffix of workbooks that cannot be read, which a message says."""
