# `make` alone says what there is. Everything runs in .venv, which scripts/setup.sh makes and keeps up to date.
# Extra arguments: make test ARGS="-k sudoku". Another interpreter for a new .venv: make demo PYTHON=python3.13

PY := .venv/bin/python
ARGS ?=
PYTHON ?=
export PYTHON
# Images and sandboxes often forbid Python to keep what it compiles: each command would compile all modules anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo serve exports gallery test check check-format check-lint check-types check-layers format bench lock clean ready runnable wheel

help: ## say what there is
	@echo "Entails: say a puzzle as constraints, let an engine answer."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

demo: runnable ## set up, then solve the examples of every puzzle
	@.venv/bin/entails demo $(ARGS)

serve: runnable ## set up, then serve the page and the calls until Ctrl-C
	@.venv/bin/entails warm
	@.venv/bin/entails serve $(ARGS)

test: ready ## run all tests, on every core
	@.venv/bin/entails warm
	@$(PY) -m pytest -n auto $(ARGS)

check: check-format check-lint check-types check-layers ## formatting, lint, types, import layers

check-format: ready
	@$(PY) -m ruff format --check .

check-lint: ready
	@$(PY) -m ruff check .

check-types: ready
	@$(PY) -m mypy --strict entails scripts

check-layers: ready
	@.venv/bin/lint-imports --no-logo

wheel: ready ## build the wheel and try it in a new environment
	@sh scripts/try_wheel.sh

format: ready ## format the code and repair what ruff can repair
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

bench: ready ## measure against the peers, as ratios
	@$(PY) -m benchmarks $(ARGS)

gallery: ready ## write docs/puzzles.md and its pictures anew
	@$(PY) scripts/gallery.py

exports: ready ## write what type checkers read of the front door anew
	@$(PY) scripts/exports.py

lock: ready ## pin the dependencies of pyproject.toml anew (ARGS=--upgrade takes the newest)
	@$(PY) -m pip install -qq --disable-pip-version-check "uv>=0.9,<1"
	@$(PY) scripts/lock.py $(ARGS)

clean: ## remove .venv, caches and build leftovers
	@rm -rf .venv build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready:
	@sh scripts/setup.sh

runnable:
	@sh scripts/setup.sh run
