import { openCluster } from '#bench/cluster.ts'
import { openDesk, settings } from '#bench/desk.ts'
import { makeAuthorized, AMOUNT } from '#bench/data/authorized.ts'
import { sendLoad } from '#bench/load.ts'
import { fork } from 'node:child_process'
import { once } from 'node:events'
const what = process.argv[2], secs = Number(process.argv[3] ?? 4)
const cluster = await openCluster()
const url = what === 'list' ? await cluster.kept('bench_payments_1000', async()=>{ throw new Error('no') }) : await cluster.fresh('bench_try')
const desk = await openDesk(url)
const ids = what === 'capture' ? await makeAuthorized(desk.database.pool, desk.accountId, 4000) : []
const child = fork('bench/servers/front.ts', { execArgv: ['--cpu-prof', '--cpu-prof-dir=/tmp/bt/prof-' + what, '--cpu-prof-interval=500'], env: { ...process.env, ...settings(url), PORT: '4977', HOST: '127.0.0.1' }, stdio: ['ignore','ignore','ignore','ipc'] })
await once(child, 'message')
let n = 0
const T: any = { url: 'http://127.0.0.1:4977', connections: 32, headers: { authorization: desk.authorization, 'content-type': 'application/json' }, status: what === 'orders' ? 201 : 200, next: () => what === 'list' ? { method: 'GET', path: '/v1/payments?count=100' } : what === 'orders' ? { method: 'POST', path: '/v1/orders', headers: { 'idempotency-key': 'k' + n++ + Date.now() }, body: JSON.stringify({ amount: 50_000, currency: 'INR', receipt: 'receipt-1', notes: { shelf: 'A-12' } }) } : (() => { const id = ids.pop(); return id ? { method: 'POST', path: `/v1/payments/${id}/capture`, headers: { 'idempotency-key': id }, body: JSON.stringify({ amount: AMOUNT, currency: 'INR' }) } : undefined })() }
console.log(await sendLoad(T, secs))
child.disconnect(); await once(child, 'exit')
await cluster.stop(); process.exit()
