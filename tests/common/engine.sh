#!/bin/sh
# An engine for tests of the client side: its n-th search finds the move mN, and it ends at `crash`.
# After `slow FILE` it takes three seconds to write that file before it ends.
while read -r line; do
    case $line in
    go*) n=$((n + 1)); echo "info depth $n" ;;
    stop) echo "bestmove m$n" ;;
    isready) echo readyok ;;
    bad) echo info string error bad-argument: no ;;
    crash) exit 3 ;;
    die) kill -KILL $$ ;;
    slow*) slow=${line#slow } ;;
    quit) [ -z "$slow" ] || { sleep 3 && echo saved >"$slow"; }; exit 0 ;;
    esac
done
