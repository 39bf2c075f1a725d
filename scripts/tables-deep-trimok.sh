#!/usr/bin/env bash
# Compares whole tables of Trimok with known values and with another solver.
#
#   scripts/tables-deep-trimok.sh TABLES
#
# Needs cargo and all pairs, built with `tablebase build trimok --metric end --path TABLES`. Compares
# the results of each sector with those in RULES.md, the listed endings with all their best moves, and
# 2,000 random positions of up to four stacks with a solver that shares nothing with the builder,
# which takes a minute and 1 GB of memory.
set -euo pipefail
cd "$(dirname "$0")/.."
tables=$(realpath "${1:?TABLES}")
TABLES=$tables cargo test --locked --test search -- --ignored --nocapture whole_trimok_tables_are_right
