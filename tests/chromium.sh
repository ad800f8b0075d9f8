#!/usr/bin/env bash
# A Chromium for the browser tests, best the one that has no windows, from the system's own packages: where it has none
# or they may not be installed, those tests are skipped, and `make test` says at its end how many.
if command -v chromium-headless-shell >/dev/null || ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
    exit 0
fi
install() { DEBIAN_FRONTEND=noninteractive apt-get install -qq --no-install-recommends "$1" >/dev/null 2>&1; }
apt-get update -qq >/dev/null 2>&1
install chromium-headless-shell || command -v chromium chromium-browser google-chrome >/dev/null || install chromium ||
    echo "The system has no Chromium to install."
