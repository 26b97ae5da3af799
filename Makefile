# make        the environment, the install, and every bundled game built into output/
# make test   the same environment, then the tests
PYTHON ?= python3
BIN := .venv/bin

.PHONY: all build test test-browser lint bench clean

all: build

.venv/.stamp: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

build: .venv/.stamp
	$(BIN)/printgen build

test: .venv/.stamp
	$(BIN)/python -m pytest -m "not browser" -n auto --dist loadfile

test-browser: .venv/.stamp
	$(BIN)/python -m pytest -m browser

lint: .venv/.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,bench]'
	$(BIN)/python benchmarks/run.py

clean:
	rm -rf .venv output/*/
