# Needs only make and Python 3.11 or newer; everything else goes into .venv.
#   make app          install what reading a photo needs, then serve the page on this machine
#   make test         install the tools as well, then run the tests but the long ones; its end says what it left out
#   make test-all     run every test: browsers, servers, training and long random games too
#   make coverage     run the scorer's own tests, and fail where a line or a branch of the scorer is not reached
#   make bench        print how long photos, hands and taps on the page take, beside a yardstick of the same run
#   make fuzz         look for input that breaks something, for MINUTES=10 (SEED=N: the same input again)
#   make pictures     take README's pictures anew from the running page
#   make dist         build the wheel and the source archive into dist/
#   make pocket       build the page that reads photos in the browser itself into dist/pocket/ (needs npm)
#   make docs         build the documentation site into build/site; its pages open without a server
#   make check        lint, format and types
#   make train-setup  add what training needs (PyTorch for the processor, ultralytics; CUDA=1: for NVIDIA's cards)
#   make help         show these lines

PYTHON ?= python3
MINUTES ?= 10
# An index with the processor's PyTorch, for machines on which pip finds only the one for CUDA (Linux): see docs/train.md.
TORCH_CPU_INDEX ?=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --constraint constraints.txt

.PHONY: app test test-all help coverage bench fuzz pictures pocket docs check dist train-setup clean

app: $(VENV)/.installed-app
	@$(BIN)/yakulens app

test: $(VENV)/.installed-dev
	@tests/chromium.sh
	$(BIN)/pytest

test-all: $(VENV)/.installed-dev
	@tests/chromium.sh
	$(BIN)/pytest -m ""

help:
	@sed -n 's/^#   //p' Makefile

coverage: $(VENV)/.installed-dev
	$(BIN)/pytest -m "" tests/scorer --cov=yakulens.scorer --cov-branch --cov-report=term-missing:skip-covered --cov-fail-under=100

bench: $(VENV)/.installed-dev
	$(BIN)/python -m tests.benchmarks.bench
	$(BIN)/python -m tests.benchmarks.bulk
	$(BIN)/pytest -m "" -n 0 -s -p no:randomly tests/browser/speed.py

fuzz: $(VENV)/.installed-dev
	$(BIN)/python -m tests.hostile.fuzz --minutes $(MINUTES) $(if $(SEED),--seed $(SEED))

pictures: $(VENV)/.installed-dev
	$(BIN)/pytest -m "" -n 0 -p no:randomly tests/browser/pictures.py

pocket: $(VENV)/.installed-app
	$(BIN)/python -m yakulens.app.pocket.build

docs: $(VENV)/.installed-dev
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo "Open build/site/index.html"

check: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

dist: $(VENV)/.installed-dev
	rm -rf dist
	$(BIN)/python -m hatchling build --directory dist

train-setup: $(VENV)/.installed-train

clean:
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "Making a Python environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --quiet --upgrade pip setuptools

$(VENV)/.installed-app: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing what reading a photo and the page need (once; it may take some minutes) ..."
	@$(PIP) --editable '.[app,heic,imports]'
	@echo "Installed."
	@touch $@

$(VENV)/.installed-dev: pyproject.toml constraints.txt | $(BIN)/python
	@echo "Installing the tools for tests and checks as well ..."
	@$(PIP) --editable '.[dev]'
	@echo "Installed."
	@touch $@ $(VENV)/.installed-app

$(VENV)/.installed-train: pyproject.toml constraints.txt | $(VENV)/.installed-app
	@echo "Planning what training needs as well ..."
	@$(BIN)/python -m yakulens.models.train.install --index '$(TORCH_CPU_INDEX)' $(if $(CUDA),--cuda)
	@$(BIN)/python -m yakulens.models.train.libraries && \
		$(BIN)/python -c 'import yakulens.models.train.finder, yakulens.models.train.reader' || \
		{ echo "Training does not start here: the line above says what it lacks"; exit 1; }
	@echo "Installed."
	@touch $@ $(VENV)/.installed-app
