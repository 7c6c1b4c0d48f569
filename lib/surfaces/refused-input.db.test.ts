import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addressOf,
  bodyOf,
  expectError,
  methodOf,
  named,
  openContract,
  parametersOf,
  pathOf,
  published,
  reads,
  writes,
} from '#lib/testing/contract.ts'
import { KINDS } from '#lib/testing/example-address.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import type { Rest } from '#lib/testing/rest.ts'

let contract: Awaited<ReturnType<typeof openContract>>
let rest: Rest
beforeAll(async () => {
  contract = await openContract()
  rest = contract.rest
})
afterAll(() => contract.close())
const call = (...requested: Parameters<typeof contract.call>) => contract.call(...requested)

describe('ids in the path', () => {
  const withIds = published.filter((operation) => pathOf(operation).includes(':'))
  const malformed = [
    'x',
    'pay_',
    'pay_short',
    'pay_NfLw3gQ81xRt0aa',
    'cust_NfLw3gQ81xRt0a',
    'pay_NfLw3gQ81xRt%00a',
    '%F0%9F%92%B0',
    "pay_NfLw3gQ81xRt0'",
    'null',
    '1',
  ]

  it.each(named(withIds))('%s rejects malformed ones and names the parameter', async (_, operation) => {
    for (const id of malformed) {
      for (const parameter of parametersOf(operation)) {
        const kind = KINDS[pathOf(operation).split(`/${parameter}`)[0]?.split('/').at(-1) ?? ''] ?? ''
        if (new RegExp(`^${kind}_\\w{14}$`).test(id)) continue
        const address = addressOf(operation, { [kind]: id })
        const response = await rest.call(
          methodOf(operation),
          address,
          operation.effect === 'read' ? {} : { json: bodyOf(operation) },
        )
        expectError(response, 400, 'input_validation_failed')
        expect(response.error.field).toBe(parameter.slice(1))
      }
    }
  })

  it.each(named(withIds))('%s takes them from the path only', async (_, operation) => {
    const address = addressOf(operation)
    const name = parametersOf(operation)[0]?.slice(1) ?? ''
    const response =
      operation.effect === 'read'
        ? await rest.get(`${address}?${name}=pay_NfLw3gQ81xRt0a`)
        : await call(operation, { json: { ...bodyOf(operation), [name]: 'pay_NfLw3gQ81xRt0a' } })
    expectError(response, 400, 'input_validation_failed')
    expect(response.error.field).toBe(name)
  })
})

describe('unknown properties', () => {
  it.each(named(reads))('%s names them in the query', async (_, operation) => {
    for (const name of ['surplus', 'Count', 'constructor', 'toString', 'hasOwnProperty', 'expand_']) {
      const response = await rest.get(`${addressOf(operation)}?${name}=1`)
      expectError(response, 400, 'input_validation_failed')
      expect(response.error.field).toBe(name)
      expect(response.error.description).toContain(name)
    }
  })

  it.each(named(writes))('%s names them in the body, and rejects a query', async (_, operation) => {
    for (const name of ['surplus', 'Amount', 'constructor', 'toString']) {
      const response = await call(operation, { json: { ...bodyOf(operation), [name]: 1 } })
      expectError(response, 400, 'input_validation_failed')
      expect(response.error.field).toBe(name)
    }
    const reply = await rest.call(methodOf(operation), `${addressOf(operation)}?surplus=1`, {
      json: bodyOf(operation),
    })
    expectError(reply, 400, 'input_validation_failed')
    expect(reply.error.field).toBe('surplus')
  })
})

describe('bodies that cannot be', () => {
  const bytes = (...values: number[]) => new Uint8Array(values)
  const deep = (text: string, depth: number) => `${text.repeat(depth)}`
  const bodies: [string, BodyInit, number, string][] = [
    ['half a JSON', '{"amount":', 400, 'malformed_body'],
    ['a list', '[1,2]', 400, 'malformed_body'],
    ['a text', '"amount"', 400, 'malformed_body'],
    ['bytes that are no UTF-8', bytes(0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d), 400, 'malformed_body'],
    ['a member twice', '{"amount":100,"amount":200}', 400, 'malformed_body'],
    ['__proto__', '{"__proto__":{"amount":100}}', 400, 'malformed_body'],
    ['__proto__ in the notes', '{"notes":{"__proto__":"x"}}', 400, 'malformed_body'],
    [
      '10,000 members',
      JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, index]))),
      400,
      'malformed_body',
    ],
    [
      '10,000 notes',
      JSON.stringify({
        notes: Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`m${index}`, 'x'])),
      }),
      400,
      'malformed_body',
    ],
    [
      'a body nested 100,000 deep',
      `{"notes":${deep('[', 100_000)}${deep(']', 100_000)}}`,
      400,
      'malformed_body',
    ],
    [
      'unknown nesting 100,000 deep',
      `{"surplus":${deep('{"a":', 100_000)}1${deep('}', 100_000)}}`,
      400,
      'malformed_body',
    ],
    ['a body of more than a megabyte', `{"notes":{"a":"${'x'.repeat(1_000_000)}"}}`, 413, 'body_too_large'],
  ]

  it.each(bodies)('%s is rejected everywhere', async (_, body, status, reason) => {
    for (const operation of writes) expectError(await call(operation, { body }), status, reason)
  })

  it('are rejected by their announced length', async () => {
    for (const operation of writes)
      expectError(await call(operation, { headers: { 'content-length': '1000001' } }), 413, 'body_too_large')
  })

  it.each([
    'text/plain',
    'text/html',
    'application/xml',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'nonsense',
  ])('of type %s are 415', async (type) => {
    for (const operation of writes)
      expectError(await call(operation, { headers: { 'content-type': type } }), 415, 'unsupported_media_type')
  })

  it('as forms are read or rejected likewise', async () => {
    for (const operation of writes) {
      expectError(await call(operation, { form: 'a=1&a=2' }), 400, 'malformed_body')
      expectError(await call(operation, { form: '__proto__[x]=1' }), 400, 'malformed_body')
      expectError(
        await call(operation, { form: Array.from({ length: 1001 }, (_, index) => `m${index}=1`).join('&') }),
        400,
        'malformed_body',
      )
      expectError(await call(operation, { form: 'surplus=1' }), 400, 'input_validation_failed')
    }
  })
})

describe('text that no table can hold', () => {
  const texts = ['a\u0000b', '\u0000', 'half \ud800', '\udc00 half', 'x\udfffy\ud801']

  it.each(named(writes))('%s rejects it at any depth', async (_, operation) => {
    for (const text of texts) {
      for (const notes of [{ key: text }, { [text]: 'value' }]) {
        const json = { ...bodyOf(operation), notes }
        const response = await call(operation, { json })
        expect(response.status, response.text).toBe(400)
        expect(response.error.field).toMatch(operation.name === 'capture_payment' ? /^notes/ : /^notes/)
      }
    }
  })

  it('orders, refunds and payments reject it in every text', async () => {
    for (const text of texts) {
      const responses = [
        await rest.post('/v1/orders', { amount: 100, currency: 'INR', receipt: text }),
        await rest.post('/v1/orders', {
          amount: 100,
          currency: 'INR',
          callback_url: `https://example.com/${text}`,
        }),
        await rest.post('/v1/payments/create/json', {
          ...payer,
          amount: 100,
          order_id: 'order_NfLw3gQ81xRt0a',
          method: 'card',
          card: { ...goodCard, name: text },
        }),
        await rest.post('/v1/payments/create/json', {
          ...payer,
          amount: 100,
          order_id: 'order_NfLw3gQ81xRt0a',
          method: 'upi',
          vpa: 'a@b',
          description: text,
        }),
        await rest.post('/v1/payments/pay_NfLw3gQ81xRt0a/refund', { receipt: text }),
        await rest.call('POST', '/v1/orders', {
          form: { amount: '100', currency: 'INR', receipt: text.replace(/[\ud800-\udfff]/g, '\u0000') },
        }),
        await rest.get(
          `/v1/orders?receipt=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\u0000'))}`,
        ),
        await rest.get(
          `/v1/payments?email=${encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '\u0000'))}`,
        ),
        await rest.get(`/v1/payments?contact=%00`),
      ]
      for (const response of responses) expectError(response, 400, 'input_validation_failed')
    }
  })
})

describe('numbers that are none', () => {
  it.each([
    '1e400',
    '-1e400',
    '1e-400',
    '100.5',
    '1e3.5',
    '-0',
    '-100',
    '0',
    '9007199254740993',
    '1e20',
    '"100.0"',
    '"1e2"',
    '" 100"',
    '"0100"',
    'true',
    'null',
    '[100]',
    '{"a":1}',
  ])('an amount of %s is rejected', async (text) => {
    const response = await rest.call('POST', '/v1/orders', { body: `{"amount":${text},"currency":"INR"}` })
    expect([400]).toContain(response.status)
    if (text !== '1e3.5') expect(response.error.field).toBe('amount')
  })

  it('1e400 is no note either', async () => {
    expectError(
      await rest.call('POST', '/v1/orders', { body: '{"amount":100,"currency":"INR","notes":{"a":1e400}}' }),
      400,
      'input_validation_failed',
    )
  })
})
