# Each target does all of its own set-up on a machine that has Python 3.11 or newer.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
BENCH  := .venv-bench

.PHONY: run story doors pictures test quick lint bench docs newest clean

run: $(READY)            ## the studio in a browser, with a sample to try out, offline
	@exec $(BIN)/gameplan studio --sample $(ARGS)

story: $(READY)          ## a plan from its file to its undo at the terminal, offline
	@$(BIN)/python examples/first_run.py

doors: $(READY)          ## watch a planner and an executor at work, offline
	@$(BIN)/python examples/locked_doors.py

pictures: $(READY) system ## the pictures of the README, made anew by the tests that walk its stories
	@GAMEPLAN_PICTURES=docs/images $(BIN)/python -m pytest tests/e2e/test_pictures.py tests/novels/export/html/test_pictures.py

# Three tests at a time, also on two cores: many wait for a process or a browser.
test: $(READY) system    ## everything: style, types, rooms, tests; pictures of all pages are kept in build/screenshots
	@$(MAKE) --no-print-directory lint types-js
	@GAMEPLAN_SCREENSHOTS="$${GAMEPLAN_SCREENSHOTS:-$(CURDIR)/build/screenshots}" $(BIN)/python -m pytest -n 3 --dist loadfile -rs --durations=25

quick: $(READY)          ## the tests without the ones that kill processes
	@$(BIN)/python -m pytest -m "not faults"

docs: $(READY)           ## the docs as pages to read offline, in build/docs
	@$(BIN)/python docs/site/build.py build/docs

lint: $(READY)
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-cache

bench: $(BENCH)/.ready   ## the promises, measured beside their peers; make bench ARGS="--only dispatch"
	@$(BENCH)/bin/python benchmarks/run.py $(ARGS)

$(BENCH)/.ready: pyproject.toml benchmarks/peers.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Gameplan needs Python 3.11 or newer: make bench PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(BENCH) 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null && $(PYTHON) -m venv $(BENCH); }
	@echo "Installing Gameplan and its peers into $(BENCH) ..." >&2
	@$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers.txt -e '.[studio]'
	@touch $@

$(READY): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Gameplan needs Python 3.11 or newer: make $(MAKECMDGOALS) PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq python3-venv >/dev/null && $(PYTHON) -m venv $(VENV); }
	@echo "Installing Gameplan into $(VENV) ..."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]' \
	|| { echo "Not all of constraints.txt can be had here; taking what pyproject.toml allows."; $(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'; }
	@touch $(READY)

newest: $(READY)         ## the newest that pyproject.toml allows, into constraints.txt; then: make test
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade --upgrade-strategy eager -e '.[dev]'
	@{ head -n 1 constraints.txt; $(BIN)/python -m pip freeze --exclude-editable; } > constraints.new
	@mv constraints.new constraints.txt && touch $(READY)

# The types of the studio's page scripts: a check for whoever changes them, where there is Node; nothing else needs it.
.PHONY: types-js
types-js:
	@tsc="timeout 180 npx --yes --package typescript@5.9 tsc"; \
	$$tsc --version >/dev/null 2>&1 || { echo "The types of the pages are not checked: that needs Node (npx) and TypeScript."; exit 0; }; \
	$$tsc --project src/gameplan/studio/pages/jsconfig.json

# What some tests need of the machine: a C compiler (the test that counts the syncs behind each acknowledgement),
# bubblewrap (the sandbox of run_command), openssl (a certificate for a server on this machine), git, a browser, and
# Ren'Py with a screen for it (Xvfb), which judges what is exported to it.
.PHONY: system
system:
	@missing=""; \
	command -v cc >/dev/null || missing="$$missing gcc libc6-dev"; \
	command -v bwrap >/dev/null || missing="$$missing bubblewrap"; \
	command -v openssl >/dev/null || missing="$$missing openssl"; \
	command -v git >/dev/null || missing="$$missing git"; \
	command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || missing="$$missing chromium"; \
	{ command -v renpy || [ -x /usr/games/renpy ]; } >/dev/null || missing="$$missing renpy"; \
	command -v Xvfb >/dev/null || missing="$$missing xvfb libgl1-mesa-dri"; \
	[ -z "$$missing" ] || { [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq --no-install-recommends $$missing >/dev/null; } \
	|| echo "Install$$missing to run every test."

clean:
	rm -rf $(VENV) .venv-bench build .mypy_cache .ruff_cache .pytest_cache .hypothesis
