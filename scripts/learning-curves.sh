#!/usr/bin/env bash
# Learning curves: the score of a learner against random play after 0, 100, 1,000 and 10,000 games,
# for three schemes: positions and features (the default), the same with searches (--nodes), and
# literal.
#
#   scripts/learning-curves.sh [-m MOST] [-t TESTS] [-n NODES] [-s SECONDS] [GAME...]
#
#   -m  games of the last point, 10000
#   -t  test games a point, 1000: a standard deviation of at most 1.6 %
#   -n  nodes of the searches, 100, up to 1,000 games; 0 leaves them out
#   -s  leave out a point that would take longer in seconds, judging by the one before: 600
#
# Needs cargo. Prints a row for each point, and keeps rows, with their milliseconds, and stores in
# target/curves, or $CURVES, which are not computed again. With the default settings it takes about half
# an hour on an idle core; `-m 100 -t 200 -n 0 morris hexceed` takes some seconds.
set -euo pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/.."
most=10000 tests=1000 nodes=100 longest=600
while getopts m:t:n:s: option; do
    case $option in
    m) most=$OPTARG ;;
    t) tests=$OPTARG ;;
    n) nodes=$OPTARG ;;
    s) longest=$OPTARG ;;
    *) sed -n '2,/^set/s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    esac
done
shift $((OPTIND - 1))
program=${QUINCUNX:-target/release/quincunx}
[[ -x $program ]] || cargo build --release --locked
games=("$@")
if [[ ${#games[@]} == 0 ]]; then
    read -ra games < <("$program" ugi | sed -n 's/^option name UCI_Variant .* default [a-z]* //p' | sed 's/var //g')
fi
folder=${CURVES:-target/curves}
mkdir -p "$folder"
rows=$folder/rows-$tests.txt
touch "$rows"

score() { # game, player
    "$program" match "$1" --engine "$2" --engine random --rounds $((tests / 2)) --random-plies 0 \
        --every 1000000 --max-plies 500 | sed -n 's/^ *learner *//p'
}

# Prints a row and keeps it, with the milliseconds that it took, which are in `took` then. An existing
# row is not measured again.
row() { # name, command that tells the rest
    local line started
    if ! IFS=$'\t' read -r line took < <(grep "^$1: " "$rows"); then
        started=$(date +%s%3N)
        line="$1: $("${@:2}")"
        took=$(($(date +%s%3N) - started))
        # Interrupted runs have no score.
        [[ $line != *%* ]] || printf '%s\t%s\n' "$line" "$took" >>"$rows"
    fi
    echo "$line"
}
point() { # game, scheme, games
    local learned scored
    learned=$("$program" learn "$1" --games "$3" --store "$store" --trials 0 "${how[@]}" | tail -1)
    if [[ $(tr -d , <<<"${learned%% games*}") != "$3" ]]; then
        echo "the store has more games: $learned"
    else
        scored=$(score "$1" "learner:store=$store,scheme=$told,name=learner")
        echo "$scored  ($learned)"
    fi
}

for game in "${games[@]}"; do
    row "$game 0" score "$game" random:name=learner
    for scheme in positions searches literal; do
        store=$folder/$game-$scheme
        how=() told=positions last=1000000
        case $scheme in
        searches)
            ((nodes > 0)) || continue
            how=(--nodes "$nodes") last=1000
            ;;
        literal) how=(--literal) told=literal ;;
        esac
        rate=0 before=0
        for n in 100 1000 10000 100000; do
            ((n <= most && n <= last)) || break
            if ((rate * (n - before) > longest * 1000)); then
                echo "$game $scheme $n: left out, it would take about $((rate * (n - before) / 1000)) s"
                break
            fi
            row "$game $scheme $n" point "$game" "$scheme" "$n"
            # Milliseconds a game; with the tests, which are as many as the games of the second point.
            rate=$((took / (n - before))) before=$n
        done
    done
done
