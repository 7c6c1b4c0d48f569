#!/usr/bin/env bash
# Expected: a reversed debit (RD) has the sign of a credit and a reversed credit (RC) that of a debit, as documented in the
# SWIFT standard; a second :86: after a booking belongs to it or is reported; the booking day after the turn of the year is
# in the new year.
# @centrapay/swift-parser 1.0.1: signs are right, but the second :86: is dropped without a word and the booking date stays in
# the old year.
# Seen: entryDate 2026-01-02 after a date of 2026-12-31; detailSegments ["ONE"] of two.
# Why it matters: some banks put the reference of the payer into the second :86:, and a date eleven months early finds no
# settlement.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @centrapay/swift-parser@1.0.1 2>/dev/null
cat >run.mjs <<'JS'
import parser from '@centrapay/swift-parser'

const file = `:20:STATEMENT
:25:000111222999
:28C:1/1
:60F:C261231INR1000,00
:61:2612310102C500,00NTRFNONREF
:86:ONE
:86:UTR616612345671
:62F:C270102INR1500,00
-
`
const [{ transactions }] = parser.parse({ type: 'mt940', data: file })
console.log(JSON.stringify(transactions.map(({ date, entryDate, detailSegments }) => [date, entryDate, detailSegments])))
JS
cat >expected <<'OUT'
[["2026-12-31T00:00:00.000Z","2026-01-02T00:00:00.000Z",["ONE"]]]
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
