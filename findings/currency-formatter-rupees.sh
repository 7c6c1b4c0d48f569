#!/usr/bin/env bash
# Expected: INR is grouped as in India, 12,34,567.89, when a library formats by the code of a currency.
# currency-formatter 1.5.9: its table has one grouping, by thousands, for the rupee as well.
# Seen: ₹1,234,567.89.
# Why it matters: amounts of a lakh and more are misread by the people who check them; Intl.NumberFormat('en-IN') is right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts currency-formatter@1.5.9 2>/dev/null
cat >run.mjs <<'JS'
import formatter from 'currency-formatter'

console.log(formatter.format(1234567.891, { code: 'INR' }))
console.log(new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' }).format(1234567.891))
JS
cat >expected <<'OUT'
₹1,234,567.89
₹12,34,567.89
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
