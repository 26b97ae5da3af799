"""Every cell of 260 workbooks is what LibreOffice shows, or an error that names it."""

import csv
import tarfile
from pathlib import Path

import pytest

from printgen.problems import Place
from printgen.rules.formats import read_tables
from printgen.rules.problem_log import Log

HERE = Path(__file__).parent
