import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { findOpenRing, firstRing, type KeyRing } from '#lib/auth/key-ring.ts'
import { SEALED_COLUMNS } from '#lib/auth/sealed-columns.ts'
import { dataKeyOf } from '#lib/auth/sealed-value.ts'
import { type Heartbeat, startHeartbeat } from '#lib/database/heartbeat.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { approveApproval } from '#lib/domain/approvals/decide.ts'
import { runApproval } from '#lib/domain/approvals/run.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { idIn, linkOf } from '#lib/domain/mails/secrets.ts'
import { rotateWebhookSecret } from '#lib/domain/webhooks/update.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { type Bank, quickBank } from '#lib/testing/live-instance.ts'
import { openedValues, sealedValues, sealOneOfEach } from '#lib/testing/sealed-values.ts'
import { newId } from '#lib/values/id.ts'
import { checkKey } from '#scripts/key-check.ts'
import { withConnection, withKeyLock } from '#scripts/start-lock.ts'
import { resealAll } from './reseal.ts'
import {
  beginRotation,
  cancelRotation,
  finishRotation,
  newSecretKey,
  type RotationWork,
  resealWithNewest,
} from './rotate.ts'
import { rotationUnderWay } from './state.ts'

const quiet = () => {}
let database: Awaited<ReturnType<typeof createTestDatabase>>
let bank: Bank
let instance: Instance
let made: Awaited<ReturnType<typeof sealOneOfEach>>
let former: string
let next: string
const beating: Heartbeat[] = []

/** An instance as a process that was started with a key. */
async function openWith(secretKey: string): Promise<Instance> {
  const ring = await withConnection(database.url, (query) => checkKey(query, secretKey, 'secret.key'))
  return openInstance({
    url: database.url,
    ring,
    settings: { SECRET_KEY: secretKey, WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' },
  })
}

beforeEach(async () => {
  ;[former, next] = [newSecretKey(), newSecretKey()]
  database = await createTestDatabase()
  bank = await quickBank()
  instance = await openWith(former)
  made = await sealOneOfEach(instance, bank)
})
afterEach(async () => {
  for (const heartbeat of beating.splice(0)) await heartbeat.stop()
  await instance.runtime.acquirers.close()
  await instance.close()
  await bank.close()
  await database.drop()
})

async function ringOf(secretKey: string): Promise<KeyRing> {
  const ring = await findOpenRing(instance.database.query, secretKey)
  if (!ring) throw new Error('The key opens nothing.')
  return ring
}

/** A command with this key. */
async function workWith(secretKey: string): Promise<RotationWork> {
  return {
    query: instance.database.query,
    transaction: (inner) => instance.database.prisma.$transaction(inner),
    ring: await ringOf(secretKey),
    secretKey,
  }
}

/** A process with a heartbeat, which learns of new data keys. */
async function processWith(ring: KeyRing): Promise<Heartbeat> {
  const heartbeat = await startHeartbeat(database.url, false, { ring })
  beating.push(heartbeat)
  return heartbeat
}

it('replaces SECRET_KEY under writers: the new one opens every value, the former one none', async () => {
  const { query } = instance.database
  const ring = await ringOf(former)
  const serving = await openInstance({
    url: database.url,
    ring,
    settings: { SECRET_KEY: former },
  })
  const before = await openedValues(query, ring)
  for (const [column, rows] of Object.entries(before)) expect(Object.keys(rows), column).not.toEqual([])
  const heartbeat = await processWith(ring)

  // Three writers: values that are replaced, values that are new, and responses that are kept.
  let isOver = false
  const written = { webhook: '', numbers: [] as string[], keys: [] as string[] }
  const until = async (write: (index: number) => Promise<unknown>) => {
    for (let index = 0; !isOver || index < 3; index += 1) await write(index)
  }
  const as = instance.system
  const writers = Promise.all([
    until(async () => {
      const { secret } = await serving.run(
        rotateWebhookSecret,
        { id: made.webhook, overlap: '24h' },
        undefined,
        as,
      )
      written.webhook = secret
    }),
    until(async (index) => {
      const account_number = `7000000${String(index).padStart(6, '0')}`
      const bank_account = { ...made.fundAccount.bank_account, account_number }
      await serving.run(createFundAccount, { ...made.fundAccount, bank_account }, undefined, as)
      written.numbers.push(account_number)
    }),
    until(async (index) => {
      const { secret } = await serving.run(createKey, { name: `key ${index}` }, `key ${index}`, as, true)
      written.keys.push(secret)
    }),
  ])

  const work = await workWith(former)
  await beginRotation(work, next)
  const { resealed, left, unreadable } = await resealWithNewest(work, quiet)
  expect(resealed).toBeGreaterThan(Object.keys(before).length)
  expect([left, unreadable]).toEqual([0, 0])
  isOver = true
  await writers
  expect(dataKeyOf(ring.seal('x'))).toBe(1)
  // What was under way has ended, and may have copied an older value.
  expect(await resealWithNewest(work, quiet)).toMatchObject({ left: 0 })

  const finishing = await workWith(next)
  await expect(finishRotation(finishing)).rejects.toThrow(
    /^The former SECRET_KEY is still in use: server \d+ \(since \d{4}-.*\)\. Restart it with the new key first\.$/,
  )
  await heartbeat.stop()
  await processWith(await ringOf(next))
  await finishRotation(finishing)

  const after = await ringOf(next)
  const texts = await openedValues(query, after)
  const webhooks = Object.keys(before).filter((column) => column.startsWith('webhook_endpoints.'))
  for (const [column, rows] of Object.entries(before))
    if (!webhooks.includes(column)) expect(texts[column], column).toMatchObject(rows)
  expect(Object.values(texts['webhook_endpoints.secret_encrypted'] ?? {})).toEqual([written.webhook])
  const all = (column: string) => Object.values(texts[column] ?? {})
  expect(all('fund_accounts.number_encrypted')).toEqual(expect.arrayContaining(written.numbers))
  expect(all('api_keys.secret_encrypted')).toEqual(expect.arrayContaining(written.keys))

  expect(await findOpenRing(query, former)).toBeNull()
  for (const [column, rows] of await sealedValues(query))
    for (const sealed of rows.values()) {
      expect(dataKeyOf(sealed), column).toBe(1)
      for (const key of [former, next]) expect(() => firstRing(key).open(sealed), column).toThrow()
    }
  await expect(openWith(former)).rejects.toThrow('SECRET_KEY does not match the key')
  await serving.runtime.queue.boss.stop({ graceful: false })
})

it('leaves digests as they are, so that duplicates and repeats are found, and ends links', async () => {
  const id = newId('password_reset', Date.now())
  const sent = linkOf(instance.runtime, 'password_reset', id).split('/').at(-1) ?? ''
  const work = await workWith(former)
  await beginRotation(work, next)
  await resealWithNewest(work, quiet)
  const during = await openWith(next)
  expect(idIn(during.runtime, 'password_reset', sent)).toBe(id)
  await during.runtime.acquirers.close()
  await finishRotation(await workWith(next))
  const restarted = await openWith(next)
  // What lets a person in ends with the key that it was made with.
  expect(idIn(restarted.runtime, 'password_reset', sent)).toBeNull()
  const sentAgain = linkOf(restarted.runtime, 'password_reset', id).split('/').at(-1) ?? ''
  expect(idIn(restarted.runtime, 'password_reset', sentAgain)).toBe(id)
  const as = instance.actor
  const again = await restarted.run(createFundAccount, made.fundAccount, undefined, as)
  expect(again.id).toBe(made.fund_account_id)
  const [first] = await instance.database.prisma.api_keys.findMany({ where: { name: 'repeated' } })
  const repeated = await restarted.run(
    createKey,
    { name: 'repeated' },
    'the first key',
    instance.system,
    true,
  )
  expect(repeated.id).toBe(first?.id)
  await restarted.run(approveApproval, { id: made.approval }, undefined, made.owner, true)
  await runApproval(restarted.runtime, made.owner.account.id, made.approval)
  const approval = await instance.database.prisma.approvals.findFirstOrThrow({ where: { id: made.approval } })
  expect(approval).toMatchObject({ status: 'approved', error: null })
  const lines = await instance.database.prisma.audit_lines.findMany({ where: { actor_name: 'command line' } })
  const live = lines.filter(({ account_id }) => account_id === instance.merchant.accounts.live)
  expect(live.map(({ action }) => action)).toEqual(['begin_key_change', 'finish_key_change'])
  await restarted.runtime.acquirers.close()
})

it('goes on after a kill between any two statements, and both keys open everything meanwhile', async () => {
  const { query } = instance.database
  const before = await openedValues(query, await ringOf(former))
  const killed = new Error('Killed.')

  /** Runs it again and again, each time one statement further. @returns how often it was killed */
  async function untilDone(
    secretKey: string,
    step: (work: RotationWork) => Promise<unknown>,
  ): Promise<number> {
    for (let steps = 0; ; steps += 1) {
      let left = steps
      const next = () => {
        if (left === 0) throw killed
        left -= 1
      }
      const work = await workWith(secretKey)
      const dying: RotationWork = {
        ...work,
        query: async (text, values) => {
          next()
          return work.query(text, values)
        },
        transaction: async (inner) => {
          next()
          return work.transaction(inner)
        },
      }
      try {
        await step(dying)
        return steps
      } catch (error) {
        if (error !== killed) throw error
      }
      expect(await openedValues(query, await ringOf(former))).toEqual(before)
    }
  }

  // As the command does: a kill after the commit leaves nothing to begin.
  await untilDone(former, async (work) => (await rotationUnderWay(query)) ?? beginRotation(work, next))
  const kills = await untilDone(former, (work) => resealWithNewest(work, quiet))
  expect(kills).toBeGreaterThan(SEALED_COLUMNS.length)
  expect(await openedValues(query, await ringOf(next))).toEqual(before)
  await untilDone(next, (work) => finishRotation(work))
  expect(await openedValues(query, await ringOf(next))).toEqual(before)
})

it('never replaces what someone else is writing', async () => {
  const work = await workWith(former)
  await beginRotation(work, next)
  const { prisma, query } = instance.database
  const own = await ringOf(former)
  await query('UPDATE key_ring SET data_key = 1, version = version + 1', [])
  await work.ring.refresh(query)
  const written = own.seal('written meanwhile')
  await prisma.$transaction(async (tables) => {
    await tables.$executeRawUnsafe('UPDATE webhook_endpoints SET secret_encrypted = $1', written)
    // The secret of the row and the one before it.
    expect((await resealAll(query, work.ring, true)).left).toBe(2)
  })
  expect((await resealAll(query, work.ring, true)).left).toBe(0)
  const rows = await openedValues(query, work.ring)
  expect(Object.values(rows['webhook_endpoints.secret_encrypted'] ?? {})).toEqual(['written meanwhile'])

  // A value that changes between the read and the write.
  const older = firstRing(former)
  await query('UPDATE webhook_endpoints SET secret_encrypted = $1', [older.seal('read')])
  let isChanged = false
  const changing: RotationWork['query'] = async (text, values) => {
    if (text.startsWith('WITH') && text.includes('webhook_endpoints') && !isChanged) {
      isChanged = true
      await query('UPDATE webhook_endpoints SET secret_encrypted = $1', [older.seal('changed')])
    }
    return query(text, values)
  }
  expect(await resealAll(changing, work.ring, true)).toMatchObject({ left: 1 })
  const changed = await openedValues(query, work.ring)
  expect(Object.values(changed['webhook_endpoints.secret_encrypted'] ?? {})).toEqual(['changed'])
})

it('reads tables of many batches, every row once', async () => {
  const { query } = instance.database
  await query(
    `INSERT INTO totp_secrets (user_id, secret_encrypted, created_at)
     SELECT 'usr_copy' || number, secret_encrypted, created_at FROM totp_secrets, generate_series(1, 1203) AS number`,
    [],
  )
  const work = await workWith(former)
  await beginRotation(work, next)
  const lines: string[] = []
  expect(await resealWithNewest(work, (line) => lines.push(line))).toMatchObject({ left: 0 })
  expect(lines).toContain('totp_secrets.secret_encrypted: 1,204 values sealed again.')
  expect(await resealWithNewest(work, quiet)).toEqual({ resealed: 0, left: 0, unreadable: 0 })
})

it('leaves what no data key opens, says so, and ends nevertheless', async () => {
  const { query } = instance.database
  await query('UPDATE webhook_endpoints SET secret_encrypted = $1', [randomBytes(60)])
  const work = await workWith(former)
  await beginRotation(work, next)
  expect(await resealWithNewest(work, quiet)).toMatchObject({ left: 0, unreadable: 1 })
  await finishRotation(await workWith(next))
})

describe('a change that is not ready', () => {
  it('does not begin beside a process of an older version, nor twice', async () => {
    const { query } = instance.database
    const work = await workWith(former)
    await query(
      `INSERT INTO processes (id, works, started_at, beat_at, kind) VALUES ('41-a', false, now(), now() + interval '1 hour', 'worker')`,
      [],
    )
    await expect(beginRotation(work, next)).rejects.toThrow(/^An older version still runs .* worker 41 /)
    await query('DELETE FROM processes', [])
    await beginRotation(work, next)
    await expect(beginRotation(work, newSecretKey())).rejects.toThrow('SECRET_KEY is being changed already.')
  })

  it('puts the new data key to no use before every process has read it', async () => {
    const { query } = instance.database
    const work = await workWith(former)
    await beginRotation(work, next)
    await query(
      `INSERT INTO processes (id, works, started_at, beat_at, kind, secret_key, ring_version)
       VALUES ('42-a', true, now(), now() + interval '1 hour', 'server', $1, 0)`,
      [work.ring.fingerprint],
    )
    await expect(resealWithNewest(work, quiet, 0)).rejects.toThrow(
      /^Not every process has read the new data keys: server 42 \(since .*\)\. Restart it, then run `secret rotate` again/,
    )
    expect((await ringOf(next)).contents.state.data_key).toBe(0)
    await expect(finishRotation(await workWith(next))).rejects.toThrow('is still in use')
    await query('UPDATE processes SET secret_key = $1', [(await ringOf(next)).fingerprint])
    await expect(finishRotation(await workWith(next))).rejects.toThrow('Run `secret rotate` again')
    await query('DELETE FROM processes', [])
    await resealWithNewest(work, quiet)
    await finishRotation(await workWith(next))
  })

  it('does not end with the former key, nor while values are left', async () => {
    const { query } = instance.database
    await expect(finishRotation(await workWith(former))).rejects.toThrow('SECRET_KEY is not being changed.')
    const work = await workWith(former)
    await beginRotation(work, next)
    await resealWithNewest(work, quiet)
    await expect(finishRotation(await workWith(former))).rejects.toThrow(
      'This command runs with the former SECRET_KEY',
    )
    await query('UPDATE webhook_endpoints SET secret_encrypted = $1', [firstRing(former).seal('older')])
    await expect(finishRotation(await workWith(next))).rejects.toThrow(
      /^1 value is not sealed with the newest data key yet\./,
    )
    expect(await resealWithNewest(await workWith(next), quiet)).toMatchObject({ resealed: 1, left: 0 })
    await finishRotation(await workWith(next))
  })

  it('is cancelled with the former key alone, and begins again', async () => {
    const { query } = instance.database
    const before = await openedValues(query, await ringOf(former))
    const work = await workWith(former)
    await beginRotation(work, next)
    await resealWithNewest(work, quiet)
    await expect(cancelRotation(await workWith(next))).rejects.toThrow('The new SECRET_KEY is in use here.')
    const heartbeat = await processWith(await ringOf(next))
    await expect(cancelRotation(work)).rejects.toThrow(/^The new SECRET_KEY is in use: server /)
    await heartbeat.stop()
    await cancelRotation(work)
    expect(await findOpenRing(query, next)).toBeNull()
    expect(await openedValues(query, await ringOf(former))).toEqual(before)
    const other = newSecretKey()
    const again = await workWith(former)
    await beginRotation(again, other)
    await resealWithNewest(again, quiet)
    await finishRotation(await workWith(other))
    const ring = await ringOf(other)
    expect(ring.contents.state).toMatchObject({ data_key: 2, oldest_data_key: 2 })
    expect(await openedValues(query, ring)).toEqual(before)
  })
})

it('a value that a process wrote which was stopped all the time is read, and sealed again by the next change', async () => {
  const { query } = instance.database
  const stopped = await ringOf(former)
  const keys = [former, next, newSecretKey(), newSecretKey()]
  const change = async (from: string, to: string) => {
    const work = await workWith(from)
    await beginRotation(work, to)
    await resealWithNewest(work, quiet)
    await finishRotation(await workWith(to))
  }
  await change(keys[0] ?? '', keys[1] ?? '')
  await query('UPDATE webhook_endpoints SET secret_encrypted = $1', [stopped.seal('late')])
  for (const index of [1, 2]) {
    await change(keys[index] ?? '', keys[index + 1] ?? '')
    const ring = await ringOf(keys[index + 1] ?? '')
    const rows = await openedValues(query, ring)
    expect(Object.values(rows['webhook_endpoints.secret_encrypted'] ?? {})).toEqual(['late'])
  }
  // The first data key is gone by now; that of before the last change is still there.
  const { keys: left } = (await ringOf(keys[3] ?? '')).contents
  expect(left.data.map(({ id }) => id)).toEqual([2, 3])
  expect(left.digests).toBe(former)
})

it('of two commands at once the second is rejected', async () => {
  const release = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const first = withKeyLock(database.url, async () => {
    taken.resolve()
    await release.promise
  })
  await taken.promise
  await expect(withKeyLock(database.url, async () => 'done')).rejects.toThrow(
    'Another `secret` command is changing SECRET_KEY of this database.',
  )
  release.resolve()
  await first
  expect(await withKeyLock(database.url, async () => 'done')).toBe('done')
})
