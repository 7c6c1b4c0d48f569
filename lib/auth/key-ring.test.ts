import { createCipheriv, randomBytes } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import type { Query } from '#lib/database/query.ts'
import { unavailableFor } from '#lib/process/availability.ts'
import { eventually } from '#lib/testing/eventually.ts'
import { firstRing, KeyRing, setKeyRing } from './key-ring.ts'
import { sessionCookie, sessionIdIn } from './next-auth.ts'
import { dataKeyOf, HEADER_LENGTH } from './sealed-value.ts'
import { derivedKey, sealWith } from './secrets.ts'
import { type RingState, sealRing } from './stored-ring.ts'

const newKey = () => randomBytes(32).toString('base64')
const [secretKey, added] = [newKey(), newKey()]
const keys = {
  digests: secretKey,
  data: [
    { id: 0, key: secretKey },
    { id: 1, key: added },
  ],
}
const at = (data_key: number, oldest_data_key = 0, version = 1): RingState => ({
  version,
  data_key,
  oldest_data_key,
})
const ringAt = (...state: Parameters<typeof at>) => new KeyRing(secretKey, keys, at(...state))

it('a value names its data key, and one without a name is of the first', () => {
  const first = firstRing(secretKey).seal('a secret')
  const [before, after] = [ringAt(0), ringAt(1)]
  expect(dataKeyOf(first)).toBe(0)
  expect(dataKeyOf(before.seal('a secret'))).toBe(0)
  const newer = after.seal('a secret')
  expect([dataKeyOf(newer), newer.length]).toEqual([1, first.length + HEADER_LENGTH])
  expect(Buffer.from(newer.subarray(0, HEADER_LENGTH))).toEqual(Buffer.from(after.header))
  for (const ring of [before, after]) {
    expect(ring.open(first)).toBe('a secret')
    expect(ring.open(newer)).toBe('a secret')
  }
  expect(firstRing(secretKey).open(first)).toBe('a secret')
  expect(() => firstRing(newKey()).open(first)).toThrow()
})

it('a value of before there was a ring opens, also where its first bytes look like a name', () => {
  const key = derivedKey(secretKey, 'api secrets')
  expect(ringAt(1).open(sealWith(key, 'old'))).toBe('old')
  // The first bytes of such a value are random: these are those of data key 9, which there is not.
  const header = Uint8Array.from([0xcf, 0x6b, 0x65, 0x79, 0, 9])
  const nonce = Buffer.concat([header, Buffer.alloc(12 - header.length)])
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  const body = Buffer.concat([cipher.update('old', 'utf8'), cipher.final()])
  const value = Buffer.concat([nonce, cipher.getAuthTag(), body])
  expect(dataKeyOf(value)).toBe(9)
  expect(ringAt(1).open(value)).toBe('old')
})

it('a value whose name or bytes were changed does not open', () => {
  const sealed = ringAt(1).seal('a secret')
  for (const index of [0, 5, 7, 20, sealed.length - 1]) {
    const changed = Uint8Array.from(sealed)
    changed[index] = (changed[index] ?? 0) ^ 1
    expect(() => ringAt(1).open(changed), String(index)).toThrow()
  }
})

it('digests stay the same whatever the data keys', () => {
  const rings = [firstRing(secretKey), ringAt(0), ringAt(1), ringAt(1, 1)]
  expect(new Set(rings.map((ring) => Buffer.from(ring.digest('4000')).toString('hex'))).size).toBe(1)
  expect(new Set(rings.map((ring) => ring.idempotencyKey)).size).toBe(1)
})

it('cookies, proofs and sessions count until the change has ended', async () => {
  vi.stubEnv('BASE_URL', 'http://localhost:1')
  const [before, during, after] = [ringAt(0), ringAt(1), ringAt(1, 1)]
  const cookie = before.sealCookie('steps', { user: 'usr_1' })
  const proof = before.proofs('device', 'a')[0]
  setKeyRing(before)
  const session = (await sessionCookie('ses_1', 'usr_1')).value
  const knownBy = async (ring: KeyRing) => {
    setKeyRing(ring)
    return [ring.openCookie('steps', cookie), ring.isProof('device', 'a', proof), await sessionIdIn(session)]
  }
  expect(await knownBy(before)).toEqual([{ user: 'usr_1' }, true, 'ses_1'])
  expect(await knownBy(during)).toEqual([{ user: 'usr_1' }, true, 'ses_1'])
  expect(await knownBy(after)).toEqual([null, false, null])
  const newer = [during.sealCookie('steps', { user: 'usr_1' }), during.proofs('device', 'a')[0]] as const
  expect([after.openCookie('steps', newer[0]), after.isProof('device', 'a', newer[1])]).toEqual([
    { user: 'usr_1' },
    true,
  ])
  expect(during.openCookie('another purpose', cookie)).toBeNull()
  expect(during.isProof('device', 'b', proof)).toBe(false)
})

function thrownBy(work: () => unknown): unknown {
  try {
    return work()
  } catch (thrown) {
    return thrown
  }
}

/** A database that has this ring, and counts how often it is read. */
function databaseWith(found: { keys: typeof keys; state: RingState; secretKey: string }) {
  const reads: unknown[] = []
  const query = (async (_: string, [fingerprint]: unknown[]) => {
    reads.push(fingerprint)
    const opens = fingerprint === firstRing(found.secretKey).fingerprint
    return { rows: [{ ...found.state, sealed: opens ? sealRing(found.secretKey, found.keys) : null }] }
  }) as Query
  return { query, reads }
}

it('an unknown data key is read for the next attempt, and one that there is not is looked for once', async () => {
  const { query, reads } = databaseWith({ keys, state: at(1, 0, 2), secretKey })
  const ring = firstRing(secretKey).readFrom(query)
  const values = [ringAt(1).seal('one'), ringAt(1).seal('two')]
  // Both before the ring has been read.
  expect(values.map((value) => unavailableFor(thrownBy(() => ring.open(value))))).toEqual([1, 1])
  await eventually(() => expect(ring.version).toBe(2))
  expect(values.map((value) => ring.open(value))).toEqual(['one', 'two'])
  expect(reads).toHaveLength(1)

  const data = [...keys.data, { id: 7, key: newKey() }]
  const foreign = new KeyRing(secretKey, { ...keys, data }, at(7)).seal('of another database')
  expect(() => ring.open(foreign)).toThrow('is being read')
  await eventually(() => expect(() => ring.open(foreign)).toThrow('which the database does not have'))
  const other = new KeyRing(secretKey, { ...keys, data: [...data, { id: 8, key: newKey() }] }, at(8)).seal(
    'of it',
  )
  expect(() => ring.open(other)).toThrow('is being read')
  await eventually(() => expect(() => ring.open(other)).toThrow('does not have'))
  for (let count = 0; count < 100; count += 1)
    for (const value of [foreign, other]) expect(() => ring.open(value)).toThrow('does not have')
  await turn()
  expect(reads).toHaveLength(3)
})

it('a process follows the database, and keeps what it has when its SECRET_KEY no longer opens it', async () => {
  const ring = firstRing(secretKey)
  const changed = databaseWith({ keys, state: at(1, 0, 3), secretKey })
  await ring.follow(3, changed.query)
  await ring.follow(3, changed.query)
  expect([ring.version, dataKeyOf(ring.seal('x')), changed.reads.length]).toEqual([3, 1, 1])
  const replaced = databaseWith({ keys, state: at(1, 1, 4), secretKey: newKey() })
  for (let count = 0; count < 3; count += 1) await ring.follow(4, replaced.query)
  expect([ring.version, ring.open(ring.seal('x')), replaced.reads.length]).toEqual([3, 'x', 1])
})
