import { describe, expect, it } from 'vitest'
import { TEST_CARDS } from '#lib/acquirer/instruments.ts'
import { BANKS, CardInput, CreatePayment, CreateUpiPayment, Vpa, WALLETS } from './instrument.ts'

const paid = {
  amount: 100,
  currency: 'INR',
  order_id: 'order_NfLw3gQ81xRt0a',
  email: 'a@b.co',
  contact: '9876543210',
}
const card = { number: '4100280000001007', expiry_month: '12', expiry_year: '2030', cvv: '123' }
const problem = (input: object) =>
  CreatePayment.safeParse({ ...paid, ...input }).error?.issues[0]?.path.join('.')

describe('a card', () => {
  it.each([
    ['number', '4100 2800 0000 1007', '4100280000001007'],
    ['number', '4100-2800-0000-1007', '4100280000001007'],
    ['number', 4100280000001007, '4100280000001007'],
    ['expiry_month', 3, '3'],
    ['expiry_month', '03', '03'],
    ['expiry_year', 30, '30'],
    ['expiry_year', 2030, '2030'],
    ['cvv', 123, '123'],
    ['cvv', '1234', '1234'],
  ])('takes %s as %j', (name, value, read) => {
    expect(CardInput.parse({ ...card, [name]: value })[name as 'number']).toBe(read)
  })

  it.each([
    ['number', ''],
    ['number', '41002800000'],
    ['number', '41002800000010071007'],
    ['number', '4100x2800y0000z1007'],
    ['number', null],
    ['number', undefined],
    ['expiry_month', '0'],
    ['expiry_month', '13'],
    ['expiry_month', ''],
    ['expiry_month', '1.5'],
    ['expiry_year', '1999'],
    ['expiry_year', '3'],
    ['expiry_year', '20300'],
    ['cvv', '12'],
    ['cvv', '12345'],
    ['cvv', 'abc'],
    ['cvv', ''],
    ['name', 'x'.repeat(101)],
    ['pin', '1234'],
  ])('does not take %s %j', (name, value) => {
    expect(problem({ method: 'card', card: { ...card, [name]: value } })).toBe(
      name === 'pin' ? 'card' : `card.${name}`,
    )
  })

  it('that is published is taken', () => {
    for (const { number } of TEST_CARDS)
      expect(CardInput.safeParse({ ...card, number }).success, number).toBe(true)
  })
})

describe('a payment without a browser', () => {
  const ways = {
    card: { card },
    upi: { vpa: 'success@upi' },
    netbanking: { bank: 'HDFC' },
    wallet: { wallet: 'mobikwik' },
  }

  it('has what its method needs and nothing of another', () => {
    for (const [method, way] of Object.entries(ways)) {
      expect(problem({ method, ...way }), method).toBeUndefined()
      for (const [other, foreign] of Object.entries(ways)) {
        if (other !== method)
          expect(problem({ method, ...way, ...foreign }), `${method} with ${other}`).toBe(
            Object.keys(foreign)[0],
          )
      }
    }
    expect(problem({ method: 'upi', upi: { vpa: 'success@upi' } })).toBeUndefined()
  })

  it.each([
    ['card', 'card'],
    ['upi', 'vpa'],
    ['netbanking', 'bank'],
    ['wallet', 'wallet'],
  ])('by %s needs %s', (method, needs) => {
    expect(problem({ method })).toBe(needs)
  })

  it.each(['emi', 'cash', '', 'CARD', null])('is not made by %j', (method) => {
    expect(problem({ method })).toBe('method')
  })

  it.each(['amount', 'currency', 'order_id', 'email', 'contact', 'method'])('needs %s', (name) => {
    const { [name]: _, ...rest } = { ...paid, method: 'upi', vpa: 'success@upi' } as Record<string, unknown>
    expect(CreatePayment.safeParse(rest).error?.issues[0]?.path.join('.')).toBe(name)
  })

  it.each([
    ['description', 'x'.repeat(256)],
    ['otp', 'x'.repeat(21)],
    ['customer_id', 'x'],
    ['bank', 'NOPE'],
    ['wallet', 'NOPE'],
    ['email', 'x'],
    ['contact', '123'],
    ['notes', { a: {} }],
    ['amount', 0],
    ['currency', 'EUR'],
  ])('does not take %s %j', (name, value) => {
    const method = name === 'bank' ? 'netbanking' : name === 'wallet' ? 'wallet' : 'upi'
    const way = method === 'upi' ? { vpa: 'success@upi' } : {}
    expect(problem({ method, ...way, [name]: value })?.split('.')[0]).toBe(name)
  })

  describe.each([
    ['create/json', CreatePayment],
    ['create/upi', CreateUpiPayment],
  ])('by UPI at %s', (_, schema) => {
    const takes = (more: object) => schema.safeParse({ ...paid, method: 'upi', ...more }).success
    const collect = { flow: 'collect', vpa: 'a1@upi', expiry_time: 6 }

    it('takes the ID at either place, but not two', () => {
      expect(takes({ vpa: 'a1@upi' })).toBe(true)
      expect(takes({ upi: { vpa: 'a1@upi' } })).toBe(true)
      expect(takes({ vpa: 'a1@upi', upi: collect })).toBe(true)
      expect(takes({ vpa: 'b2@upi', upi: collect })).toBe(false)
      expect(takes({})).toBe(false)
      expect(takes({ vpa: 'a1@upi', method: 'card' })).toBe(false)
    })

    it('takes what client libraries and tool servers send beside the ID, and a link without it', () => {
      expect(takes({ upi: collect })).toBe(true)
      expect(takes({ upi: { flow: 'intent' } })).toBe(true)
      expect(takes({ upi: { ...collect, flow: 'intent' } })).toBe(false)
      expect(takes({ vpa: 'a1@upi', upi: { flow: 'intent' } })).toBe(false)
      expect(takes({ upi: {} })).toBe(false)
    })
  })

  it.each(['asha@okbank', 'asha.rao-7_x@ybl', 'ab@cd'])('%j is a UPI id', (vpa) => {
    expect(Vpa.safeParse(vpa).success).toBe(true)
  })
  it.each([
    'asha',
    '@okbank',
    'asha@',
    'a@okbank',
    'asha@ok.bank',
    'asha@@okbank',
    'asha @okbank',
    'asha@1bank',
    `${'a'.repeat(257)}@okbank`,
  ])('%j is none', (vpa) => {
    expect(Vpa.safeParse(vpa).success).toBe(false)
  })

  it('by bank or wallet takes each that is offered', () => {
    for (const bank of Object.keys(BANKS)) expect(problem({ method: 'netbanking', bank })).toBeUndefined()
    for (const wallet of Object.keys(WALLETS)) expect(problem({ method: 'wallet', wallet })).toBeUndefined()
  })
})
