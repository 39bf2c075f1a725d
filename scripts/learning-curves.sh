#!/usr/bin/env bash
# Curves of learning: the score of a learner against dice after 0, 100, 1,000 and 10,000 games, by the
# default scheme and by the literal one, 1,000 test games a point.
#
#   scripts/learning-curves.sh [GAMES OF THE LAST POINT] [GAME...]
#
# Needs cargo; keeps the stores in target/curves, so that it goes on where it was interrupted. All five
# games to 10,000 take some hours of one core, Hexceed, Morris and Trimok minutes.
set -euo pipefail
cd "$(dirname "$0")/.."
most=${1:-10000}
shift || true
program=${QUINCUNX:-target/release/quincunx}
[[ -x $program ]] || cargo build --release --locked
games=("$@")
if [[ ${#games[@]} == 0 ]]; then
    read -ra games < <("$program" ugi | sed -n 's/^option name UCI_Variant .* default [a-z]* //p' | sed 's/var //g')
fi
tests=1000
mkdir -p target/curves

score() { # game, player
    "$program" match "$1" --engine "$2,name=learner" --engine random --rounds $((tests / 2)) --random-plies 0 \
        --every 1000000 --max-plies 500 | sed -n 's/^ *learner //p'
}

for game in "${games[@]}"; do
    for scheme in positions literal; do
        store=target/curves/$game-$scheme
        for n in 1 100 1000 10000 100000; do
            ((n <= most)) || break
            literal=()
            [[ $scheme == literal ]] && literal=(--literal)
            learned=$("$program" learn "$game" --games "$n" --store "$store" --trials 0 "${literal[@]}" | tail -1)
            echo "$game $scheme $n: $(score "$game" "learner:store=$store,scheme=$scheme")  ($learned)"
        done
    done
done
