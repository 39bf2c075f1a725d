#!/usr/bin/env bash
# Fuzzes the protocol and every notation parser on one thread and reports the executions.
#
#   scripts/fuzz.sh [SECONDS] [SEED]
#
# Takes SECONDS (default 1200) after building the tests. SEED (default 1) determines the inputs. At
# a failure it prints the number N of the execution and stops; QUINCUNX_FUZZ_ONLY=N repeats that one
# with the same seed.
set -euo pipefail
cd "$(dirname "$0")/.."
export QUINCUNX_FUZZ_SECONDS=${1:-1200} QUINCUNX_FUZZ_SEED=${2:-1}
exec cargo test --locked --test fuzz -- --nocapture --test-threads 1
