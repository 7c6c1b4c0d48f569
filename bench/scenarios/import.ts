import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type pg from 'pg'
import { fillPayments } from '#bench/data/payments.ts'
import { addRecords } from '#bench/data/records.ts'
import { type Instance, openInstance, settings } from '#bench/instance.ts'
import { memoryOf } from '#bench/memory.ts'
import type { Result, Setting } from '#bench/scenarios/scenario.ts'
import { launch } from '#bench/servers/launch.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { foldCountChanges } from '#lib/counters/fold.ts'
import { repairCounts } from '#lib/counters/repair.ts'
import { addGateway } from '#lib/domain/acquirers/add.ts'
import type { GatewayImport, LeftOutRow } from '#lib/domain/gateway-imports/schema.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { GATEWAY_KINDS } from '#lib/ports/gateway-records.ts'
import { newId } from '#lib/values/id.ts'

const ROWS = 100_000
const NETWORKS = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' }

type Printed = { import: GatewayImport; left_out: LeftOutRow[] }

/**
 * `counterfoil import-gateway` from a second instance with 100,000 payments, their cards, notes, orders, customers, refunds
 * and a settlement a day, into an empty account: how long it takes, and the memory of the process.
 */
export async function importFromGateway({ cluster }: Setting): Promise<Result> {
  const thereUrl = await cluster.fresh('bench_import_there')
  const there = await openInstance(thereUrl)
  await fillGateway(there)
  const server = await launch('router', thereUrl)
  const hereUrl = await cluster.fresh('bench_import_here')
  const here = await openInstance(hereUrl, NETWORKS)
  try {
    await addAccount(here, there, server.url)
    const { seconds, peak, printed } = await runImport(here)
    await foldCountChanges(here.runtime)
    const violations = await checkInvariants(here.runtime.query)
    const { progress, adjustments } = printed.import
    const read = GATEWAY_KINDS.map((kind) => `${progress[kind].read} ${kind}`).join(', ')
    const left = GATEWAY_KINDS.reduce((sum, kind) => sum + progress[kind].left_out, 0)
    return {
      outcomes: [],
      plans: [],
      figures: [
        { what: 'import of a gateway account with 100,000 payments', value: seconds, unit: 's' },
        { what: 'memory of the importing process at its peak', value: peak, unit: 'MB' },
      ],
      notes: [
        `Read ${read}; ${left} left out, ${adjustments} adjustments, import ${printed.import.status}. Rules of the ledger and the counters that do not hold: ${violations.map(({ name }) => name).join(' ') || 'none'}`,
      ],
    }
  } finally {
    await here.runtime.acquirers.close()
    await here.close()
    await there.close()
    await server.stop()
  }
}

async function fillGateway({ database: { pool, prisma }, accountId, runtime }: Instance): Promise<void> {
  await fillPayments(pool, { accountId, count: ROWS, others: [], total: ROWS })
  await addRecords(pool, accountId)
  await addSettlements(pool, accountId)
  await prisma.$transaction(repairCounts, { timeout: 3_600_000 })
  await foldCountChanges(runtime)
  await pool.query('VACUUM (ANALYZE)')
}

/** What was captured and refunded on a day is settled two days later, except of the last ones. */
async function addSettlements(pool: pg.Pool, account: string): Promise<void> {
  await pool.query(
    `INSERT INTO balance_movements (account_id, id, kind, source, payment_id, amount, currency, fee, tax, credit, debit, created_at)
     SELECT account_id, 'ltx_' || right(id, 14), 'capture', id, id, amount, currency, fee, tax, amount - fee, 0, captured_at
     FROM payments WHERE account_id = $1 AND captured
     UNION ALL
     SELECT account_id, 'ltx_r' || right(id, 13), 'refund', id, payment_id, amount, currency, 0, 0, 0, amount, created_at
     FROM refunds WHERE account_id = $1`,
    [account],
  )
  await pool.query(
    `UPDATE balance_movements SET settlement_id = 'setl_' || lpad((created_at / 86400)::text, 14, '0')
     WHERE account_id = $1 AND created_at < (SELECT max(created_at) FROM payments) - 3 * 86400`,
    [account],
  )
  await pool.query(
    `INSERT INTO settlements (account_id, id, amount, currency, status, fees, tax, utr, run, captured_until, movements,
       created_at, finished_at)
     SELECT $1, settlement_id, sum(net), 'INR', 'processed', sum(fees), sum(taxes), 'UTR' || right(settlement_id, 12),
       settlement_id, max(bucket), jsonb_object_agg(bucket, total), (max(bucket) / 86400 + 2) * 86400 + 21600,
       (max(bucket) / 86400 + 2) * 86400 + 21600
     FROM (SELECT settlement_id, created_at - created_at % 1800 AS bucket, count(*) AS total, sum(credit - debit) AS net,
             sum(fee) AS fees, sum(tax) AS taxes
           FROM balance_movements WHERE account_id = $1 AND settlement_id IS NOT NULL GROUP BY 1, 2) AS counted
     GROUP BY settlement_id`,
    [account],
  )
}

async function addAccount(here: Instance, there: Instance, url: string): Promise<void> {
  const [key_id = '', key_secret = ''] = Buffer.from(there.authorization.slice(6), 'base64')
    .toString()
    .split(':')
  const live = await here.database.prisma.accounts.findFirstOrThrow({ where: { mode: 'live' } })
  const actor = await systemActor(here.runtime.query, live.id, 'bench')
  const credentials = {
    url,
    key_id,
    key_secret,
    webhook_secret: 'none of its own',
    dialect: 'razorpay' as const,
  }
  const requestId = newId('request', Date.now())
  await execute(here.runtime, addGateway, actor, credentials, { requestId })
}

async function runImport(here: Instance): Promise<{ seconds: number; peak: number; printed: Printed }> {
  const args = ['scripts/counterfoil.ts', 'import-gateway', '--merchant', here.merchantId, '--json']
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...settings(here.url), ...NETWORKS },
  })
  let text = ''
  let peak = 0
  child.stdout.on('data', (part) => {
    text += part
  })
  const look = setInterval(() => {
    peak = Math.max(peak, memoryOf(child.pid ?? 0).peak)
  }, 250)
  await once(child, 'close')
  clearInterval(look)
  return { seconds: (performance.now() - begun) / 1000, peak, printed: JSON.parse(text) }
}
