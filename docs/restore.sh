#!/usr/bin/env bash
# Brings an archive of backup.sh back, into an empty database and an empty folder. The portal must not run.
#
#   DATABASE_URL=postgres://… docs/restore.sh FILES_FOLDER ARCHIVE.tar
set -euo pipefail

: "${DATABASE_URL:?set it to an empty database}"
if [ $# -ne 2 ]; then
  echo "usage: DATABASE_URL=... $0 FILES_FOLDER ARCHIVE.tar" >&2
  exit 2
fi
files=$1
archive=$2

# Nothing is overwritten: mixed with what is there, neither the old nor the new state would be whole.
if [ -d "$files" ] && [ -n "$(ls -A "$files")" ]; then
  echo "$files is not empty" >&2
  exit 1
fi
tables=$(psql --no-psqlrc --tuples-only --no-align --dbname="$DATABASE_URL" --command \
  "select count(*) from pg_tables where schemaname not in ('pg_catalog', 'information_schema')")
if [ "$tables" != 0 ]; then
  echo "the database is not empty: it has $tables tables" >&2
  exit 1
fi

umask 077
mkdir -p "$files"
work=$(mktemp -d "$files.XXXXXX")
trap 'rm -rf "$work"' EXIT

tar --extract --file="$archive" --directory="$work"
pg_restore --exit-on-error --single-transaction --no-owner --no-privileges --dbname="$DATABASE_URL" "$work/database.dump"
# The same disk: moved, not copied a second time. The database is whole by now.
find "$work/files" -mindepth 1 -maxdepth 1 -exec mv -t "$files" {} +
