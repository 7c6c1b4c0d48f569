import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { database } from '#lib/database/client.ts'
import { checkInvariants } from '#lib/ledger/invariants.ts'
import { Changes } from '#lib/pipeline/changes.ts'
import { statementOf } from '#lib/pipeline/changes-statement.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { env } from '#lib/process/env.ts'
import { runtime } from '#lib/runtime.ts'
import { type Access, createDemoMerchant } from './demo/merchant.ts'
import { foundedBefore, livePast } from './demo/past.ts'
import { createWorld, type Left } from './demo/world.ts'

/**
 * Creates the demo merchant with four months of history, made by the operations themselves, and writes its sign-ins
 * to `demoFile`, readable by its owner only.
 *
 * All of it is one transaction. The file is written beside its place before the commit and moved there after it: a
 * crash at any time leaves either no merchant, or a whole one that the next start finds by the unfinished file.
 */
export async function seed({ demoFile }: { demoFile: string }): Promise<void> {
  if (await finishSeed(demoFile)) return
  const unfinished = `${demoFile}.unfinished`
  await database().prisma.$transaction(
    async (tables) => {
      // Some 16,000 statements of 200 shapes: planning each of them again takes as long as running it.
      await tables.$executeRaw`SET LOCAL plan_cache_mode = force_generic_plan`
      const access = await createDemo(tables)
      rmSync(unfinished, { force: true })
      writeFileSync(unfinished, demoJson(access), { mode: 0o600, flush: true })
    },
    { maxWait: 10_000, timeout: 300_000 },
  )
  renameSync(unfinished, demoFile)
}

/** Moves the file of a merchant that was committed just before a crash. @returns whether there was one */
export async function finishSeed(demoFile: string): Promise<boolean> {
  const unfinished = `${demoFile}.unfinished`
  if (!(await wasCommitted(unfinished))) return false
  renameSync(unfinished, demoFile)
  return true
}

/** @throws when the history breaks a rule that must always hold; nothing of it is kept then */
async function createDemo(tables: Tables): Promise<Access> {
  const present = Date.now()
  const world = createWorld(tables, env(), foundedBefore(present))
  const { access, account_id, shop } = await createDemoMerchant(
    tables,
    world,
    env().AUTHORIZATION_WINDOW_SECONDS,
  )
  await planByIndexes(tables, true)
  const left = await livePast(world, shop, present)
  await planByIndexes(tables, false)
  await assertSound(tables, account_id)
  await enqueue(tables, left)
  await tables.accounts.update({
    where: { id: account_id },
    data: { history_until: Math.floor(present / 1000) },
  })
  return access
}

/** The tables grow within one transaction, without statistics: plans that were made while they were empty must use indexes. */
async function planByIndexes(tables: Tables, only: boolean): Promise<void> {
  const value = only ? 'off' : 'on'
  await tables.$queryRaw`
    SELECT set_config('enable_seqscan', ${value}, true), set_config('enable_hashjoin', ${value}, true),
           set_config('enable_mergejoin', ${value}, true)`
}

/** Open work is left to the worker: these jobs exist if and only if the history does. */
async function enqueue(tables: Tables, left: Left[]): Promise<void> {
  const changes = new Changes()
  for (const { name, data, at } of left)
    changes.enqueue({ name, data, after: Math.max(0, at - Date.now()) / 1000, key: null })
  const { text, values } = statementOf([{ changes }], runtime().queues)
  await tables.$queryRawUnsafe(text, ...values)
}

async function assertSound(tables: Tables, accountId: string): Promise<void> {
  const violations = await checkInvariants(async <Row>(text: string, values: unknown[]) => ({
    rows: await tables.$queryRawUnsafe<Row[]>(text, ...values),
  }))
  const ours = violations.filter(({ rows }) => rows.some((row) => row.account_id === accountId))
  if (ours.length === 0) return
  const text = JSON.stringify(ours, (_key, value) => (typeof value === 'bigint' ? Number(value) : value))
  throw new Error(`The demo history breaks what must always hold: ${text}`)
}

/** Whether the seed was ended between the commit and the move of the file: then the merchant is there. */
async function wasCommitted(unfinished: string): Promise<boolean> {
  if (!existsSync(unfinished)) return false
  const { rows } = await database().pool.query('SELECT 1 FROM api_keys WHERE id = $1', [keyIn(unfinished)])
  return rows.length === 1
}

/** A file that was cut off while it was written names no key: its transaction cannot have been committed. */
function keyIn(unfinished: string): string {
  try {
    return (JSON.parse(readFileSync(unfinished, 'utf8')) as Access).test.key_id
  } catch {
    return ''
  }
}

/** The documented properties first; `staff` has a sign-in for each role, of which the owner's is the demo sign-in. */
function demoJson({ staff, test, live }: Access): string {
  const { BASE_URL, MCP_URL } = env()
  const demo = { base_url: BASE_URL, mcp_url: MCP_URL, ...staff.owner, test, live, staff }
  return `${JSON.stringify(demo, null, 2)}\n`
}
