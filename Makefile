# Two commands are enough: `make demo` and `make test`. Both set up what they need.
PYTHON ?= python3
BIN := .venv/bin
SHIPPED := $(shell find pyengine rules grammar -type f -not -name '*.pyc') pyproject.toml README.md LICENSE
export MAKECMDGOALS

.PHONY: demo test hunt lint contract bench clean

demo: .venv/.installed  ## set up, then solve and show a game
	@$(BIN)/python examples/demo.py

test: lint .venv/.prolog .venv/.compiler .venv/.browser  ## set up, build the wheel, and check everything against it
	PYENGINE_TEST_WHEEL=1 $(BIN)/pytest -q -n auto --dist worksteal -m "not hunt"

hunt: .venv/.installed .venv/.prolog .venv/.compiler .venv/.browser  ## what takes longer: random programs, sanitizers, soaks, kills
	PYENGINE_TEST_WHEEL=1 $(BIN)/pytest -q -n auto --dist worksteal -m hunt

lint: .venv/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

contract: .venv/.installed  ## write what is made of the table of the contract: facts for Prolog, a header for C, a page
	$(BIN)/python -m pyengine.language.contract_texts

bench: .venv/.installed .venv/.prolog .venv/.compiler
	$(BIN)/python benchmarks/startup.py
	$(BIN)/python benchmarks/border.py
	$(BIN)/python benchmarks/reader.py
	$(BIN)/python benchmarks/libraries.py
	$(BIN)/python benchmarks/search.py
	$(BIN)/python benchmarks/compare.py
	$(BIN)/python benchmarks/reasoners.py

.venv/.prolog: setup/need.sh | .venv/.ready
	@setup/need.sh swipl SWI-Prolog swi-prolog-nox swi-prolog
	@touch $@

.venv/.compiler: setup/need.sh | .venv/.ready  # rules become C, and are tested with its sanitizers
	@setup/need.sh gcc "a C compiler" "gcc libc6-dev" gcc
	@touch $@

.venv/.browser: setup/need.sh | .venv/.ready  # the tests open pages in it
	@setup/need.sh chromium Chromium "chromium fonts-liberation fonts-dejavu-core"
	@touch $@

.venv/.ready: pyproject.toml setup/venv.sh
	@setup/venv.sh $(PYTHON)
	@touch $@

.venv/.installed: $(SHIPPED) .venv/.ready
	@rm -rf dist
	@$(BIN)/python -m build --wheel --no-isolation --outdir dist . >dist.log 2>&1 || { cat dist.log; rm -f dist.log; exit 1; }
	@rm -f dist.log
	@$(BIN)/python -m pip install --quiet dist/*.whl
	@$(BIN)/python -m pip install --quiet --force-reinstall --no-deps dist/*.whl
	@touch $@

clean:
	rm -rf .venv dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
