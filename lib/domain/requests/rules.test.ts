import { expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { assertReplayable } from './rules.ts'

type Logged = Parameters<typeof assertReplayable>[0]
type Called = NonNullable<Parameters<typeof assertReplayable>[1]>

const request: Logged = {
  source: 'api',
  path: '/v1/orders',
  request_body: '{"amount":100}',
  request_headers: { 'content-length': '14' },
  error_reason: null,
  operation: 'create_order',
}
const called: Called = { takes: 'json', http: 'POST /v1/orders' }
const person = { mode: 'test', lacking: undefined } as const

const whyNot = (
  change: Partial<Logged> = {},
  operation: Called | undefined = called,
  by: Parameters<typeof assertReplayable>[2] = person,
) => {
  const refusal = refusalOf(() => assertReplayable({ ...request, ...change }, operation, by))
  if (refusal !== null) expect(refusal.reason).toBe('request_not_repeatable')
  return refusal?.message ?? null
}

it('sends again what was logged whole', () => {
  expect(whyNot()).toBeNull()
  expect(whyNot({ request_body: null, request_headers: {} })).toBeNull()
  expect(whyNot({}, { ...called, confidential: true })).toBeNull()
})

it('says why a request cannot be sent again', () => {
  expect(whyNot({}, called, { ...person, mode: 'live' })).toContain('Live requests move money.')
  expect(refusalOf(() => assertReplayable(request, undefined, person))?.message).toBe(
    'This request was sent to an unknown URL.',
  )
  expect(whyNot({ source: 'checkout' })).toContain('by a customer at checkout')
  expect(whyNot({}, { ...called, takes: 'file' })).toContain("files aren't stored")
  expect(whyNot({}, { ...called, confidential: true, http: null })).toContain('shown only once')
  const redacted = 'Part of this request was redacted'
  expect(whyNot({ path: '/v1/customers?email=%5Bredacted%5D' })).toContain(redacted)
  for (const text of ['[redacted]', '[card ending 1007]'])
    expect(whyNot({ request_body: `{"a":"${text}"}` })).toContain(redacted)
  expect(whyNot({ request_body: '{"a":"[card ending ten]"}' })).toBeNull()
  const unparsed = whyNot({ error_reason: 'malformed_body', request_body: null })
  expect(unparsed).toBe('The body could not be parsed, so the request would fail again.')
  const lost = "doesn't have all of it"
  expect(whyNot({ request_body: null })).toContain(lost)
  expect(whyNot({ request_body: '{"a":1…' })).toContain(lost)
  expect(whyNot({ request_body: '{"a":"…"}' })).toBeNull()
  expect(whyNot({ request_body: '{"a":"\ufffd"}' })).toContain(lost)
})

it('needs the permission of the operation', () => {
  const message = whyNot({}, called, { mode: 'test', lacking: 'orders:write' })
  expect(message).toContain('orders:write')
})
