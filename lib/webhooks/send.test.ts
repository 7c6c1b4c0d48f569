import { expect, it } from 'vitest'
import type { Claimed, Endpoint } from './claim.ts'
import { requestOf } from './send.ts'

const NOW = 1_800_000_000
const delivery: Claimed = {
  account_id: 'acc_1',
  endpoint_id: 'we_1',
  event_id: 'event_1',
  name: 'order.paid',
  event: 'order.paid',
  contains: ['order'],
  payload: { order: { entity: { id: 'order_1' } } },
  created_at: NOW,
  attempts: 0,
  cause: 'schedule',
  round_at: NOW,
  round_attempts: 0,
  due_at: NOW,
  leased_until: NOW,
  token: '',
} as Claimed
const endpoint = (previous_secret_until: number | null): Endpoint => ({
  id: 'we_1',
  account_id: 'acc_1',
  url: 'http://localhost:9/hook',
  mode: 'test',
  headers: {},
  timeout_ms: 5000,
  chaos: {},
  secret_encrypted: Buffer.from('new'),
  previous_secret_encrypted: Buffer.from('sealed with a key that is gone'),
  previous_secret_until,
})
const vault = {
  open(sealed: Uint8Array): string {
    if (Buffer.from(sealed).toString() === 'new') return 'whsec_bmV3'
    throw new Error('It cannot be opened.')
  },
}

it.each([null, NOW - 1, NOW])('a secret that signs no more is not opened: until %s', (until) => {
  expect(requestOf(vault, delivery, endpoint(until), NOW).overlapping).toBe(false)
})

it('one that still signs is', () => {
  expect(() => requestOf(vault, delivery, endpoint(NOW + 1), NOW)).toThrow('It cannot be opened.')
})
