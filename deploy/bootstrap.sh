#!/bin/sh
# Makes .venv and brings it to one of the locks: bootstrap.sh runtime|test
#
# .venv/*.lock are copies of the locks last installed. Comparing contents instead of times keeps
# the second run instant and survives branch switches, copies and clock changes.
set -eu

cd "$(dirname "$0")/.."

wanted=${1:-}
case $wanted in
    runtime | test) ;;
    *)
        echo "usage: bootstrap.sh runtime|test" >&2
        exit 2
        ;;
esac
python=${PYTHON:-python3}
# pip trusts the machine's certificates; uv, unless told, only its own, which fails behind a proxy.
export UV_SYSTEM_CERTS="${UV_SYSTEM_CERTS:-1}"

say() {
    echo "bootstrap: $*" >&2
}

need_python() {
    if ! command -v "$python" >/dev/null 2>&1; then
        say "$python was not found. On Debian: sudo apt-get install python3 python3-venv"
        exit 1
    fi
    if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
        say "Python 3.11 or newer is needed; $python is $("$python" -V 2>&1)."
        say "Name another one with: make PYTHON=python3.12 …"
        exit 1
    fi
}

# Debian ships the venv module without the ensurepip it needs; that is in a package of its own.
need_ensurepip() {
    if "$python" -c 'import ensurepip' 2>/dev/null; then
        return
    fi
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "$python has no ensurepip: installing Debian's python3-venv"
        apt-get update
        DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends python3-venv
        if "$python" -c 'import ensurepip' 2>/dev/null; then
            return
        fi
    fi
    say "$python cannot make virtual environments because ensurepip is missing."
    say "On Debian and its relatives install it with: sudo apt-get install python3-venv"
    exit 1
}

# The browser tests need one. It is the only thing outside this folder that is ever installed.
need_chromium() {
    for name in "${WALLENSTEIN_CHROMIUM:-}" chromium chromium-browser google-chrome; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
            return
        fi
    done
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing Debian's chromium for the browser tests"
        if apt-get update -qq &&
            DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
                chromium fonts-dejavu-core; then
            return
        fi
    fi
    say "THERE IS NO CHROMIUM: the browser tests will be skipped, and fail where CI is set."
    say "Install it with: sudo apt-get install chromium, or name one in WALLENSTEIN_CHROMIUM."
}

venv_works() {
    .venv/bin/python -c '
import importlib.util, sys
sys.exit(sys.version_info < (3, 11) or importlib.util.find_spec("pip") is None)
' 2>/dev/null
}

is_installed() {
    cmp -s "requirements/$1.txt" ".venv/$1.lock"
}

uv_is_there() {
    [ -x .venv/bin/uv ] && is_installed bootstrap
}

# A build server may have no home; then the caches go where everything else goes.
choose_caches() {
    cache=${XDG_CACHE_HOME:-${HOME:+$HOME/.cache}}
    if [ -n "$cache" ] && mkdir -p "$cache" 2>/dev/null && [ -w "$cache" ]; then
        return
    fi
    export UV_CACHE_DIR="${UV_CACHE_DIR:-$PWD/.venv/cache/uv}"
    export PIP_CACHE_DIR="${PIP_CACHE_DIR:-$PWD/.venv/cache/pip}"
}

make_venv() {
    need_python
    need_ensurepip
    say "making .venv with $("$python" -V 2>&1)"
    rm -rf .venv
    "$python" -m venv .venv
}

install_uv() {
    say "installing uv"
    .venv/bin/python -m pip install --disable-pip-version-check --require-hashes \
        -r requirements/bootstrap.txt
    cp requirements/bootstrap.txt .venv/bootstrap.lock
}

uv_pip() {
    # uv must neither fetch a Python of its own nor tie .venv to its cache by hard links.
    UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy .venv/bin/uv pip "$@"
}

install_lock() {
    say "installing requirements/$wanted.txt"
    # Until this has ended well, .venv equals no lock.
    rm -f .venv/runtime.lock .venv/test.lock
    if [ "$wanted" = test ]; then
        uv_pip sync --python .venv/bin/python --require-hashes requirements/test.txt
        cp requirements/test.txt .venv/test.lock
    else
        # Not sync: somebody who only plays in between keeps the test tools.
        uv_pip install --python .venv/bin/python --require-hashes -r requirements/runtime.txt
    fi
    # test.txt is compiled with runtime.txt as constraint, so either way the runtime is complete.
    cp requirements/runtime.txt .venv/runtime.lock
}

venv_works || make_venv
if [ "$wanted" = test ]; then
    need_chromium
fi
if uv_is_there && is_installed "$wanted"; then
    exit 0
fi
choose_caches
uv_is_there || install_uv
is_installed "$wanted" || install_lock
say "ready"
