#!/bin/sh
# Installs the packages that are missing; does nothing, and needs no network, when none is.
set -eu
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null 2>&1; then
  echo "swift is not on PATH; install Swift 6.3 or later: https://www.swift.org/install" >&2
  exit 1
fi
if [ "$(uname -s)" = Darwin ]; then
  echo "on macOS: brew install libarchive openssl@3 sqlite pkgconf" >&2
  exit 0
fi
if ! command -v dpkg-query >/dev/null 2>&1; then
  echo "not Debian or Ubuntu: install the equivalents of scripts/packages-debian.txt yourself" >&2
  exit 0
fi

missing=""
for package in $(grep -v '^#' scripts/packages-debian.txt); do
  state=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [ "$state" = "install ok installed" ] || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
if [ "$(id -u)" != 0 ]; then
  as_root="sudo"
  command -v sudo >/dev/null 2>&1 || { echo "missing, and neither root nor sudo to install them:$missing" >&2; exit 1; }
fi
echo "installing$missing" >&2
$as_root env DEBIAN_FRONTEND=noninteractive apt-get update -q </dev/null >&2
# shellcheck disable=SC2086 # the names are meant to be split
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing </dev/null >&2
