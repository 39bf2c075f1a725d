#!/usr/bin/env bash
# Checks whole tables of Coerceo against the rules and against another solver.
#
#   scripts/tables-deep-coerceo.sh TABLES
#
# Needs cargo and all endings, built with `tablebase build coerceo --path TABLES`. Checks that each of
# the 115 million entries follows from its moves, and compares the positions that can follow 1,000
# random ones with a solver that shares nothing with the builder. Takes about two minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
TABLES=$(realpath "${1:?TABLES}")
cargo run --locked --release -- tablebase verify --game coerceo --all --path "$TABLES"
TABLES=$TABLES cargo test --locked --test search -- --ignored --nocapture whole_coerceo_tables_are_right
