"""Suffixes of the files that can contain tables, pictures and fonts."""

DELIMITED_SUFFIXES = (".csv", ".tsv")
WORKBOOK_SUFFIXES = (".xlsx", ".ods")
YAML_SUFFIXES = (".yaml", ".yml")
"""Suffixes of data files for a deck. In a game's folder they belong to game files."""
RECORD_SUFFIXES = (".json", *YAML_SUFFIXES)
"""Suffixes of files in which each cell has the name of its column."""
SHEET_SUFFIXES = (*WORKBOOK_SUFFIXES, *RECORD_SUFFIXES)
"""Suffixes of files with several sheets, or several lists of records, which have names too."""
ROW_SUFFIXES = (*DELIMITED_SUFFIXES, ".json", *WORKBOOK_SUFFIXES)
"""Suffixes of files that can list the rows of a game or a deck."""
MARKDOWN_SUFFIXES, HTML_SUFFIXES = (".md", ".markdown"), (".html", ".htm")
TABLE_SUFFIXES = (*ROW_SUFFIXES, *YAML_SUFFIXES, *MARKDOWN_SUFFIXES, ".txt", *HTML_SUFFIXES)
"""Suffixes of all files whose tables can be read."""
OLD_WORKBOOK_SUFFIX = ".xls"
"""The suffix of workbooks that cannot be read, which a message says."""
PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".gif", ".svg")
FONT_SUFFIXES = (".ttf", ".otf", ".ttc", ".otc", ".woff", ".woff2")
