#!/usr/bin/env bash
# Expected: with errorOnInvalid, a text that is no amount of the configured format is an error.
# currency.js 2.0.4: errorOnInvalid only concerns values that are neither text nor number. "1.500,50" is one rupee fifty,
# "1e5" is fifteen, "500.00 Dr" and an opened bracket are positive, and a minus after the number gives NaN without an error.
# Seen: 1.50, 15.00, 500.00, 500.00, NaN.
# Why it matters: banks write debits as "500.00-" and "500.00 Dr", and spreadsheets write 100000 as 1E+5. None of this is
# noticed by the option that seems to be there for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts currency.js@2.0.4 2>/dev/null
cat >run.mjs <<'JS'
import currency from 'currency.js'

for (const text of ['1.500,50', '1e5', '500.00 Dr', '(500.00', '500.00-'])
  console.log(text, String(currency(text, { errorOnInvalid: true })))
JS
cat >expected <<'OUT'
1.500,50 1.50
1e5 15.00
500.00 Dr 500.00
(500.00 500.00
500.00- NaN
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
