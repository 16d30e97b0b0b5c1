# OpenBench's convention: `make EXE=name` leaves the engine under that name in this directory.
#
#   make            the engine
#   make callgrind  instructions a node by function; DEPTH=5
#   make instructions   instructions of the parts, beside the run before
EXE ?= oxide88
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
CARGO_TARGET_DIR ?= target
BINARY := $(EXE:.exe=)$(SUFFIX)
DEPTH ?= 5

.PHONY: build callgrind instructions test clean

build:
	cargo build --release --locked
	cp "$(CARGO_TARGET_DIR)/release/oxide88$(SUFFIX)" "$(BINARY)"

# With a small table, so that filling it with zeros does not count for much.
callgrind:
	@command -v valgrind > /dev/null || { echo "make callgrind: valgrind is not installed" >&2; exit 1; }
	cargo build --profile profiling --locked
	valgrind -q --tool=callgrind --callgrind-out-file="$(CARGO_TARGET_DIR)/callgrind.out" \
		"$(CARGO_TARGET_DIR)/profiling/oxide88" bench $(DEPTH) --hash 1 > "$(CARGO_TARGET_DIR)/callgrind.txt"
	@awk -v nodes="$$(awk 'END { print $$1 }' "$(CARGO_TARGET_DIR)/callgrind.txt")" \
		-f benches/callgrind.awk "$(CARGO_TARGET_DIR)/callgrind.out"

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
