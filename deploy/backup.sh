#!/bin/sh
# Writes a backup of the database into the folder $1 now and then once a day, and keeps the last 14. PGHOST and the like say which
# database; INTERVAL and KEEP change the seconds between two and their number; ONCE=yes ends after the first.
set -eu
folder=$1
umask 077
while :; do
  file="$folder/service-$(date -u +%Y%m%dT%H%M%SZ).dump"
  if pg_dump --format=custom --file="$file.part" && pg_restore --list "$file.part" >/dev/null; then
    mv "$file.part" "$file"
    echo "backup: wrote $file"
    ls -1 "$folder"/service-*.dump | sort -r | tail -n +$((${KEEP:-14} + 1)) | while read -r old; do rm -f "$old"; done
  else
    rm -f "$file.part"
    echo "backup: FAILED; the earlier ones stay" >&2
    [ "${ONCE:-no}" = no ] || exit 1
  fi
  [ "${ONCE:-no}" = no ] || exit 0
  sleep "${INTERVAL:-86400}"
done
