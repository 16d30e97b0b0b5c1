# OpenBench's convention: `make EXE=name` leaves the engine under that name in this directory.
#
#   make            the engine
#   make native     for this machine's processor, as oxide88-native
#   make pgo        guided by a profile of `oxide88 bench`, as oxide88-pgo
#   make pgo-native both, as oxide88-pgo-native
#   make callgrind  instructions a node by function; DEPTH=5
#   make instructions   instructions of the parts, beside the run before
EXE ?= oxide88
ifeq ($(OS),Windows_NT)
SUFFIX := .exe
endif
CARGO_TARGET_DIR ?= target
BINARY := $(EXE:.exe=)$(SUFFIX)
DEPTH ?= 5

# Naming the target keeps flags away from build scripts, which would write profiles of their own.
HOST = $(shell rustc -vV | sed -n 's/^host: //p')
NATIVE := -C target-cpu=native
# Of rustc's own version; that of the system usually cannot read the profiles.
LLVM_PROFDATA ?= $(shell rustc --print sysroot)/lib/rustlib/$(HOST)/bin/llvm-profdata$(SUFFIX)
PROFILES = $(abspath $(CARGO_TARGET_DIR))/pgo-profiles

.PHONY: build native pgo pgo-native callgrind instructions test clean

build:
	cargo build --release --locked
	cp "$(CARGO_TARGET_DIR)/release/oxide88$(SUFFIX)" "$(BINARY)"

native:
	RUSTFLAGS="$(NATIVE)" cargo build --release --locked --target $(HOST) --target-dir "$(CARGO_TARGET_DIR)/native"
	cp "$(CARGO_TARGET_DIR)/native/$(HOST)/release/oxide88$(SUFFIX)" "$(EXE:.exe=)-native$(SUFFIX)"

# FLAGS are for both builds; the profile is of the same bench that measures the result. Link-time optimization, which
# gains nothing by itself, lets the profile decide what is inlined across crates.
pgo: export CARGO_PROFILE_RELEASE_LTO = fat
pgo:
	@test -x "$(LLVM_PROFDATA)" || { echo "make pgo: there is no $(LLVM_PROFDATA);" \
		"run 'rustup component add llvm-tools', or set LLVM_PROFDATA to one of the LLVM that 'rustc -vV' names" >&2; exit 1; }
	rm -rf "$(PROFILES)"
	RUSTFLAGS="$(FLAGS) -C profile-generate=$(PROFILES)" \
		cargo build --release --locked --target $(HOST) --target-dir "$(CARGO_TARGET_DIR)/pgo-generate"
	"$(CARGO_TARGET_DIR)/pgo-generate/$(HOST)/release/oxide88$(SUFFIX)" bench
	"$(LLVM_PROFDATA)" merge -o "$(PROFILES)/merged.profdata" "$(PROFILES)"
	RUSTFLAGS="$(FLAGS) -C profile-use=$(PROFILES)/merged.profdata" \
		cargo build --release --locked --target $(HOST) --target-dir "$(CARGO_TARGET_DIR)/pgo-use"
	cp "$(CARGO_TARGET_DIR)/pgo-use/$(HOST)/release/oxide88$(SUFFIX)" "$(EXE:.exe=)-pgo$(SUFFIX)"

pgo-native:
	$(MAKE) pgo FLAGS="$(NATIVE)" EXE="$(EXE:.exe=)-native"
	mv "$(EXE:.exe=)-native-pgo$(SUFFIX)" "$(EXE:.exe=)-pgo-native$(SUFFIX)"

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
	cargo test --profile tests --locked --workspace

clean:
	cargo clean
	rm -f "$(BINARY)" $(foreach kind,native pgo pgo-native,"$(EXE:.exe=)-$(kind)$(SUFFIX)")
