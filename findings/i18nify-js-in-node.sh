#!/usr/bin/env bash
# Expected: @razorpay/i18nify-js formats an amount by its currency in Node as in a browser, or says that it needs a locale; an
# Indian mobile number is grouped 98765 43210, as libphonenumber groups it.
# @razorpay/i18nify-js 1.12.9: without a locale it reads window and fails in Node; the number is grouped after four digits.
# Seen: "window is not defined"; 9876 543210.
# Why it matters: pages that are rendered on the server fail only there, and people compare phone numbers by their groups.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @razorpay/i18nify-js@1.12.9 2>/dev/null
cat >run.mjs <<'JS'
import { formatNumber, formatPhoneNumber } from '@razorpay/i18nify-js'

console.error = () => {}
try {
  console.log(formatNumber(1234567.5, { currency: 'INR' }))
} catch (error) {
  console.log(/window is not defined/.test(error.message))
}
console.log(formatNumber(1234567.5, { currency: 'INR', locale: 'en-IN' }).replace(/\s/g, ' '))
console.log(formatPhoneNumber('9876543210', 'IN'))
JS
cat >expected <<'OUT'
true
₹12,34,567.50
9876 543210
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
