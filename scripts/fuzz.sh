#!/usr/bin/env bash
# Fuzzes the protocol and every notation parser on one thread and reports the executions.
#
#   scripts/fuzz.sh [SECONDS] [SEED]
#
# Takes SECONDS, 1200 unless said, and a build of the tests before that. Another SEED, 1 unless said,
# makes other inputs. At a failure it prints the number N of the execution and stops;
# QUINCUNX_FUZZ_ONLY=N repeats that one with the same seed.
set -euo pipefail
cd "$(dirname "$0")/.."
export QUINCUNX_FUZZ_SECONDS=${1:-1200} QUINCUNX_FUZZ_SEED=${2:-1}
exec cargo test --locked --test fuzz -- --nocapture --test-threads 1
