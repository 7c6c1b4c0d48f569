import { expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import {
  assertBelowMaximum,
  assertReachable,
  DELIVERY_RETENTION,
  endpointStateOf,
  failureToTell,
  knownSince,
  nameFor,
} from './rules.ts'

it('knows deliveries as far back as they are kept', () => {
  expect(DELIVERY_RETENTION).toBe(30 * DAY)
  const now = 100 * DAY
  expect(knownSince(99 * DAY, now)).toBe(99 * DAY)
  expect(knownSince(10 * DAY, now)).toBe(70 * DAY)
})

it('sends live events to public https URLs, and test events where the operator lets them', () => {
  const settings = { allowedNetworks: [] as string[], testTargets: 'public' as 'any' | 'public' }
  const refusal = (url: string, mode: 'test' | 'live', change: Partial<typeof settings> = {}) =>
    refusalOf(() => assertReachable(url, mode, { ...settings, ...change }))
  expect(refusal('https://shop.example/hook', 'live')).toBeNull()
  expect(refusal('https://203.0.114.7/hook', 'live')).toBeNull()
  expect(refusal('http://shop.example/hook', 'test')).toBeNull()
  expect(refusal('http://shop.example/hook', 'live')).toMatchObject({
    reason: 'webhook_address_not_allowed',
    field: 'url',
    message: 'Live events can only be sent to https:// URLs.',
  })
  for (const host of ['10.0.0.7', '127.0.0.1', 'localhost', '[::1]']) {
    expect(refusal(`https://${host}/hook`, 'live')).toMatchObject({
      reason: 'webhook_address_not_allowed',
      field: 'url',
    })
    expect(refusal(`http://${host}/hook`, 'test')?.message).toContain('counterfoil listen')
    expect(refusal(`https://${host}/hook`, 'live')?.message).not.toContain('counterfoil listen')
    expect(refusal(`http://${host}/hook`, 'test', { testTargets: 'any' })).toBeNull()
    // The setting is for test mode alone.
    expect(refusal(`https://${host}/hook`, 'live', { testTargets: 'any' })).not.toBeNull()
  }
  const allowedNetworks = ['10.0.0.0/8']
  expect(refusal('https://10.0.0.7/hook', 'live', { allowedNetworks })).toBeNull()
  expect(refusal('https://192.168.0.7/hook', 'live', { allowedNetworks })).not.toBeNull()
  // Its address is only known when it connects.
  expect(refusal('https://ledger.local/hook', 'live', { allowedNetworks })).toBeNull()
  expect(refusal('https://ledger.local/hook', 'live')).not.toBeNull()
})

it('has at most 50 endpoints', () => {
  expect(refusalOf(() => assertBelowMaximum(49))).toBeNull()
  expect(refusalOf(() => assertBelowMaximum(50))).toMatchObject({ reason: 'too_many_webhooks' })
})

it('shows the state that keeps an endpoint from receiving events', () => {
  const endpoint = { active: true, disabled_at: null as unknown, failing_since: null as unknown }
  expect(endpointStateOf(endpoint)).toBe('active')
  expect(endpointStateOf({ ...endpoint, failing_since: 1 })).toBe('failing')
  expect(endpointStateOf({ ...endpoint, failing_since: 1, active: false })).toBe('paused')
  expect(endpointStateOf({ disabled_at: 1, failing_since: 1, active: false })).toBe('disabled')
})

it('tells of an endpoint that fails after an hour, and once a day', () => {
  const now = 10 * DAY
  const notified = (failing_since: number | bigint | null, failing_told_at: number | bigint | null) =>
    failureToTell({ failing_since, failing_told_at }, now)
  expect(notified(null, null)).toBe(false)
  expect(notified(now - HOUR + 1, null)).toBe(false)
  expect(notified(now - HOUR, null)).toBe(true)
  expect(failureToTell({ failing_since: 0, failing_told_at: null }, HOUR)).toBe(true)
  expect(notified(BigInt(now - 2 * DAY), BigInt(now - DAY + 1))).toBe(false)
  expect(notified(BigInt(now - 2 * DAY), BigInt(now - DAY))).toBe(true)
})

it('names an event as the endpoint subscribed to it', () => {
  expect(nameFor('payment.captured', ['payment.captured'])).toBe('payment.captured')
  expect(nameFor('payment.captured', ['*'])).toBe('payment.captured')
  expect(nameFor('transfer_processed', ['transfer.processed'])).toBe('transfer.processed')
  expect(nameFor('transfer_processed', ['transfer_processed', 'transfer.processed'])).toBe(
    'transfer_processed',
  )
  expect(nameFor('transfer_processed', ['transfer.failed'])).toBe('transfer_processed')
  expect(nameFor('transfer_failed', ['transfer.failed'])).toBe('transfer.failed')
})
