#!/bin/sh
# Converts the store of a notes app of 2014 into its schema of today, and shows the report.
# usage: scripts/demo.sh HEIRLOOM
set -eu
heirloom=$1
folder=.build/demo
mkdir -p "$folder"

echo "\$ heirloom convert fixtures/notes/Notes.sqlite --mapping mappings/notes/notes.mapping.swift --output $folder/Notes.store"
echo
"$heirloom" convert fixtures/notes/Notes.sqlite --mapping mappings/notes/notes.mapping.swift --output "$folder/Notes.store" --overwrite
echo
echo "\$ heirloom query $folder/Notes.store 'SELECT title, priority, (SELECT count(*) FROM \"Note.tags\" WHERE owner = Note._id) AS tags FROM Note LIMIT 3'"
"$heirloom" query "$folder/Notes.store" \
  'SELECT title, priority, (SELECT count(*) FROM "Note.tags" WHERE owner = Note._id) AS tags FROM Note LIMIT 3'
echo
echo "\$ heirloom convert fixtures/realm/notes.realm --mapping mappings/realm/notes.mapping.swift --output $folder/RealmNotes.store"
echo
"$heirloom" convert fixtures/realm/notes.realm --mapping mappings/realm/notes.mapping.swift --output "$folder/RealmNotes.store" --overwrite
