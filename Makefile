# `make help` lists what there is to do.
SHELL := /bin/sh
PREFIX ?= /usr/local
# STRICT=1 makes warnings errors; .ci/run and `make check` set it.
FLAGS := $(if $(STRICT),-Xswiftc -warnings-as-errors)
NOTES ?= 10000 1000000
EXPORTS ?= 100000000
HEIRLOOM := .build/release/heirloom
FORMAT := swift format
SOURCES := Package.swift Sources Tests Benchmarks

.PHONY: help setup build demo test lint check bench fidelity install format docs

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/\1|\2/p' Makefile | awk -F'|' '{ printf "make %-9s %s\n", $$1, $$2 }'

setup: ## install the Debian packages that are missing (scripts/packages-debian.txt)
	@sh scripts/setup.sh

build: setup ## build the command for use: .build/release/heirloom
	swift build -c release --product heirloom $(FLAGS)

demo: build ## convert a legacy store with a mapping and show the report
	@sh scripts/demo.sh $(HEIRLOOM)

test: setup ## build and run the tests
	swift test $(FLAGS)

lint: ## check the format and which room imports what
	$(FORMAT) lint --strict --recursive $(SOURCES)
	sh scripts/check-imports.sh

check: setup ## all that CI checks: format, imports, warnings, tests, freshness of docs
	$(MAKE) lint
	$(MAKE) test STRICT=1

bench: build ## compare the speed of a conversion with hand-written SQL: NOTES="10000 1000000"
	swift build -c release --product heirloom-benchmark $(FLAGS)
	.build/release/heirloom-benchmark exports $(HEIRLOOM) $(EXPORTS)
	.build/release/heirloom-benchmark compare $(HEIRLOOM) $(NOTES)
	.build/release/heirloom-benchmark compare-realm $(HEIRLOOM) $(lastword $(NOTES))

fidelity: setup ## print how true written stores and version hashes are to real ones (needs the corpus)
	swift test $(FLAGS) --filter "Fidelity|VersionHash|ModelCacheWriting"

# The installed command finds Swift's libraries beside itself and nowhere else, so it is linked anew, in its own folder.
install: setup ## install under PREFIX (/usr/local): bin/heirloom and the libraries it needs
	HEIRLOOM_RPATH='$$ORIGIN/../lib/heirloom' swift build -c release --product heirloom --scratch-path .build/install \
	  $(if $(filter Linux,$(shell uname -s)),-Xswiftc -no-toolchain-stdlib-rpath)
	sh scripts/install.sh .build/install/release/heirloom "$(PREFIX)"

format: ## format the Swift sources in place
	$(FORMAT) format --in-place --recursive $(SOURCES)

docs: ## make the generated pages of docs/ anew
	swift build --product heirloom
	.build/debug/heirloom reference findings > docs/findings.md
	.build/debug/heirloom reference commands > docs/commands.md
