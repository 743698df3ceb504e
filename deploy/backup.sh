#!/bin/sh
# Writes a backup into the folder $1 now and then once a day, encrypted for the public key $2 if there is one, and keeps the last 14.
# Of several databases (DATABASES_DIR) each has a folder of its name in there.
# INTERVAL and KEEP change the seconds between two and their number; ONCE=yes ends after the first.
set -eu
folder=$1
recipient=${2:-}
root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
child=
# As the first process of a container the shell would not heed the signal, and while a program runs before it, only afterwards.
trap '[ -z "$child" ] || kill "$child" 2>/dev/null || :; wait; exit 143' TERM INT
while_heeding() {
  "$@" &
  child=$!
  wait "$child"
}
# write FOLDER [DATABASE]
write() {
  while_heeding "$root/service" ${2:+--database "$2"} backup "$1" --keep "${KEEP:-14}" ${recipient:+--recipient "$recipient"}
}
# One that fails keeps no other from being written.
write_all() {
  [ -n "${DATABASES_DIR:-}" ] || { write "$folder"; return; }
  failed=no
  for file in first "$DATABASES_DIR"/*.env; do
    name=$(basename "$file" .env)
    [ "$name" != '*' ] || continue
    { mkdir -p "$folder/$name" && write "$folder/$name" "$name"; } || { echo "backup: $name FAILED" >&2; failed=yes; }
  done
  [ "$failed" = no ]
}
while :; do
  if write_all; then
    [ "${ONCE:-no}" = no ] || exit 0
  else
    echo "backup: FAILED; the earlier ones stay" >&2
    [ "${ONCE:-no}" = no ] || exit 1
  fi
  while_heeding sleep "${INTERVAL:-86400}"
done
