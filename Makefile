# Two commands: `make play` starts the program, `make test` runs every check. Both install what they need.
PYTHON ?= python3
UV := UV_PYTHON_DOWNLOADS=never .tools/bin/uv
BIN := .venv/bin

.PHONY: play test lint types lock clean

play: .venv/run.stamp
	$(BIN)/footplate serve

test: .venv/test.stamp .venv/compiled.stamp .venv/chromium.stamp
	$(BIN)/ruff check footplate tests examples
	$(BIN)/ruff format --check footplate tests examples
	$(BIN)/mypy
	cd web && npm run --silent check && npm test --silent
	$(BIN)/python -m pytest -n auto --ignore tests/browser
	FOOTPLATE_PLAIN=1 $(BIN)/python -m pytest -n auto $(BOTH_FORMS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --cache-clear tests/browser || $(ALONE)

# Every process of the browser tests has a server and a Chromium of its own: more than four need much memory. What
# failed is tried once more, alone, because a browser stumbles where others take the machine; who fails twice has failed.
ALONE := $(BIN)/python -m pytest --last-failed --last-failed-no-failures none tests/browser

# What is run in both forms of the engine, the compiled and the plain one; without a compiler both are plain.
BOTH_FORMS := tests/rules tests/test_recorded.py tests/test_traces.py tests/test_fuzz.py

ENGINE := $(foreach part,core age_of_steam $(addprefix age_of_steam/,phases bots maps),footplate/$(part)/*.py) footplate/age_of_steam/*.c footplate/*/compile.txt

.venv/compiled.stamp: .venv/run.stamp $(wildcard $(ENGINE)) footplate/compiled.py
	$(BIN)/python hatch_build.py
	touch $@

# Debian's Chromium, which the browser tests drive; CHROMIUM names another one.
.venv/chromium.stamp: .venv/made.stamp
	@if [ -n "$$CHROMIUM" ] || command -v chromium >/dev/null; then :; \
	elif [ "$$(id -u)" = 0 ]; then apt-get update -qq && apt-get install -y -qq chromium libatomic1 >/dev/null; \
	else echo "The browser tests need Chromium: run  sudo apt-get install chromium libatomic1"; exit 1; fi
	touch $@

.tools/uv.stamp: requirements/tools.lock
	$(PYTHON) -m venv .tools
	.tools/bin/pip --quiet --disable-pip-version-check install --require-hashes -r requirements/tools.lock
	touch $@

.venv/made.stamp: .tools/uv.stamp
	$(UV) venv --quiet --allow-existing --python $(PYTHON) .venv
	touch $@

PAGE := $(shell find web -type f -not -path '*/node_modules/*' 2>/dev/null) hatch_build.py

# Compiled here, so that the first start is as quick as every other.
.venv/run.stamp: .venv/made.stamp requirements/run.lock requirements/build.lock pyproject.toml $(PAGE)
	$(UV) pip install --quiet --python $(BIN)/python --compile-bytecode --require-hashes -r requirements/run.lock -r requirements/build.lock
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --no-build-isolation --editable .
	$(BIN)/python -m compileall -q footplate
	touch $@

.venv/test.stamp: .venv/run.stamp requirements/test.lock
	$(UV) pip install --quiet --python $(BIN)/python --require-hashes -r requirements/test.lock
	touch $@

LOCK := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header

# Pins every dependency anew; requirements/*.in say what is wanted.
lock: .tools/uv.stamp
	$(LOCK) pyproject.toml -o requirements/run.lock
	$(LOCK) requirements/build.in -o requirements/build.lock
	$(LOCK) -c requirements/run.lock -c requirements/build.lock requirements/test.in -o requirements/test.lock
	$(LOCK) requirements/tools.in -o requirements/tools.lock

clean:
	rm -rf .venv .tools build dist
