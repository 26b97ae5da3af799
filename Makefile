# make             the environment, and every bundled game built into output/
# make test        the same environment, then the quick tests
# make test LOCK=  the same with the newest version of each package, not those of requirements.lock
PYTHON ?= python3
VENV ?= .venv
LOCK ?= requirements.lock
BIN := $(VENV)/bin
# Each kind of environment replaces the other, because it is made with --clear.
ENVIRONMENT := $(VENV)/$(if $(LOCK),.stamp,.newest)

# uv installs if it is there, but not the one in the environment, which --clear removes. pip shows its
# progress on a terminal, and is quiet in a log.
UV := $(filter-out $(abspath $(VENV))/%,$(shell command -v uv 2> /dev/null))
QUIET := $(shell test -t 2 || echo --quiet)
PIP := $(BIN)/python -m pip install --disable-pip-version-check $(QUIET)
INSTALL := $(if $(UV),$(UV) pip install --python $(BIN)/python $(QUIET),$(PIP))

# Bytecode is kept in the environment, even if Python is set not to write any. Else each process of the
# tests compiles all that it imports, which doubles the time of a short run.
PYTEST := PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=$(abspath $(VENV))/bytecode $(BIN)/python -m pytest

# Python 2 can read this too.
CHECK_PYTHON = $(PYTHON) -c 'import sys; version = tuple(sys.version_info[:2]); sys.exit(version < (3, 11) and \
	"printgen needs Python 3.11 or newer, but $(PYTHON) is Python %d.%d. " \
	"Name a newer one, for example: make PYTHON=python3.13" % version)'

.PHONY: all environment build test test-all test-random test-browser test-layout test-drawings lint lock upgrade bench clean

all: build

environment: $(ENVIRONMENT)

$(VENV)/.stamp: pyproject.toml $(LOCK)
	@$(CHECK_PYTHON)
	@echo "Installing the packages of $(LOCK) into $(VENV). This takes about a minute."
	$(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) --require-hashes --no-deps --only-binary=:all: -r $(LOCK) || { \
		echo "Not all packages of $(LOCK) can be installed. If one has no version for your Python,"; \
		echo "take the newest of each: add LOCK= to your command."; \
		exit 1; }
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.newest: pyproject.toml
	@$(CHECK_PYTHON)
	@echo "Installing the newest packages into $(VENV). This takes about a minute."
	$(PYTHON) -m venv --clear $(VENV)
	@$(INSTALL) --editable '.[dev]'
	@touch $@

build: $(ENVIRONMENT)
	@echo "Building every bundled game into output/. This takes about 15 seconds."
	$(BIN)/printgen build

test: $(ENVIRONMENT)
	@echo "Running the quick tests. This takes a little more than a minute."
	$(PYTEST) -m "not slow and not browser" --hypothesis-profile quick -n auto --dist worksteal
	@echo "All quick tests passed: printgen works here."

test-all: $(ENVIRONMENT)
	@echo "Running all tests except those in the browser. This takes about 12 minutes."
	$(PYTEST) -m "not browser" -n auto --dist worksteal

test-random: $(ENVIRONMENT)
	@echo "Trying the property tests with new random examples. This takes about 10 minutes."
	$(PYTEST) -m "hypothesis and not browser" --hypothesis-profile random -n auto --dist worksteal

test-browser: $(ENVIRONMENT)
	@echo "Running the tests in the browser. This takes about 12 minutes."
	$(PYTEST) -m browser

test-layout: $(ENVIRONMENT)
	@echo "Comparing 2,000 random trees of boxes with Chromium. This takes about 15 minutes."
	TREES=2000 $(PYTEST) -n auto tests/browser/test_box_places.py

test-drawings: $(ENVIRONMENT)
	@echo "Comparing 400 random drawings with Chromium. This takes about 3 minutes."
	DRAWINGS=400 $(PYTEST) tests/browser/test_drawings.py

lint: $(ENVIRONMENT)
	@echo "Checking the code. This takes about a minute, and less if it was checked before."
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python .ci/format_css.py --check
	$(BIN)/mypy
	$(BIN)/lint-imports

# Versions in the lock are kept while they fit. No setting of this machine gets into it.
lock: $(ENVIRONMENT)
	@echo "Resolving requirements.lock."
	$(BIN)/uv pip compile --quiet --no-config --universal --generate-hashes --only-binary :all: $(LOCK_OPTIONS) \
		--custom-compile-command "make lock" --extra dev --output-file requirements.lock pyproject.toml

upgrade:
	$(MAKE) lock LOCK_OPTIONS=--upgrade

# protograf does not work with the versions of packages in our lock, so it gets another environment.
bench: $(ENVIRONMENT)
	@echo "Installing the tools to compare with."
	@$(INSTALL) --editable '.[dev,bench]'
	@$(PYTHON) -m venv $(VENV)/protograf
	@$(subst $(BIN)/python,$(VENV)/protograf/bin/python,$(INSTALL)) protograf
	$(BIN)/python benchmarks/run.py
	$(BIN)/python benchmarks/preview.py

clean:
	rm -rf $(VENV) output/*/
