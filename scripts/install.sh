#!/bin/sh
# Installs the built command into PREFIX: bin/heirloom, and the Swift libraries it needs in lib/heirloom.
# usage: scripts/install.sh BINARY PREFIX
set -eu
binary=$1
prefix=$2

install -d "$prefix/bin"
if [ "$(uname -s)" = Darwin ]; then
  # The Swift runtime is part of macOS; the parser's libraries stay with the toolchain that built the command.
  install -m 755 "$binary" "$prefix/bin/heirloom"
  exit 0
fi

swift=$(readlink -f "$(command -v swift)")
toolchain=$(dirname "$(dirname "$swift")")/lib/swift
libraries=$prefix/lib/heirloom
rm -rf "$libraries"
install -d "$libraries"
# Everything the command loads from the toolchain, directly or not; what the system has stays the system's.
LD_LIBRARY_PATH="$toolchain/host:$toolchain/linux" ldd "$binary" | awk '{ print $3 }' | grep "^$toolchain/" |
  while read -r library; do install -m 644 "$library" "$libraries/"; done
install -m 755 "$binary" "$prefix/bin/heirloom"

# It must start with nothing in the environment, and take every Swift library from its own folder.
if env -i LD_TRACE_LOADED_OBJECTS=1 "$prefix/bin/heirloom" | grep -E "not found|$toolchain"; then
  echo "the installed command does not find its libraries" >&2
  exit 1
fi
env -i "$prefix/bin/heirloom" --version
