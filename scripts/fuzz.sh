#!/usr/bin/env bash
# Fuzzes the protocol and every notation parser on one thread and reports the executions.
#
#   scripts/fuzz.sh [SECONDS] [SEED]
#
# Takes SECONDS (default 1200) after building the tests. SEED, a number, determines the inputs; by
# default it is taken from the commit, so that each commit is fuzzed with other inputs, or without git
# from the clock. At a failure it prints the seed and the number N of the execution and stops;
# QUINCUNX_FUZZ_ONLY=N repeats that one with the same seed.
set -euo pipefail
cd "$(dirname "$0")/.."
seed=${2:-$((16#$(git rev-parse --short=12 HEAD 2>/dev/null || date +%s)))}
export QUINCUNX_FUZZ_SECONDS=${1:-1200} QUINCUNX_FUZZ_SEED=$seed
echo "seed $seed"
exec cargo test --locked --test fuzz nothing_breaks -- --nocapture --test-threads 1
