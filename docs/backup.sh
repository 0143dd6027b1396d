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

# The portal makes it at its start: a name that leads nowhere is a wrong one, not a portal without files.
if [ ! -d "$files" ]; then
  echo "$files is not there" >&2
  exit 1
fi

# Orders and addresses are in it.
umask 077
work=$(mktemp -d "$archive.XXXXXX")
trap 'rm -rf "$work"' EXIT

# The database first: a file that comes while we copy is then one too many, not one that a row misses.
pg_dump --format=custom --no-owner --no-privileges --file="$work/database.dump" --dbname="$DATABASE_URL"

# The link keeps the copy out of the work folder.
ln -s "$(cd "$files" && pwd)" "$work/files"

# GNU tar says 1 when a file changed under it. Files are written once, so that is one still being uploaded.
tar --create --file="$work/archive" --directory="$work" --dereference database.dump files || [ $? -eq 1 ]
mv "$work/archive" "$archive"
