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
        apt_get python3-venv
        if "$python" -c 'import ensurepip' 2>/dev/null; then
            return
        fi
    fi
    say "$python cannot make virtual environments because ensurepip is missing."
    say "On Debian and its relatives install it with: sudo apt-get install python3-venv"
    exit 1
}

# The browser tests need one. Root has it installed; for everybody else it is unpacked in .venv.
need_chromium() {
    if has_chromium && has_atomic && needs_no_shell; then
        return
    fi
    if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing Debian's chromium for the browser tests"
        apt-get update -qq || true
        has_chromium || apt_get chromium fonts-dejavu-core || true
        has_atomic || apt_get libatomic1 || true
        needs_no_shell || apt_get chromium-headless-shell || do_without_shell
    elif command -v apt-get >/dev/null 2>&1 && ! { has_chromium && has_atomic; }; then
        # What is still found when this is gone is the machine's own.
        rm -rf .venv/debian
        if has_chromium; then
            sh deploy/unpack.sh libatomic1 || true
        else
            sh deploy/unpack.sh libatomic1 chromium fonts-dejavu-core chromium-headless-shell || true
        fi
    fi
    if ! has_chromium; then
        say "THERE IS NO CHROMIUM: the browser tests will be skipped, and fail where CI is set."
        say "Install it with: sudo apt-get install chromium, or name one in WALLENSTEIN_CHROMIUM."
    fi
    if ! has_atomic; then
        say "THERE IS NO libatomic.so.1, which Playwright needs: the browser tests will fail."
        say "Install it with: sudo apt-get install libatomic1"
    fi
}

has_chromium() {
    for name in "${WALLENSTEIN_CHROMIUM:-}" chromium chromium-browser google-chrome \
        .venv/debian/bin/chromium; do
        if [ -n "$name" ] && command -v "$name" >/dev/null 2>&1; then
            return 0
        fi
    done
    return 1
}

# The same browser without windows takes a third less of the machine; older Debians lack it.
needs_no_shell() {
    [ -n "${WALLENSTEIN_CHROMIUM:-}" ] || [ -e .venv/without-shell ] ||
        command -v chromium-headless-shell >/dev/null 2>&1
}

# Not asked for again as long as this .venv is there.
do_without_shell() {
    say "going on without chromium-headless-shell"
    : > .venv/without-shell
}

# The Node that drives the browser is linked with it, and no package says so.
has_atomic() {
    [ -x .venv/debian/bin/node ] ||
        .venv/bin/python -c 'import ctypes; ctypes.CDLL("libatomic.so.1")' 2>/dev/null
}

apt_get() {
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@"
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
    # uv must neither fetch a Python of its own nor tie .venv to its cache by hard links. Bytecode is
    # made now: who may not write it later (an unprivileged service, a guarded process, a machine
    # with PYTHONDONTWRITEBYTECODE) would compile every module at every start.
    UV_PYTHON_DOWNLOADS=never UV_LINK_MODE=copy UV_COMPILE_BYTECODE=1 .venv/bin/uv pip "$@"
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
