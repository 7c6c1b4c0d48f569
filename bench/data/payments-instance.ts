import type { Cluster } from '#bench/cluster.ts'
import { fillLists } from '#bench/data/list-records.ts'
import { fillPayments } from '#bench/data/payments.ts'
import { type Instance, openInstance } from '#bench/instance.ts'
import { foldCountChanges } from '#lib/counters/fold.ts'
import { repairCounts } from '#lib/counters/repair.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'

/** Larger databases have several merchants, of whom the measured one has three in ten payments. */
const SEVERAL = 5_000_000
const OTHERS = 7
/** The rows of every other list. */
const LISTED = 100_000
const LIMITS = { authorization_window_seconds: 259_200 }

/** How many of the payments are the account's. */
function ownRows(rows: number): number {
  return rows < SEVERAL ? rows : Math.floor(rows * 0.3)
}

/** How far down the deep pages are: past nine tenths of the account's payments, or past a million. */
export function depthOf(rows: number): number {
  return Math.min(1_000_000, Math.floor(ownRows(rows) * 0.9))
}

/** A database with so many payments, made once, with their counters; and how many seconds that took. */
export async function paymentsInstance(
  cluster: Cluster,
  rows: number,
): Promise<Instance & { filledIn: number }> {
  const { url, filledIn } = await cluster.stored(`bench_payments_${rows}`, (url) => fillInstance(url, rows))
  const instance = await openInstance(url)
  // The requests of earlier runs; the log would grow with every run. Those that it was filled with stay.
  await instance.database.pool.query(`DELETE FROM request_logs WHERE id NOT LIKE 'req_0000%'`)
  return { ...instance, filledIn }
}

/** Fills an empty database with so many payments, and counts them. */
export async function fillInstance(url: string, rows: number): Promise<void> {
  process.stderr.write(`Filling a database with ${rows.toLocaleString('en')} payments…`)
  const begun = performance.now()
  const instance = await openInstance(url)
  const { pool, prisma } = instance.database
  const others: string[] = []
  for (let other = 0; rows >= SEVERAL && other < OTHERS; other += 1) {
    const { accounts } = await prisma.$transaction((tables) =>
      createMerchant(tables, { name: `Other Stores ${other}`, country: 'IN' }, Date.now(), LIMITS),
    )
    others.push(accounts.test)
  }
  const { accountId, merchantId } = instance
  await fillLists(pool, { accountId, merchantId, most: Math.min(LISTED, rows) })
  await fillPayments(pool, { accountId, count: ownRows(rows), others, total: rows })
  await prisma.$transaction(repairCounts, { timeout: 3_600_000 })
  await foldCountChanges(instance.runtime)
  await pool.query('VACUUM (FREEZE, ANALYZE) record_counts, record_count_changes')
  await instance.close()
  process.stderr.write(` done in ${Math.round((performance.now() - begun) / 1000)} s.\n`)
}
