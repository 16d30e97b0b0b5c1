# OpenBench's convention: `make EXE=name` leaves the engine under that name in this directory.
EXE ?= oxide88
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
CARGO_TARGET_DIR ?= target
BINARY := $(EXE:.exe=)$(SUFFIX)

.PHONY: build test clean

build:
	cargo build --release --locked
	cp "$(CARGO_TARGET_DIR)/release/oxide88$(SUFFIX)" "$(BINARY)"

test:
	cargo test --release --locked

clean:
	cargo clean
	rm -f "$(BINARY)"
