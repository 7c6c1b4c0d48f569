import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CreateOrder, FetchAllOrders } from '#lib/domain/orders/schema.ts'
import { CreatePayment } from '#lib/domain/payments/instrument.ts'
import { FetchAllPayments } from '#lib/domain/payments/schema.ts'
import { RefundPayment } from '#lib/domain/refunds/schema.ts'
import { coerce } from './coerce.ts'

describe('values from clients', () => {
  it.each([
    [z.int(), '100', 100],
    [z.int(), '-7', -7],
    [z.number(), '1.5', 1.5],
    [z.int().optional(), '3', 3],
    [z.int().default(10), '3', 3],
    [z.int().nullish(), '3', 3],
    [z.boolean(), 'true', true],
    [z.boolean(), '1', true],
    [z.boolean(), 'True', true],
    [z.boolean(), 'False', false],
    [z.boolean(), 'false', false],
    [z.boolean(), '0', false],
    [z.union([z.literal(0), z.literal(1)]), '1', 1],
    [z.boolean(), 1, true],
    [z.boolean(), 0, false],
    [z.string(), '100', '100'],
    [z.string(), 123, '123'],
    [z.string(), -1.5, '-1.5'],
    [z.number(), '12.50', 12.5],
    [z.union([z.string(), z.number()]), '1', '1'],
    [z.union([z.string(), z.boolean()]), 0, '0'],
    [z.union([z.literal(0), z.literal(1)]), 1, 1],
    [z.array(z.int()), ['1', '2'], [1, 2]],
    [z.strictObject({ a: z.strictObject({ b: z.int() }).optional() }), { a: { b: '1' } }, { a: { b: 1 } }],
    [z.record(z.string(), z.string()), { a: '1' }, { a: '1' }],
    [z.record(z.string(), z.string()), { a: 1 }, { a: '1' }],
    [z.preprocess((value) => value, z.int()), '5', 5],
  ])('becomes the type of the schema', (schema, text, read) => {
    expect(coerce(schema, text)).toEqual(read)
    expect(schema.safeParse(read).success).toBe(true)
  })

  it.each([
    '',
    ' ',
    '1e3',
    '100.0',
    ' 100',
    '100 ',
    '007',
    '+1',
    '-0',
    '9007199254740993',
    '0x10',
    '1,000',
    '١٢',
    'Infinity',
    'NaN',
    '--1',
    '1.',
    '.5',
    '12345678901234567',
    'null',
    'undefined',
  ])('stays %j where a number is wanted, and is rejected there', (text) => {
    expect(coerce(z.int(), text)).toBe(text)
    expect(z.int().safeParse(coerce(z.int(), text)).success).toBe(false)
  })

  it.each(['yes', 'TRUE', '2', '', 'on', 2, -1, 0.5])('stays %j where a boolean is expected', (value) => {
    expect(coerce(z.boolean(), value)).toBe(value)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, 1e21, true, null, ['a'], { a: 1 }])(
    'stays %j where a text is expected',
    (value) => {
      expect(coerce(z.string(), value)).toEqual(value)
    },
  )

  const Given = z.strictObject({
    required: z.string().optional(),
    amount: z.int().optional(),
    flag: z.boolean().default(false),
    status: z.enum(['a', 'b']).optional(),
    cleared: z.string().nullish(),
    list: z.array(z.string()).default([]),
    nested: z.strictObject({ name: z.preprocess((value) => value, z.string()).optional() }).optional(),
  })
  it.each([
    [{ required: null, amount: null, flag: null, status: null, list: null, nested: null }, {}],
    [{ required: '', status: '', cleared: '' }, {}],
    [{ nested: { name: '' } }, { nested: {} }],
    [{ cleared: null }, { cleared: null }],
    [
      { unknown: null, other: '' },
      { unknown: null, other: '' },
    ],
    [
      { amount: '', flag: '' },
      { amount: '', flag: '' },
    ],
    [{ list: [''] }, { list: [''] }],
  ])('%j has only the given values', (sent, given) => {
    expect(coerce(Given, sent)).toEqual(given)
  })

  it('keeps an empty text that is required, so that it is rejected as empty', () => {
    expect(coerce(z.strictObject({ name: z.string().min(1) }), { name: '' })).toEqual({ name: '' })
  })

  it('reads a note without a value as an empty text', () => {
    const notes = { table: null, guests: 4, vip: true }
    expect(CreateOrder.parse(coerce(CreateOrder, { amount: 100, currency: 'INR', notes })).notes).toEqual({
      table: '',
      guests: '4',
      vip: 'true',
    })
  })

  it('leaves properties alone that the schema does not know, also those of Object.prototype', () => {
    const fields = {
      unknown: '1',
      constructor: '1',
      toString: '1',
      hasOwnProperty: { x: '1' },
      valueOf: ['1'],
    }
    expect(coerce(CreateOrder, fields)).toEqual(fields)
    expect(CreateOrder.safeParse(coerce(CreateOrder, fields)).success).toBe(false)
  })

  it('reads an order as the PHP client sends it', () => {
    const sent = {
      amount: '50000',
      currency: 'INR',
      receipt: '42',
      payment_capture: '1',
      notes: { table: '7' },
    }
    expect(CreateOrder.parse(coerce(CreateOrder, sent))).toMatchObject({
      amount: 50_000,
      receipt: '42',
      payment_capture: true,
      notes: { table: '7' },
    })
  })

  it('reads a payment, a refund and lists', () => {
    const card = { number: '4100280000001007', expiry_month: '01', expiry_year: '30', cvv: '012' }
    const paid = {
      amount: '100',
      currency: 'INR',
      order_id: 'order_NfLw3gQ81xRt0a',
      email: 'a@b.co',
      contact: '9876543210',
      method: 'card',
      card,
      otp: '0123',
    }
    expect(CreatePayment.parse(coerce(CreatePayment, paid))).toMatchObject({
      amount: 100,
      card,
      otp: '0123',
      contact: '9876543210',
    })
    expect(
      RefundPayment.parse(coerce(RefundPayment, { id: 'pay_NfLw3gQ81xRt0a', amount: '100', receipt: '1' })),
    ).toMatchObject({ amount: 100, receipt: '1' })
    const query = { count: '5', skip: '2', from: '1781505000', amount: { gte: '100', lte: '200' } }
    expect(FetchAllPayments.parse(coerce(FetchAllPayments, query))).toMatchObject({
      count: 5,
      skip: 2,
      from: 1_781_505_000,
      amount: { gte: 100, lte: 200 },
    })
  })

  it.each([
    ['1', 1],
    ['0', 0],
    ['true', 1],
    ['false', 0],
  ])('reads authorized=%s', (text, read) => {
    expect(FetchAllOrders.parse(coerce(FetchAllOrders, { authorized: text }))).toMatchObject({
      authorized: read,
    })
  })

  it('never changes the value of a number', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        expect(coerce(z.int(), String(value))).toBe(value)
      }),
    )
  })

  it('never fails, whatever is sent', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        for (const schema of [CreateOrder, CreatePayment, FetchAllPayments]) coerce(schema, value)
      }),
    )
  })
})
