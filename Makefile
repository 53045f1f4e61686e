# `make` lists the targets. Everything runs in .venv, which scripts/setup.sh creates and updates.
# Further arguments: make test ARGS="-k sudoku". Another interpreter for a new .venv: make demo PYTHON=python3.13

PY := .venv/bin/python
ARGS ?=
PYTHON ?=
export PYTHON
# Images and sandboxes often set this variable; then each command would compile all modules again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo serve exports gallery test check check-format check-lint check-types check-layers check-names check-commits format bench lock clean ready runnable wheel image

help: ## list the targets
	@echo "Entails: solve, explain, rate and generate constraint puzzles."
	@echo
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-8s %s\n", $$1, $$2 }' Makefile

demo: runnable ## set up, then run the examples of every puzzle type
	@.venv/bin/entails demo $(ARGS)

serve: runnable ## set up, then start the HTTP API and web interface
	@.venv/bin/entails serve $(ARGS)

test: ready ## run all tests on all cores
	@.venv/bin/entails warm
	@$(PY) -m pytest -n auto $(ARGS)

check: check-format check-lint check-types check-layers check-names check-commits ## check formatting, lint, types and import layers

check-format: ready
	@$(PY) -m ruff format --check .

check-lint: ready
	@$(PY) -m ruff check .

check-types: ready
	@$(PY) -m mypy --strict entails scripts tests/typed.py

check-layers: ready
	@.venv/bin/lint-imports --no-logo

check-names: ready
	@$(PY) scripts/check_names.py
	@$(PY) scripts/check_names.py tests scripts benchmarks

check-commits: ready
	@$(PY) scripts/check_commits.py

wheel: ready ## build the wheel and test it in a new environment
	@sh scripts/try_wheel.sh

image: ready ## run the steps of the container image without a builder
	@sh scripts/try_image.sh

format: ready ## format the code and apply the fixes of ruff
	@$(PY) -m ruff format .
	@$(PY) -m ruff check --fix .

bench: ready ## run the benchmarks against peers
	@$(PY) -m benchmarks $(ARGS)

gallery: ready ## generate docs/puzzles.md and its pictures
	@$(PY) scripts/gallery.py

exports: ready ## generate the exports of the package for type checkers
	@$(PY) scripts/exports.py

lock: ready ## pin the dependencies of pyproject.toml (ARGS=--upgrade for the newest)
	@$(PY) -m pip install -qq --disable-pip-version-check "uv>=0.9,<1"
	@$(PY) scripts/lock.py $(ARGS)

clean: ## remove .venv, caches and build files
	@rm -rf .venv build dist *.egg-info .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

ready:
	@sh scripts/setup.sh

runnable:
	@sh scripts/setup.sh run
