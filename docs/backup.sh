#!/usr/bin/env bash
# Saves an installation's database and files in one archive, while the portal runs.
#
#   DATABASE_URL=postgres://… docs/backup.sh FILES_FOLDER ARCHIVE.tar
#
# The master key is not in the archive: keep it elsewhere, or whoever has the archive has the secrets in it.
set -euo pipefail

: "${DATABASE_URL:?set it to the database of the installation}"
if [ $# -ne 2 ]; then
  echo "usage: DATABASE_URL=... $0 FILES_FOLDER ARCHIVE.tar" >&2
  exit 2
fi
files=$1
archive=$2

# Orders and addresses are in it.
umask 077
work=$(mktemp -d "$archive.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The database first: a file that comes while we copy is then one too many, not one that a row misses.
pg_dump --format=custom --no-owner --no-privileges --file="$work/database.dump" --dbname="$DATABASE_URL"

# Until the first upload there is no such folder. The link keeps the copy out of the work folder.
if [ -d "$files" ]; then
  ln -s "$(cd "$files" && pwd)" "$work/files"
else
  echo "note: $files is not there; the archive will hold no files" >&2
  mkdir "$work/files"
fi

# GNU tar says 1 when a file changed under it. Files are written once, so that is one still being uploaded.
tar --create --file="$work/archive" --directory="$work" --dereference database.dump files || [ $? -eq 1 ]
mv "$work/archive" "$archive"
