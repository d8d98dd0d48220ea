#!/usr/bin/env bash
# Installs PostgreSQL for the tests of the store: they start a server of their own and need only its programs.
# Where it can be neither found nor installed, those tests are skipped.
set -euo pipefail

if command -v initdb > /dev/null; then exit 0; fi
for initdb in /usr/lib/postgresql/*/bin/initdb; do
  if [ -x "$initdb" ]; then exit 0; fi
done

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo 'PostgreSQL is not installed, and only root can install it (with apt-get). Its tests are skipped. To run them, install' >&2
  echo 'PostgreSQL 13 or newer, so that initdb is in PATH or under /usr/lib/postgresql.' >&2
  exit 0
fi

echo 'Installing PostgreSQL for the tests of the store …' >&2
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends postgresql; } > /dev/null; then
  echo 'Installing PostgreSQL failed, see above. Its tests are skipped.' >&2
fi
