#!/usr/bin/env bash
# Tests the page of `quincunx board` in a real browser; takes some minutes. Uses $BROWSER_PROGRAM,
# or the first of chromium-headless-shell, chromium and google-chrome; if there is none and it has
# permission, it installs Debian's chromium-headless-shell. Arguments go to the tests:
# scripts/browser-tests.sh pictures
set -euo pipefail
cd "$(dirname "$0")/.."

install="apt-get update && apt-get install -y --no-install-recommends chromium-headless-shell"

find_browser() {
    for program in ${BROWSER_PROGRAM:-} chromium-headless-shell chromium google-chrome; do
        command -v "$program" && return
    done
    return 1
}

if ! BROWSER_PROGRAM=$(find_browser); then
    if [[ $(id -u) == 0 ]] && grep -qs '^ID=debian' /etc/os-release; then
        eval "$install" >&2
        BROWSER_PROGRAM=$(find_browser)
    else
        echo "No browser found. Set BROWSER_PROGRAM, or as root on Debian: $install" >&2
        exit 1
    fi
fi
export BROWSER_PROGRAM
echo "Browser: $BROWSER_PROGRAM"
cargo test --locked --test board -- --ignored --test-threads 3 "$@"
cargo test --locked --test sixth_game -- --ignored "$@"
