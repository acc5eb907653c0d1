#!/bin/sh
# Writes a dump of the production database to a folder: backup.sh FOLDER
#
# The seal keys are not in it, on purpose: whoever has both can read every sealed plan.
set -eu

folder=${1:?usage: backup.sh FOLDER}
: "${DATABASE_URL:?DATABASE_URL is not set: read it from wallenstein.env first}"
umask 077
mkdir -p "$folder"
name="$folder/wallenstein-$(date -u +%Y%m%dT%H%M%SZ).dump"
# The final name appears when the dump is whole.
pg_dump --format=custom --file="$name.part" "$DATABASE_URL"
mv "$name.part" "$name"
echo "$name"
