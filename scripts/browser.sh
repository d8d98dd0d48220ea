#!/usr/bin/env bash
# Installs Chromium for the tests that open a page in a real browser: npm installs what drives one, but no browser.
# Where it can be neither found nor installed, those tests are skipped.
set -euo pipefail

for name in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable; do
  if [ -n "$name" ] && command -v "$name" > /dev/null; then exit 0; fi
done

if [ "$(id -u)" != 0 ] || ! command -v apt-get > /dev/null; then
  echo 'Chromium is not installed, and only root can install it (with apt-get). The browser tests are skipped.' >&2
  exit 0
fi

echo 'Installing Chromium for the browser tests …' >&2
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; } > /dev/null; then
  echo 'Installing Chromium failed, see above. The browser tests are skipped.' >&2
fi
