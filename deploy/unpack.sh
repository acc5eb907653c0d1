#!/bin/sh
# Unpacks Debian packages, and whatever they need that this machine lacks, into .venv/debian:
# unpack.sh PACKAGE…
#
# For somebody who is not root and may install nothing. apt chooses, fetches and checks as ever, but
# with lists of its own; nothing outside this folder is written.
set -eu

cd "$(dirname "$0")/.."
# It gets its name when it is known to work, so that one half fetched is never taken for a whole.
part=$PWD/.venv/debian.part

say() {
    echo "unpack: $*" >&2
}

apt() {
    apt-get -qq -o Dir::State="$part/apt" -o Dir::State::status=/var/lib/dpkg/status \
        -o Dir::Cache="$part/apt/cache" -o Acquire::Languages=none "$@"
}

plan() {
    apt install --simulate --no-install-recommends "$@"
}

# Nobody has run the scripts of these packages: libraries and fonts are where no program looks.
# Playwright's Node is in none of them, but needs a library that is.
write_starter() {
    cat >"$part/start" <<'END'
#!/bin/sh
home=$(cd "$(dirname "$0")/.." && pwd)
name=$(basename "$0")
lib=$home/root/usr/lib
folders=$(printf '%s:' "$home"/root/lib/*-linux-gnu* "$lib"/*-linux-gnu* "$lib"/*-linux-gnu*/*/)
export LD_LIBRARY_PATH="$folders$lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$home/fonts.conf" XDG_CACHE_HOME="$home/cache"
if [ "$name" = node ]; then
    set -- "$home"/../lib/python3*/site-packages/playwright/driver/node "$@"
else
    set -- "$lib/chromium/$name" "$@"
fi
exec "$@"
END
    chmod +x "$part/start"
    cat >"$part/fonts.conf" <<'END'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">root/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias><family>serif</family><accept><family>DejaVu Serif</family></accept></alias>
  <alias><family>monospace</family><accept><family>DejaVu Sans Mono</family></accept></alias>
</fontconfig>
END
    mkdir "$part/bin"
    if ls "$part"/root/usr/lib/*/libatomic.so.1 >/dev/null 2>&1; then
        ln -s ../start "$part/bin/node"
    fi
    for name in chromium chromium-headless-shell; do
        if [ -x "$part/root/usr/lib/chromium/$name" ]; then
            ln -s ../start "$part/bin/$name"
            "$part/bin/$name" --version >&2
        fi
    done
}

rm -rf "$part"
trap 'rm -rf "$part"' EXIT
mkdir -p "$part/apt/cache" "$part/debs" "$part/root"

say "fetching Debian's $* into .venv, as no root is here"
# One source that does not answer is no reason to give up: the others may have everything.
apt update || true
known=
for name; do
    if plan "$name" >/dev/null; then
        known="$known $name"
    else
        say "going on without $name"
    fi
done
# shellcheck disable=SC2086 # a package's name has no spaces, here and below
names=$(plan $known | sed -n 's/^Inst \([^ ]*\) .*/\1/p')
if [ -z "$names" ]; then
    say "there is nothing that apt can fetch"
    exit 1
fi
say "fetching $(echo "$names" | wc -w) packages"
# shellcheck disable=SC2086
(cd "$part/debs" && apt download $names)
say "unpacking them"
for deb in "$part"/debs/*.deb; do
    dpkg-deb --extract "$deb" "$part/root"
done
write_starter
rm -rf "$part/apt" "$part/debs" .venv/debian
mv "$part" .venv/debian
