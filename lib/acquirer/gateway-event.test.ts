import { expect, it } from 'vitest'
import { hmacHex } from '#lib/values/signature.ts'
import { gatewayEventIn, MAX_EVENT_BYTES } from './gateway-event.ts'

const body = JSON.stringify({
  entity: 'event',
  event: 'refund.processed',
  contains: ['refund', 'payment'],
  payload: {
    refund: { entity: { id: 'rfnd_1', receipt: 'bop_1', amount: 100 } },
    payment: { entity: { id: 'pay_1', order_id: 'order_1' } },
  },
  created_at: 1_781_505_000,
})
const event = { id: 'evt_1', event: 'refund.processed', reference: 'bop_1', orderId: 'order_1', refund: null }

function headersOf(secret: string, text = body, id = 'evt_1') {
  return { 'x-razorpay-event-id': id, 'x-razorpay-signature': hmacHex(secret, text) }
}

it('an event is read by the present and by the previous secret, in both dialects', () => {
  for (const secret of ['new', 'old'])
    expect(gatewayEventIn(['new', 'old'], body, headersOf(secret))).toEqual(event)
  const { 'x-razorpay-signature': signature } = headersOf('new')
  expect(gatewayEventIn(['new'], body, { 'x-event-id': 'evt_1', 'x-signature': signature })).toEqual(event)
})

it('an order is named where the gateway says no receipt', () => {
  const text = JSON.stringify({
    entity: 'event',
    event: 'payment.captured',
    payload: { payment: { entity: { id: 'pay_1', order_id: 'order_1' } } },
  })
  expect(gatewayEventIn(['new'], text, headersOf('new', text))).toMatchObject({
    reference: null,
    orderId: 'order_1',
  })
})

it('a refund without a receipt of ours was made at the gateway itself', () => {
  for (const receipt of [null, 'RF-1']) {
    const text = body.replace('"bop_1"', JSON.stringify(receipt))
    expect(gatewayEventIn(['new'], text, headersOf('new', text))).toEqual({
      ...event,
      reference: null,
      refund: { id: 'rfnd_1', payment_id: 'pay_1' },
    })
  }
})

it.each<[string, readonly string[], string, Record<string, string>]>([
  ['another secret', ['new'], body, headersOf('other')],
  ['no secret', [], body, headersOf('')],
  ['an empty secret', [''], body, headersOf('')],
  ['no signature', ['new'], body, { 'x-razorpay-event-id': 'evt_1' }],
  ['a signature of other bytes', ['new'], `${body} `, headersOf('new')],
  ['no ID', ['new'], body, headersOf('new', body, '')],
  ['an ID of another shape', ['new'], body, headersOf('new', body, '<b>')],
  ['no JSON', ['new'], '{', headersOf('new', '{')],
  ['no event', ['new'], '{"entity":"order"}', headersOf('new', '{"entity":"order"}')],
  [
    'an oversized body',
    ['new'],
    'x'.repeat(MAX_EVENT_BYTES + 1),
    headersOf('new', 'x'.repeat(MAX_EVENT_BYTES + 1)),
  ],
])('an event with %s is none', (_, secrets, text, headers) => {
  expect(gatewayEventIn(secrets, text, headers)).toBeNull()
})
