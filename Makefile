# Everything a developer does. `make` alone builds both commands: without C,
# which would make them load libraries before they start.
GO      ?= go
BIN     ?= bin
FUZZ    ?= 20s
export GOFLAGS ?= -mod=mod

.PHONY: build test race lint generate bench fuzz soak mutate test-services clean

build:
	CGO_ENABLED=0 $(GO) build -o $(BIN)/ ./cmd/...

test:
	$(GO) test ./...

# What is concurrent, under the race detector.
race:
	.ci/race

# Formatting, vet, staticcheck, and whether generated files are up to date.
lint:
	.ci/lint

generate:
	$(GO) generate ./...

# Whole processes against other interpreters, then the benchmarks of the
# packages (read several runs with benchstat).
bench: build
	cd bench && $(GO) build -o ../$(BIN)/ ./cmd/...
	cd bench/progs && ../../$(BIN)/compare -synsema ../../$(BIN)/synsema -peer ../../$(BIN)/peer -n 20 fib mandel sieve words
	$(GO) test -tags cost -run Cost -v ./confine ./execkind ./rpckind ./wasmkind
	$(GO) test -run '^$$' -bench . ./...

# Every fuzz target for a while: make fuzz FUZZ=10m
fuzz:
	.ci/fuzz $(FUZZ)

# The long forms of tests, which take minutes: many processes, many kills.
soak:
	SYNRUN_SOAK=1 $(GO) test -timeout 60m ./audit/... ./gate ./host ./rpckind ./runtime

# Takes every guard of the list out in a copy of the tree; a test must go red.
mutate:
	$(GO) run ./internal/mutate

# Tests against real servers, which it installs (Debian) and starts.
test-services:
	testdata/services/run

clean:
	rm -rf $(BIN)
