#!/usr/bin/env bash
# Expected: a cell of an HTML table (which many banks name .xls) that says 1.234,50 is read as a text, or as 1234.50.
# xlsx 0.18.5: it is the number 1.2345, while 1,50,000.50 beside it is 150000.5.
# Seen: {"t":"n","v":1.2345}.
# Why it matters: an amount a thousand times too small, with no sign of doubt, in a kind of file that banks really offer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 2>/dev/null
cat >run.mjs <<'JS'
import XLSX from 'xlsx'

const { Sheets } = XLSX.read('<table><tr><td>1.234,50</td><td>1,50,000.50</td></tr></table>', { type: 'string' })
console.log(JSON.stringify(['A1', 'B1'].map((cell) => [Sheets.Sheet1[cell].t, Sheets.Sheet1[cell].v])))
JS
cat >expected <<'OUT'
[["n",1.2345],["n",150000.5]]
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
