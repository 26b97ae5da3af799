# make        the environment, the install, and every bundled game built into output/
# make test   the same environment, then the quick tests
PYTHON ?= python3
BIN := .venv/bin

.PHONY: all build test test-all test-browser lint bench clean

all: build

.venv/.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

build: .venv/.stamp
	$(BIN)/printgen build

test: .venv/.stamp
	$(BIN)/python -m pytest -m "not slow and not browser" --hypothesis-profile quick -n auto --dist worksteal

test-all: .venv/.stamp
	$(BIN)/python -m pytest -m "not browser" -n auto --dist worksteal

test-browser: .venv/.stamp
	$(BIN)/python -m pytest -m browser

lint: .venv/.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python .ci/format_css.py --check
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/preview.py

clean:
	rm -rf .venv output/*/
