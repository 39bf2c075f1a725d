#!/usr/bin/env bash
# Plays the engine with tables against the same engine without, from random drawn openings.
#
#   scripts/tables-match.sh PROGRAM TABLES [GAMES] [MILLISECONDS] [SEED] [PLIES]
#
# By default 200 games of Morris at 20 milliseconds a move, each opening from both sides, PLIES plies
# (default 18) from the start. Then all men are on the board, so the tables know every move and must
# not lose a game; with the tables of the placing phase that holds for any PLIES. Exits 1 if they do, 2 if
# something does not work. Needs all 28 pairs, and all tables for less than 18 PLIES; takes some ten minutes.
set -Eeuo pipefail
trap 'exit 2' ERR

[[ $# -ge 2 ]] || { echo "tables-match: PROGRAM TABLES [GAMES] [MILLISECONDS] [SEED] [PLIES]" >&2; exit 2; }
program=$1 tables=$2
games=${3:-200} time=${4:-20} seed=${5:-1} plies=${6:-18}
openings=$(mktemp)
trap 'rm -f "$openings"' EXIT
"$program" tablebase openings --game morris --path "$tables" --count $((games / 2)) --seed "$seed" \
    --plies "$plies" >"$openings"
report=$("$program" match morris \
    --engine "name=tables,cmd=$program,option.TablePath=$tables" \
    --engine "name=plain,cmd=$program" \
    --movetime "$time" --margin 5000 --openings "$openings" --rounds $((games / 2)) | tee /dev/stderr)
[[ $report != *forfeit* ]] || echo "some games were forfeited: see above"
grep -Eq '^  tables +\+[0-9]+ =[0-9]+ -0 ' <<<"$report" || { echo "games were lost"; exit 1; }
