import { beforeEach, describe, expect, it } from 'vitest'
import type { Query } from '#lib/database/query.ts'
import { randomText } from '#lib/values/random-text.ts'
import { authenticateKey, forgetKey } from './api-key.ts'
import { sha256 } from './secrets.ts'

const NOW = 1_781_505_000_000
const caller = { ip: '127.0.0.1', agent: null }

let id: string
let header: string
/** The reads that were asked for; each is responded to by `respond`. */
let reads: (() => void)[]
let query: Query
beforeEach(() => {
  id = `key_test_${randomText(14)}`
  header = `Basic ${Buffer.from(`${id}:secret`).toString('base64')}`
  reads = []
  const row = {
    id,
    name: 'Server',
    secret_hash: sha256('secret'),
    scopes: [],
    expires_at: null,
    origin_id: null,
  }
  query = (() =>
    new Promise((resolve) => {
      reads.push(() => resolve({ rows: [{ ...row, allowed_addresses: [] }] }))
    })) as unknown as Query
})
const respond = () => {
  for (const read of reads) read()
}
const authenticate = (now = NOW) => authenticateKey(query, header, now, caller)

describe('an API key', () => {
  it('is read once for all requests that arrive while it is read, and for the second after', async () => {
    const requests = Array.from({ length: 20 }, () => authenticate())
    respond()
    const actors = await Promise.all([...requests, authenticate(NOW + 999)])
    expect(actors.every((actor) => actor.id === id)).toBe(true)
    expect(reads).toHaveLength(1)
    const later = authenticate(NOW + 1000)
    respond()
    await later
    expect(reads).toHaveLength(2)
  })

  it('is read again for a request that arrives after the key was changed', async () => {
    const before = authenticate()
    forgetKey(id)
    const after = authenticate()
    respond()
    await Promise.all([before, after])
    expect(reads).toHaveLength(2)
  })

  it('is read again where the read that is under way began a second ago', async () => {
    const before = authenticate()
    const after = authenticate(NOW + 1000)
    respond()
    await Promise.all([before, after])
    expect(reads).toHaveLength(2)
  })
})
