#!/usr/bin/env bash
# Expected: in a column of a CSV file all dates are read in one order, or none is turned into a number.
# xlsx 0.18.5 (the newest on npm): 01/11/2026 becomes the day number of 11 January, 13/11/2026 stays a text, because it is no
# date in the American order; a reference of 22 digits loses its last digits.
# Seen: 46033 (11 January 2026) and "13/11/2026" in one column; 12345678901234567000.
# Why it matters: a statement of November comes in with bookings of January, and references no longer match. The option raw
# keeps all three as texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts xlsx@0.18.5 2>/dev/null
cat >run.mjs <<'JS'
import XLSX from 'xlsx'

const file = 'utr,date\n0012345678901234567890,01/11/2026\n1,13/11/2026\n'
for (const raw of [false, true]) {
  const { Sheets } = XLSX.read(file, { type: 'string', raw })
  console.log(JSON.stringify(XLSX.utils.sheet_to_json(Sheets.Sheet1)))
}
JS
cat >expected <<'OUT'
[{"utr":12345678901234567000,"date":46033},{"utr":1,"date":"13/11/2026"}]
[{"utr":"0012345678901234567890","date":"01/11/2026"},{"utr":"1","date":"13/11/2026"}]
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
