#!/usr/bin/env bash
# Expected: the official Node client passes a date on, or reads "01-11-2026" as its users in India write it, 1 November.
# razorpay 2.9.8: it reads day-month-year as month-day-year where that is possible, and sends NaN where it is not. A Date
# object is sent as ISO text, although the API takes Unix seconds.
# Seen: from=1768089600 (11 January 2026) for 01-11-2026, to=NaN for 13-11-2026, from=2026-11-01T00:00:00.000Z for a Date.
# Why it matters: a report "from 1 to 12 November" silently covers 11 January to 11 December; a server should refuse NaN and
# ISO text by name, and cannot see the first case at all. Send Unix seconds.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts razorpay@2.9.8 2>/dev/null
cat >run.mjs <<'JS'
import http from 'node:http'
import Razorpay from 'razorpay'

process.env.TZ = 'UTC'
const server = http.createServer((request, response) => {
  console.log(request.url)
  response.setHeader('content-type', 'application/json')
  response.end('{"entity":"collection","count":0,"items":[]}')
})
server.listen(0, '127.0.0.1', async () => {
  const client = new Razorpay({ key_id: 'key_test_example', key_secret: 'example' })
  client.api.rq.defaults.baseURL = `http://127.0.0.1:${server.address().port}`
  await client.payments.all({ from: '01-11-2026', to: '12-11-2026' })
  await client.payments.all({ to: '13-11-2026' })
  await client.payments.all({ from: new Date('2026-11-01') })
  server.close()
})
JS
cat >expected <<'OUT'
/v1/payments?from=1768089600&to=1796947200&count=10&skip=0
/v1/payments?to=NaN&count=10&skip=0
/v1/payments?from=2026-11-01T00:00:00.000Z&count=10&skip=0
OUT
node --no-warnings run.mjs >seen
diff expected seen
echo 'As described.'
