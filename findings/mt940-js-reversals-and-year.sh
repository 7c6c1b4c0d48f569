#!/usr/bin/env bash
# Expected: in MT940 the mark RD reverses a debit, so it is money that comes in; the booking day 02 January after a value
# date of 31 December 2026 is in 2027.
# mt940-js 1.0.0: does not start without tslib, which it does not depend on; with it, RD is neither a credit nor a reversal,
# and the booking date is in January 2026.
# Seen: entryDate 2026-01-02; for RD isCredit false and no field that says that it is a reversal.
# Why it matters: the return of a failed payout counts as a second payout, and a booking of the new year moves to the start
# of the old one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts mt940-js@1.0.0 tslib@2.8.1 2>/dev/null
cat >run.mjs <<'JS'
import { read } from 'mt940-js'

const file = `:20:STATEMENT
:25:000111222999
:28C:1/1
:60F:C261231INR1000,00
:61:2612310102C500,00NTRFNONREF
:86:IN
:61:261231RD100,00NTRFNONREF
:86:RETURNED
:62F:C270102INR1600,00
-
`
const [statement] = await read(Buffer.from(file))
const [first, second] = statement.transactions
console.log(first.valueDate, first.entryDate)
console.log(second.amount, second.isCredit, 'isReversal' in second)
JS
cat >expected <<'OUT'
2026-12-31 2026-01-02
100 false false
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
