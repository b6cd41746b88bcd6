# make chat   set up (first time) and open the assistant
# make test   set up what tests need and run the one check
PYTHON ?= python3
VENV := .venv
ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif

.PHONY: chat test check clean

chat: $(VENV)/.installed
	@$(BIN)/reverie

test: $(VENV)/.installed-test
	@$(MAKE) --no-print-directory check

check:
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest

$(VENV)/.installed: pyproject.toml constraints.txt
	@$(PYTHON) tools/check_setup.py
	@test -d $(VENV) || $(PYTHON) -m venv $(VENV)
	@echo "Installing (the first time builds llama.cpp: about 5 minutes on two cores) ..."
	@$(BIN)/python -m pip install --disable-pip-version-check -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
