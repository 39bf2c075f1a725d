#!/usr/bin/env bash
# Plays two builds or two commits against each other until a sequential test decides which is
# stronger.
#
#   scripts/match.sh NEW OLD GAME [--fast] [MATCH ARGUMENT...]
#   scripts/match.sh --build COMMIT
#
# NEW and OLD are programs, or commits, which are built first in worktrees below target/builds; that
# takes some minutes each, and the builds are kept. Further arguments go to `quincunx match`. The
# defaults:
#
#   --tc 5+0.05                        or --fast: 40000 nodes a move, for a machine that does other work
#   --sprt elo0=0,elo1=5               normalized Elo, from the results of pairs
#   --openings benches/openings/GAME.txt    the next one for each pair
#   --concurrency N                    a game for each processor
#   --record target/matches/..         `quincunx match --resume FILE` continues an interrupted match
#
# A match of equals takes some 20,000 games, days at this speed. Several machines share it: the same command
# with --shard 1/2 on one and --shard 2/2 on the other, in checkouts at the same place, then
# `quincunx match --merge`. The exit code is that of `match`: 0 if NEW is an improvement, 1 if it is not,
# 3 if the rounds did not decide, 2 if something does not work. The second form builds a commit alone
# and prints the path of its program.
set -Eeuo pipefail
shopt -s inherit_errexit
# 1 would be a verdict.
trap 'exit 2' ERR

here=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)

# build WHAT: the path of a program, built if WHAT is a commit.
build() {
    if [[ -x $1 && ! -d $1 ]]; then
        realpath "$1"
        return
    fi
    local commit tree
    commit=$(git -C "$here" rev-parse --short --verify --quiet "$1^{commit}") || {
        echo "match: $1 is neither a program nor a commit" >&2
        exit 2
    }
    tree=$here/target/builds/$commit
    if [[ ! -x $tree/quincunx ]]; then
        echo "building $1 ($commit)" >&2
        # A build that failed leaves its source.
        rm -rf "$tree/source"
        git -C "$here" worktree prune
        git -C "$here" worktree add --quiet --detach --force "$tree/source" "$commit" >&2
        (cd "$tree/source" && cargo build --release --locked --quiet --target-dir "$tree/target") >&2
        cp "$tree/target/release/quincunx" "$tree/quincunx"
        git -C "$here" worktree remove --force "$tree/source"
        rm -r "$tree/target"
    fi
    echo "$tree/quincunx"
}

if [[ ${1:-} == --build && $# == 2 ]]; then
    build "$2"
    exit
fi
[[ $# -ge 3 ]] || { echo "match: NEW OLD GAME [--fast] [MATCH ARGUMENT...], or --build COMMIT" >&2; exit 2; }
new=$1 old=$2 game=$3
shift 3
new_program=$(build "$new")
old_program=$(build "$old")
# The referee is the newer program, which knows at least as much.
referee=$new_program
"$referee" match --help >/dev/null 2>&1 || referee=$here/target/release/quincunx

has() { # FLAG ARGUMENT...: whether the flag is among the arguments
    local flag=$1 word
    shift
    for word in "$@"; do [[ $word == "$flag" || $word == "$flag="* ]] && return; done
    return 1
}
[[ ${1:-} != --fast ]] || set -- "${@:2}" --nodes 40000
has --tc "$@" || has --movetime "$@" || has --nodes "$@" || has --depth "$@" || set -- "$@" --tc 5+0.05
has --sprt "$@" || set -- "$@" --sprt elo0=0,elo1=5
has --concurrency "$@" || set -- "$@" --concurrency "$(nproc)"
openings=$here/benches/openings/$game.txt
has --openings "$@" || has --random-plies "$@" || [[ ! -e $openings ]] || set -- "$@" --openings "$openings"
if ! has --record "$@"; then
    mkdir -p "$here/target/matches"
    set -- "$@" --record "$here/target/matches/$game-$(date +%Y%m%d-%H%M%S)-$$.games"
fi
exec "$referee" match "$game" --engine "name=new,cmd='$new_program'" \
    --engine "name=old,cmd='$old_program'" "$@"
