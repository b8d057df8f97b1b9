# Two commands do everything: `make demo` and `make test`. Each makes .venv, builds the C core and
# installs what it needs; stamps in .venv keep a second run quick.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
PIP    := $(BIN)/python -m pip --disable-pip-version-check --quiet --quiet

C_CORE    := $(wildcard native/*/*.[ch] agents/clone/model/*.[ch] agents/dcubot/net/*.h \
             agents/dcubot/net/*/*.[ch]) native/build_native.py \
             agents/clone/model/build_clone.py agents/dcubot/net/build_dcubot.py
PACKAGING := pyproject.toml setup.py

.PHONY: demo test lint sanitize emulate bench docs clean

demo: $(VENV)/railbird.stamp
	$(BIN)/railbird run tournaments/acpc-2014-kuhn-3p.toml

# a file's tests stay together and in order: some share what takes long to set up
test: lint
	$(BIN)/pytest -q --numprocesses auto --dist loadfile --no-loadscope-reorder

lint: $(VENV)/checks.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	cd typings && ../$(BIN)/lint-imports --cache-dir ../.import_linter_cache ../pyproject.toml

sanitize: $(VENV)/checks.stamp
	.ci/sanitize

emulate: $(VENV)/checks.stamp
	.ci/emulate

bench: $(VENV)/railbird.stamp
	$(BIN)/python benchmarks/tournament.py
	$(BIN)/python benchmarks/stored_results.py
	$(BIN)/python benchmarks/histories.py
	$(BIN)/python benchmarks/solvers.py
	$(BIN)/python benchmarks/level_by_level.py
	$(BIN)/python benchmarks/ranks.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/table_loop.py
	$(BIN)/python benchmarks/variants.py
	$(BIN)/python benchmarks/draw_variance.py
	$(BIN)/python benchmarks/expected_strength.py
	$(BIN)/python benchmarks/hand_parts.py
	$(BIN)/python benchmarks/scaling.py
	$(BIN)/python benchmarks/styles.py
	$(BIN)/python benchmarks/opponent_models.py
	$(BIN)/python benchmarks/all_in_variance.py
	$(BIN)/python benchmarks/ratings.py
	$(BIN)/python benchmarks/pokerlang_speed.py
	$(BIN)/python benchmarks/learning_a_player.py accuracy
	$(BIN)/python benchmarks/learning_a_player.py speed

# Writes docs/tables.md from the tables, docs/api from docstrings, PokerLang's grammar for editors and
# the output that pages show, and builds the site.
docs: $(VENV)/checks.stamp
	$(BIN)/python -m railbird.results.tables.table_docs docs/tables.md
	$(BIN)/python docs/write_api.py docs/api
	$(BIN)/python -m railbird.agents.pokerlang.editors.highlighting docs/pokerlang.tmLanguage.json
	$(BIN)/python docs/write_shown.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

clean:
	rm -rf $(VENV) build dist site *.egg-info native/_native.c native/*.so

# An editable install compiles the C core in place, so changes of either kind end here.
$(VENV)/railbird.stamp: $(PACKAGING) $(C_CORE) | $(VENV)/bin/python
	@echo "Building the C core and installing railbird into $(VENV) (a minute the first time)"
	@$(PIP) install --editable .
	@touch $@

$(VENV)/checks.stamp: $(PACKAGING) $(C_CORE) | $(VENV)/bin/python
	@echo "Building the C core and installing railbird with its checks into $(VENV) (a minute the first time)"
	@$(PIP) install --editable '.[dev,docs]'
	@touch $(VENV)/railbird.stamp $@

$(VENV)/bin/python:
	@$(PYTHON) -m venv $(VENV)
