#!/usr/bin/env bash
# Plays games between two processes of one engine over pipes and checks that each ends by the rules.
#
#   scripts/live-match.sh PROGRAM GAME [GAMES] [NODES]
#
# PROGRAM is the engine, GAME one of its games; the default is 2 games at 300 nodes a move. A third
# process is the referee: it must accept every move and agree about the end. Exits 1 on an illegal
# move, a refusal, or an answer that takes more than 20 seconds. Takes seconds per game.
set -euo pipefail

program=${1:?PROGRAM GAME [GAMES] [NODES]} game=${2:?PROGRAM GAME [GAMES] [NODES]}
games=${3:-2} nodes=${4:-300}

fail() {
    echo "live-match: $game: $*" >&2
    exit 1
}

coproc FIRST { exec "$program" --game "$game"; }
first_in=${FIRST[1]} first_out=${FIRST[0]}
# Bash warns that it manages only one coprocess at a time; the descriptors above suffice.
{ coproc SECOND { exec "$program" --game "$game"; }; } 2>/dev/null
second_in=${SECOND[1]} second_out=${SECOND[0]}
{ coproc REFEREE { exec "$program" --game "$game"; }; } 2>/dev/null
referee_in=${REFEREE[1]} referee_out=${REFEREE[0]}

# answer DESCRIPTOR WORD: the rest of the next line that begins with WORD. An error line ends the
# script if it is called by a plain assignment, which alone passes on that it failed.
answer() {
    local line
    while IFS= read -r -t 20 -u "$1" line; do
        case $line in
        "info string error"*) fail "$line" ;;
        "$2 "*)
            echo "${line#"$2" }"
            return
            ;;
        esac
    done
    fail "no $2 came"
}

ask() { # QUERY
    echo "query $1" >&"$referee_in"
    answer "$referee_out" response
}

for ((round = 1; round <= games; round++)); do
    moves=() position="position startpos"
    echo ucinewgame >&"$first_in"
    echo ucinewgame >&"$second_in"
    while :; do
        echo "$position" >&"$referee_in"
        over=$(ask gameover)
        [[ $over == false ]] || break
        first=$(ask p1turn)
        # Two random plies make every game different.
        if ((${#moves[@]} < 2)); then
            listed=$(ask moves)
            read -ra legal <<<"$listed"
            move=${legal[RANDOM % ${#legal[@]}]}
        elif [[ $first == true ]]; then
            printf '%s\ngo nodes %s\n' "$position" "$nodes" >&"$first_in"
            move=$(answer "$first_out" bestmove)
        else
            printf '%s\ngo nodes %s\n' "$position" "$nodes" >&"$second_in"
            move=$(answer "$second_out" bestmove)
        fi
        is_legal=$(ask "islegal $move")
        [[ $is_legal == true ]] || fail "$move is not legal after ${moves[*]}"
        moves+=("$move")
        position="position startpos moves ${moves[*]}"
    done
    result=$(ask result)
    echo "$game game $round: $result after ${#moves[@]} plies"
done
