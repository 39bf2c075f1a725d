#!/usr/bin/env bash
# Compares whole tables of Morris with the values listed in tests/vectors.
#
#   scripts/tables-deep.sh TABLES [PLACING]
#
# Compares all values and best moves with empty hands and all results with men in hand that the
# tables know; of the others the first PLACING (default none) are searched. The lists have no quiet
# limit: where the limit of the tables turns a listed win or loss into a draw, that is reported but
# is not a failure. Needs cargo and all 28 pairs.
set -euo pipefail
cd "$(dirname "$0")/.."
tables=$(realpath "${1:?TABLES [PLACING]}")
TABLES=$tables TABLES_PLACING=${2:-0} \
    cargo test --locked --test search -- --ignored --nocapture whole_tables_are_as_listed
