#!/usr/bin/env bash
# Installs nats-server for the tests of wide streams: they start servers of their own and need only the program.
# Debian 12 has a version that is too old, so that one package, a single program, comes from Debian 13 on the same mirror.
# Where it can be neither found nor installed, those tests are skipped.
set -euo pipefail

least=2.10.27
for server in "${NATS_SERVER:-}" nats-server /usr/sbin/nats-server /usr/local/sbin/nats-server; do
  if [ -n "$server" ] && command -v "$server" > /dev/null; then
    version=$("$server" --version | sed 's/.*v//')
    if [ "$(printf '%s\n' "$least" "$version" | sort -V | head -n 1)" = "$least" ]; then exit 0; fi
  fi
done

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo "NATS is not installed, and only root can install it (with apt-get). Its tests are skipped. To run them, install nats-server" >&2
  echo "$least or newer, so that it is in PATH, or set NATS_SERVER to its path." >&2
  exit 0
fi

echo 'Installing nats-server for the tests of wide streams …' >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/lists/partial" "$folder/package"
chmod 755 "$folder"
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | { grep '/debian/*$' || true; } | head -n 1)
keys=/usr/share/keyrings/debian-archive-keyring.gpg
echo "deb [signed-by=$keys] ${mirror:-http://deb.debian.org/debian} trixie main" > "$folder/sources.list"
apt() {
  apt-get -qq -o Dir::Etc::sourcelist="$folder/sources.list" -o Dir::Etc::sourceparts=- -o Dir::State::lists="$folder/lists" \
    -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root "$@"
}
install() {
  apt update > /dev/null && cd "$folder/package" && apt download nats-server > /dev/null &&
    dpkg -x nats-server_*.deb . && command install -m 755 usr/sbin/nats-server /usr/local/sbin/nats-server
}
if ! install; then echo 'Installing nats-server failed, see above. Its tests are skipped.' >&2; fi
