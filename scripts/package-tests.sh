#!/usr/bin/env bash
# Installs each package of target/packages where no Rust is, and uses it there: the wheel in an environment
# whose PATH holds nothing else, the others in a minimal Debian. Runs the programs on emulated old
# processors, and checks the packed crate. Takes two minutes; scripts/package.sh makes the packages.
#
#   scripts/package-tests.sh
#
# Needs root on Debian, for chroot; it installs what is missing of mmdebstrap, qemu-user and python3-venv.
set -euo pipefail
cd "$(dirname "$0")/.."

fail() {
    echo "package-tests: $*" >&2
    exit 1
}

[[ $# == 0 ]] || fail "no arguments, not \"$*\""
[[ $(id -u) == 0 ]] && grep -qs '^ID=debian' /etc/os-release || fail "this needs root on Debian"
packages=$PWD/target/packages work=$PWD/target/package
[[ -f $packages/SHA256SUMS ]] || fail "no packages in $packages: run scripts/package.sh"
missing=()
command -v mmdebstrap >/dev/null || missing+=(mmdebstrap)
command -v qemu-x86_64 >/dev/null || missing+=(qemu-user)
python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
[[ ${#missing[@]} == 0 ]] || { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >&2

place=$(mktemp -d)
board=
trap '[[ -z $board ]] || kill "$board"; rm -rf "$place"' EXIT
bench=$(cat .ci/bench)
level=x86-64
grep -qw avx2 /proc/cpuinfo && level=x86-64-v3

same() { # WHAT FOUND EXPECTED
    [[ $2 == "$3" ]] || fail "$1 is \"$2\", not \"$3\""
    echo "$1: $2"
}

# try NAME COMMAND...: uses the program that the words start.
try() {
    local name=$1 address
    shift
    same "$name, bench" "$("$@" bench | sed -n 's/^Nodes searched: //p')" "$bench"
    same "$name, analyse" "$("$@" analyse morris --depth 6 | grep -c '^Best move: ')" 1
    same "$name, exit code" "$("$@" nonsense >/dev/null 2>&1 && echo 0 || echo $?)" 1
    : >"$place/board"
    "$@" board --no-open --port 0 >"$place/board" 2>/dev/null &
    board=$!
    for _ in {1..100}; do
        read -r address <"$place/board" && break
        sleep 0.1
    done
    [[ -n $address ]] || fail "$name: the board prints no address"
    python3 - "$address" >"$place/page" <<'END'
import sys, urllib.request
print(urllib.request.urlopen(sys.argv[1], timeout=10).read().decode())
END
    same "$name, page" "$(grep -o '<title>.*</title>' "$place/page")" "<title>Quincunx</title>"
    [[ $level == x86-64 ]] || same "$name, build" "$(readlink "/proc/$board/exe" | grep -o x86-64-v3)" "$level"
    kill -INT "$board"
    wait "$board" || fail "$name: the board ends with $?"
    board=
}

(cd "$packages" && sha256sum --check --quiet SHA256SUMS)

python3 -m venv "$place/venv"
env -i "$place/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$packages"/*.whl
try wheel env -i PATH="$place/venv/bin" quincunx
cat >"$place/games.py" <<'END'
from quincunx import Search, State, games
for game in games():
    state = State(game)
    while not state.is_over:
        state.play(state.random_move(state.hash))
    assert State.from_record(game, ";".join(state.moves)).result == state.result
    assert Search(game, hash=1).best(State(game), depth=2).move in State(game).legal_moves()
print(len(games()), "games")
END
same "wheel, module" "$(env -i "$place/venv/bin/python" "$place/games.py")" "5 games"
same "wheel, python -m" "$(env -i "$place/venv/bin/python" -m quincunx --version)" "$("$place/venv/bin/quincunx" --version)"

root=$work/root
[[ -d $root ]] || mmdebstrap --quiet --variant=essential --include=man-db "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root"
mkdir "$place/root"
cp -a "$root/." "$place/root"
inside=(unshare --mount sh -ec 'mount --bind /proc "$0/proc"; exec chroot "$0" "$@"' "$place/root" env -i PATH=/usr/bin:/bin:/usr/sbin:/sbin)

mkdir "$place/root/opt/archive"
tar -xf "$packages"/*.tar.gz -C "$place/root/opt/archive" --strip-components=1
try archive "${inside[@]}" /opt/archive/bin/quincunx

cp "$packages"/*.deb "$place/root/quincunx.deb"
"${inside[@]}" dpkg --install /quincunx.deb >/dev/null
try deb "${inside[@]}" quincunx
same "deb, manual" "$("${inside[@]}" man quincunx-analyse 2>/dev/null | grep -c '^NAME$')" 1
for file in usr/share/{bash-completion/completions/quincunx,fish/vendor_completions.d/quincunx.fish,zsh/vendor-completions/_quincunx} \
    usr/share/doc/quincunx/{copyright,THIRD-PARTY.gz}; do
    [[ -s $place/root/$file ]] || fail "the Debian package has no $file"
done
"${inside[@]}" dpkg --purge quincunx >/dev/null
[[ ! -e $place/root/usr/bin/quincunx ]] || fail "the Debian package leaves its program behind"

archive=$place/root/opt/archive
for processor in Opteron_G1 Nehalem; do
    old=(qemu-x86_64 -cpu "$processor")
    same "$processor, module" "$("${old[@]}" "$place/venv/bin/python" "$place/games.py")" "5 games"
    same "$processor, bench" "$("${old[@]}" "$archive/bin/quincunx" bench | sed -n 's/^Nodes searched: //p')" "$bench"
    said=$("${old[@]}" "$archive"/libexec/*/quincunx bench 2>&1 && echo 0 || echo $?)
    [[ $said == *"needs a processor with AVX2"*$'\n'1 ]] || fail "on $processor, the build for x86-64-v3 says \"$said\""
done

crate=$(echo "$work"/quincunx-*.crate)
size=$(stat -c %s "$crate")
((size < 2000000)) || fail "$crate has $size bytes"
same "crate, other files" "$(tar -tf "$crate" | grep -cE '/tests/|tests\.rs$|/benches|\.png$' || true)" 0
echo "all packages work"
