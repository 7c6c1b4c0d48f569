import { openCluster } from '#bench/cluster.ts'
import { openDesk } from '#bench/desk.ts'
import { makeAuthorized, AMOUNT } from '#bench/data/authorized.ts'
import { launch } from '#bench/servers/launch.ts'
const cluster = await openCluster()
const desk = await openDesk(await cluster.fresh('bench_try'))
const ids = await makeAuthorized(desk.database.pool, desk.accountId, 400)
const server = await launch((process.argv[2] ?? 'front') as any, desk.url)
const n = Number(process.argv[3] ?? 32)
async function one(id: string) {
  const t = performance.now()
  const r = await fetch(`${server.url}/v1/payments/${id}/capture`, { method: 'POST', headers: { authorization: desk.authorization, 'idempotency-key': id, 'content-type': 'application/json' }, body: JSON.stringify({ amount: AMOUNT, currency: 'INR' }) })
  const text = await r.text()
  return [r.status, Math.round(performance.now() - t), r.status===200?'':text]
}
for (let i=0;i<5;i++) console.log(await one(ids.pop()!))
for (let k=0;k<3;k++) { const t=performance.now(); const rs = await Promise.all(Array.from({length:n},()=>one(ids.pop()!))); console.log(n, performance.now()-t, JSON.stringify(rs).slice(0,1500)) 
 }
await cluster.stop(); process.exit()
