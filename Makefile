# Everything runs from .venv, which deploy/bootstrap.sh makes and keeps equal to the hashed locks.

PYTHON ?= python3
# Pages and servers are often waited for: one more than there are cores.
WORKERS ?= $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 1)))
# PostgreSQL's share of the tests is done long before the rest.
HALF ?= $(shell echo $$((($$(getconf _NPROCESSORS_ONLN) + 1) / 2)))
ARGS ?=

VENV_PYTHON := .venv/bin/python
UV := .venv/bin/uv

# Locked for 3.11.0 because Debian 12 ships 3.11.2; one version of each package on every Python,
# so that a game replays with the same libraries everywhere.
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11.0 --fork-strategy fewest \
	--generate-hashes \
	--custom-compile-command "make lock" $(ARGS)

# Tests and `make play` start many processes: none should compile what another has compiled.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help

.PHONY: help
help: ## list these targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: runtime-env
runtime-env:
	@PYTHON="$(PYTHON)" sh deploy/bootstrap.sh runtime

.PHONY: test-env
test-env:
	@PYTHON="$(PYTHON)" sh deploy/bootstrap.sh test

.PHONY: play
play: runtime-env ## play in the browser: site, worker and a game against four bots (PORT=9000)
	@$(VENV_PYTHON) -m wallenstein_site.play $(ARGS)

.PHONY: watch
watch: runtime-env ## watch bots play a game in the terminal (ARGS="--help" lists the options)
	$(VENV_PYTHON) -m engine play $(ARGS)

.PHONY: lint
lint: style types ## check formatting, lint and types

.PHONY: style
style: test-env
	$(VENV_PYTHON) -m ruff format --check .
	$(VENV_PYTHON) -m ruff check .

.PHONY: types
types: test-env
	@$(call told_at_its_end,$(VENV_PYTHON) -m mypy)

# Two at once would talk into each other's lines.
told_at_its_end = $(info $(1)) lines=$$($(1) 2>&1); code=$$?; echo "$$lines"; exit $$code

# All three at once: one after the other, a core would be idle during the first and at each end.
.PHONY: test
test: style ## lint and all tests, the service's on PostgreSQL too (ARGS="-k tower" narrows it)
	@$(MAKE) --no-print-directory --jobs=3 types test-everything test-postgresql

.PHONY: test-everything
test-everything: test-env
	$(VENV_PYTHON) -m pytest -n $(WORKERS) --dist=loadfile $(ARGS)

# What a request looks like is the same to every database; what is searched and sealed is not. The
# two that are left out start processes and ask no database for anything.
ON_POSTGRESQL = tests/service tests/api/test_lobby_api.py tests/api/test_turns_api.py \
	tests/mail/test_mail_in.py tests/mail/test_late_mail.py tests/mail/test_ways_in.py \
	--ignore=tests/service/test_messengers.py --ignore=tests/service/test_production.py

.PHONY: test-postgresql
test-postgresql: test-env
	@$(call told_at_its_end,WALLENSTEIN_TEST_DB=postgresql $(VENV_PYTHON) -m pytest \
		-n $(HALF) $(ON_POSTGRESQL) $(ARGS))

# What breaks most often, and soonest: no browser, no other processes, few examples of each property.
QUICK = tests/test_*.py tests/bots tests/catalogue tests/chance tests/log tests/luck tests/rules \
	tests/service tests/text tests/tower

.PHONY: quick
quick: lint ## the tests to run after each change, in less than two minutes
	$(VENV_PYTHON) -m pytest -n $(WORKERS) --dist=worksteal -q -m "not soak and not slow" \
		--hypothesis-profile=quick $(QUICK) $(ARGS)

.PHONY: soak
soak: test-env ## long random play; stops by itself, not part of make test
	$(VENV_PYTHON) -m pytest -n $(WORKERS) -m soak --hypothesis-profile=soak --timeout=3600 $(ARGS)

.PHONY: bench
bench: test-env ## measure engine and service, as JSON (ARGS=--quick: a tenth of the service's work)
	$(VENV_PYTHON) -m engine bench
	$(VENV_PYTHON) -m tests.bench $(ARGS)

.PHONY: messages
messages: test-env ## bring the German catalogue in line with the code; lists what has no German
	$(VENV_PYTHON) -m tests.catalogue.messages

.PHONY: screenshots
screenshots: test-env ## take the pictures in docs/screenshots again (needs Chromium)
	$(VENV_PYTHON) -m tests.browser.screenshots

.PHONY: measure
measure: test-env ## how much work a plan, a report and the mails of a season are, as tables (needs Chromium)
	$(VENV_PYTHON) -m tests.browser.measure

.PHONY: format
format: test-env ## rewrite the code in the agreed format, fix what lint can fix
	$(VENV_PYTHON) -m ruff check --fix .
	$(VENV_PYTHON) -m ruff format .

.PHONY: lock
lock: runtime-env ## compile requirements/*.txt again (ARGS=--upgrade takes newer versions)
	$(COMPILE) requirements/bootstrap.in --output-file requirements/bootstrap.txt
	$(COMPILE) pyproject.toml --output-file requirements/runtime.txt
	$(COMPILE) pyproject.toml --extra test --extra dev --constraint requirements/runtime.txt \
		--output-file requirements/test.txt

.PHONY: clean
clean: ## remove everything these targets made, .venv included
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
