# Two commands are enough: `make demo` and `make test`. Both set up what they need.
PYTHON ?= python3
BIN := .venv/bin
SHIPPED := $(shell find pyengine rules grammar -type f -not -name '*.pyc') pyproject.toml README.md LICENSE
MINUTES ?= 20
COMMIT := $(shell git rev-parse HEAD 2>/dev/null)
export MAKECMDGOALS

.PHONY: demo test hunt lint contract bench vscode studio clean

demo: .venv/.installed  ## set up, then solve and show a game
	@$(BIN)/python examples/demo.py

test: lint .venv/.prolog .venv/.compiler .venv/.browser  ## set up, build the wheel, and check everything against it
	PYENGINE_TEST_WHEEL=1 $(BIN)/pytest -q -n auto --dist worksteal -m "not hunt"

hunt: .venv/.ready .venv/.installed .venv/.prolog .venv/.compiler .venv/.browser .venv/.editors  ## what takes longer, as much as is begun in MINUTES: random programs, sanitizers, soaks, kills
	PYENGINE_TEST_WHEEL=1 PYENGINE_HUNT=1 PYENGINE_HUNT_MINUTES=$(MINUTES) PYENGINE_HUNT_COMMIT=$(COMMIT) $(BIN)/pytest -q -n auto --dist worksteal -m "hunt or hypothesis"

lint: .venv/.ready .venv/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

contract: .venv/.ready .venv/.installed  ## write what is made of the table of the contract: facts for Prolog, a header for C, a page
	$(BIN)/python -m pyengine.language.contract_texts

bench: .venv/.ready .venv/.installed .venv/.prolog .venv/.compiler
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/border.py
	$(BIN)/python benchmarks/reader.py
	$(BIN)/python benchmarks/libraries.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/proof.py --seconds 10
	$(BIN)/python benchmarks/successors.py
	$(BIN)/python benchmarks/compare.py
	$(BIN)/python benchmarks/reasoners.py
	$(BIN)/python benchmarks/facts.py
	$(BIN)/python benchmarks/two_steps.py
	$(BIN)/python benchmarks/chess_speed.py
	$(BIN)/python benchmarks/bridges.py
	$(BIN)/python benchmarks/tiers.py
	$(BIN)/python benchmarks/studio.py

vscode:  ## build the extension for Visual Studio Code, and pack it: dist/pyengine.vsix
	@setup/need.sh npm npm "nodejs npm" node
	@mkdir -p dist
	cd editors/vscode && npm run package -- --out ../../dist/pyengine.vsix

studio: studio/node_modules/.ready  ## build the page of the studio into pyengine/studio/page, which is committed: to run it takes no Node
	cd studio && npm run --silent build

studio/node_modules/.ready: studio/package-lock.json
	@setup/need.sh npm npm "nodejs npm" node
	cd studio && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

.venv/.prolog: setup/need.sh | .venv/.made
	@setup/need.sh swipl SWI-Prolog swi-prolog-nox swi-prolog
	@touch $@

.venv/.compiler: setup/need.sh | .venv/.made  # rules become C, and are tested with its sanitizers
	@setup/need.sh gcc "a C compiler" "gcc libc6-dev" gcc
	@touch $@

.venv/.browser: setup/need.sh | .venv/.made  # the tests open pages in it, and draw PDF by cairo
	@setup/need.sh chromium Chromium "chromium fonts-liberation fonts-dejavu-core libcairo2"
	@touch $@

.venv/.editors: setup/need.sh setup/code-server.sh | .venv/.made  # the tests open rules in them
	@setup/need.sh nvim Neovim neovim neovim
	@setup/need.sh emacs Emacs "emacs-nox elpa-eglot" emacs
	@setup/need.sh kate Kate kate
	@setup/need.sh npm npm "nodejs npm" node
	@setup/need.sh g++ "a C++ compiler" "g++ make"
	@setup/code-server.sh .venv/code-server
	@touch $@

.venv/.made: setup/venv.sh
	@setup/venv.sh $(PYTHON)
	@touch $@

.venv/.ready: pyproject.toml .venv/.made  # what it takes to work on pyengine; to run it takes less
	@$(BIN)/python -m pip install --quiet --upgrade pip
	@$(BIN)/python -m pip install --quiet --group dev
	@touch $@

.venv/.installed: $(SHIPPED) .venv/.made  # the wheel, as a user gets it, with what it needs to run
	@$(BIN)/python -m pip install --quiet --no-build-isolation .
	@touch $@

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
