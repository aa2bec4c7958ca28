#!/bin/sh
# One encrypted backup, for ordbook-backup.service. It counts as made, for its metric and its alert, once it is encrypted
# in the folder, and copied if BACKUP_COPY says how; else it ends with an error. What was not copied stays in the folder.
#
#   BACKUP_RECIPIENTS  file with the public keys whose owners can read it (age -R); keep the secret keys elsewhere
#   BACKUP_FOLDER      where backups are kept
#   BACKUP_KEEP_DAYS   older ones in the folder are removed (default 30)
#   BACKUP_COPY        shell command that copies "$file" elsewhere, as: rclone copy "$file" offsite:ordbook
set -eu
umask 077
export file="$BACKUP_FOLDER/ordbook-$(date -u +%Y%m%dT%H%M%SZ).dump.age"
work=$(mktemp -d)
trap 'rm -rf "$work" "$file.part"' EXIT
settings=${CREDENTIALS_DIRECTORY:+--settings $CREDENTIALS_DIRECTORY/service.env}
# shellcheck disable=SC2086,SC2016 # two words; the command is expanded when it runs
ordbook $settings backup "$work/dump" --after '
  age --encrypt --recipients-file "$BACKUP_RECIPIENTS" --output "$file.part" "$1" &&
    sync "$file.part" && mv "$file.part" "$file" && eval "${BACKUP_COPY:-true}"'
find "$BACKUP_FOLDER" -name 'ordbook-*.dump.age' -mtime "+${BACKUP_KEEP_DAYS:-30}" -delete
