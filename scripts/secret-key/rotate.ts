import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { KeyRing } from '#lib/auth/key-ring.ts'
import { fingerprintOf } from '#lib/auth/secrets.ts'
import { sealRing } from '#lib/auth/stored-ring.ts'
import type { Query } from '#lib/database/query.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { countText } from '#lib/values/number-text.ts'
import { type Instance, writeAuditLines } from '#scripts/command-line/instance.ts'
import { resealAll } from './reseal.ts'
import { assertRotating, isKey, livingProcesses, processList, storedKeys } from './state.ts'

/** How long running processes may take to read new data keys, in milliseconds. They look each second. */
const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 200
/** How often rows that others had locked are tried again. */
const MAX_PASSES = 20

/** One command's hold on the database: `query` is that of the lock. */
export type RotationWork = Pick<Instance, 'transaction'> & { query: Query; ring: KeyRing; secretKey: string }

export function newSecretKey(): string {
  return randomBytes(32).toString('base64')
}

/**
 * Begins a change of SECRET_KEY: from now on both keys open the database, and there is a data key more, which nothing uses
 * yet.
 * @throws CannotStart while a process runs that would not understand values of the new data key
 */
export async function beginRotation(work: RotationWork, nextKey: string): Promise<void> {
  const { query, ring, secretKey } = work
  const old = (await livingProcesses(query)).filter(({ ring_version }) => ring_version === null)
  if (old.length > 0)
    throw new CannotStart(
      `An older version still runs and could not read values of a new data key: ${processList(old)}. Restart it with this version first.`,
    )
  await ring.refresh(query)
  await work.transaction(async (tables) => {
    const inside = queryOf(tables)
    const stored = await storedKeys(inside)
    const [former] = stored
    if (!former || stored.length > 1) throw new CannotStart('SECRET_KEY is being changed already.')
    const { keys } = ring.contents
    const id = Math.max(...keys.data.map((known) => known.id)) + 1
    const next = { ...keys, data: [...keys.data, { id, key: newSecretKey() }] }
    await inside('UPDATE secret_keys SET sealed = $1 WHERE number = $2', [
      sealRing(secretKey, next),
      former.number,
    ])
    await inside(
      'INSERT INTO secret_keys (number, fingerprint, sealed, created_at) VALUES ($1, $2, $3, $4)',
      [former.number + 1, fingerprintOf(nextKey), sealRing(nextKey, next), Math.floor(Date.now() / 1000)],
    )
    await inside('UPDATE key_ring SET version = version + 1', [])
    await note(tables, 'begin_key_change', { from: former.fingerprint, to: fingerprintOf(nextKey) })
  })
  await ring.refresh(query)
}

/**
 * Puts the newest data key to use once every running process has read it, and seals every value again with it. It goes on
 * from wherever an earlier run ended.
 * @returns how many values were sealed again; what is `left` was locked by others all the time
 * @throws CannotStart when a process does not read the data keys
 */
export async function resealWithNewest(
  { query, ring }: RotationWork,
  say: (line: string) => void,
  patienceMs = PATIENCE_MS,
): Promise<{ resealed: number; left: number; unreadable: number }> {
  await ring.refresh(query)
  await untilRead(query, ring.version, patienceMs)
  const newest = Math.max(...ring.contents.keys.data.map(({ id }) => id))
  await query('UPDATE key_ring SET data_key = $1, version = version + 1 WHERE data_key < $1', [newest])
  await ring.refresh(query)
  // Then no process uses the former one any more.
  await untilRead(query, ring.version, patienceMs)
  let resealed = 0
  for (let pass = 1; ; pass += 1) {
    const { counts, left, unreadable } = await resealAll(query, ring, true)
    for (const { column, resealed: count } of counts) {
      resealed += count
      if (count > 0) say(`${column}: ${countText(count, 'value', 'values')} sealed again.`)
    }
    if (left === 0 || pass === MAX_PASSES) return { resealed, left, unreadable }
    await sleep(LOOK_EVERY_MS)
  }
}

/** Waits until every living process has read this version of the ring. */
async function untilRead(query: Query, version: number, patienceMs: number): Promise<void> {
  const end = performance.now() + patienceMs
  for (;;) {
    const behind = (await livingProcesses(query)).filter(({ ring_version }) => (ring_version ?? -1) < version)
    if (behind.length === 0) return
    if (performance.now() > end)
      throw new CannotStart(
        `Not every process has read the new data keys: ${processList(behind)}. Restart it, then run \`secret rotate\` again: it goes on from here.`,
      )
    await sleep(LOOK_EVERY_MS)
  }
}

/**
 * Ends a change of SECRET_KEY: the former key opens nothing any more. The data key that was in use before is kept for
 * reading until the next change, sealed with the new SECRET_KEY alone: a process that was stopped all the time may still
 * write a value with it.
 * @throws CannotStart while a process has the former key, or values are left under older data keys
 */
export async function finishRotation(work: RotationWork): Promise<{ former: string; newest: string }> {
  const { query, ring, secretKey } = work
  const { former, newest } = await assertRotating(query)
  if (!isKey(newest, secretKey))
    throw new CannotStart(
      `This command runs with the former SECRET_KEY (${former.fingerprint}). Set the new one (${newest.fingerprint}), restart every server and worker, then run \`secret finish\` with it.`,
    )
  const behind = (await livingProcesses(query)).filter(({ secret_key }) => secret_key !== newest.fingerprint)
  if (behind.length > 0)
    throw new CannotStart(
      `The former SECRET_KEY is still in use: ${processList(behind)}. Restart it with the new key first.`,
    )
  await ring.refresh(query)
  const { keys, state } = ring.contents
  const { left, used } = await resealAll(query, ring, false)
  if (left > 0 || Math.max(...keys.data.map(({ id }) => id)) > state.data_key)
    throw new CannotStart(
      `${countText(left, 'value is', 'values are')} not sealed with the newest data key yet. Run \`secret rotate\` again: it goes on where it ended.`,
    )
  const retained = keys.data.filter(({ id }) => id >= state.oldest_data_key || used.has(id))
  await work.transaction(async (tables) => {
    const inside = queryOf(tables)
    await inside('DELETE FROM secret_keys WHERE number < $1', [newest.number])
    await inside('UPDATE secret_keys SET sealed = $1', [sealRing(secretKey, { ...keys, data: retained })])
    await inside('UPDATE key_ring SET oldest_data_key = data_key, version = version + 1', [])
    await note(tables, 'finish_key_change', { from: former.fingerprint, to: newest.fingerprint })
  })
  return { former: former.fingerprint, newest: newest.fingerprint }
}

/**
 * Ends a change of SECRET_KEY with the former key, as after the new one was lost: the new one opens nothing any more. Values
 * stay as they are.
 * @throws CannotStart where the new key is in use
 */
export async function cancelRotation(work: RotationWork): Promise<{ former: string; newest: string }> {
  const { query, secretKey } = work
  const { former, newest } = await assertRotating(query)
  const running = (await livingProcesses(query)).filter(({ secret_key }) => secret_key === newest.fingerprint)
  if (isKey(newest, secretKey) || running.length > 0)
    throw new CannotStart(
      `The new SECRET_KEY is in use${running.length > 0 ? `: ${processList(running)}` : ' here'}. Go on with \`secret finish\`.`,
    )
  await work.transaction(async (tables) => {
    const inside = queryOf(tables)
    await inside('DELETE FROM secret_keys WHERE number = $1', [newest.number])
    await inside('UPDATE key_ring SET version = version + 1', [])
    await note(tables, 'cancel_key_change', { from: former.fingerprint, to: newest.fingerprint })
  })
  return { former: former.fingerprint, newest: newest.fingerprint }
}

function queryOf(tables: Tables): Query {
  return async <Row>(text: string, values: unknown[]) => ({
    rows: (await tables.$queryRawUnsafe(text, ...values)) as Row[],
  })
}

const ACCOUNTS_AT_ONCE = 1000

/** A line in the audit log of every account: the key is that of all of them. */
async function note(tables: Tables, action: string, details: { from: string; to: string }): Promise<void> {
  const accounts = await tables.accounts.findMany({ where: { closed_at: null }, select: { id: true } })
  for (let first = 0; first < accounts.length; first += ACCOUNTS_AT_ONCE) {
    const some = accounts.slice(first, first + ACCOUNTS_AT_ONCE).map(({ id }) => id)
    await writeAuditLines(tables, some, { action, object_id: details.to, details })
  }
}
