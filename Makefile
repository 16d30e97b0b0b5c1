# OpenBench's convention: `make EXE=name` leaves the engine under that name in this directory.
EXE ?= oxide88
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
CARGO_TARGET_DIR ?= target
BINARY := $(EXE:.exe=)$(SUFFIX)

.PHONY: build instructions test clean

build:
	cargo build --release --locked
	cp "$(CARGO_TARGET_DIR)/release/oxide88$(SUFFIX)" "$(BINARY)"

# The runner has to be of the version of the library.
RUNNER = $(shell sed -n '/^name = "gungraun-runner"/{n;s/version = "\(.*\)"/\1/p;}' Cargo.lock)

instructions:
	@command -v valgrind > /dev/null || { echo "make instructions: valgrind is not installed" >&2; exit 1; }
	@gungraun-runner --version 2> /dev/null | grep -qF "$(RUNNER)" || { echo "make instructions: no" \
		"gungraun-runner $(RUNNER) in PATH; run 'cargo install gungraun-runner --version $(RUNNER)'" >&2; exit 1; }
	cargo bench --features instructions --bench instructions

test:
	cargo test --release --locked

clean:
	cargo clean
	rm -f "$(BINARY)"
