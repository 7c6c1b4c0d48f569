import { expect, it } from 'vitest'
import { z } from 'zod'
import { parseInput } from './input.ts'

const Schema = z.strictObject({
  id: z.string().min(2).max(3).optional(),
  count: z.int().min(1).max(100).optional(),
  notes: z.record(z.string(), z.string()).optional(),
  list: z.array(z.string()).max(1).optional(),
  speed: z.enum(['normal', 'optimum']).optional(),
  entity: z.literal('order').optional(),
  on: z.boolean().optional(),
  email: z.email().optional(),
  pan: z
    .string()
    .regex(/^[A-Z]{5}$/, 'Invalid PAN. Enter five letters.')
    .optional(),
})

it.each([
  [{ id: null }, 'id', 'id must be a string.'],
  [{ id: 'x' }, 'id', 'id must have at least 2 characters.'],
  [{ id: 'four' }, 'id', 'id must have at most 3 characters.'],
  [{ count: 'x' }, 'count', 'count must be a number.'],
  [{ count: 1.5 }, 'count', 'count must be an integer.'],
  [{ count: 101 }, 'count', 'count must be at most 100.'],
  [{ count: 0 }, 'count', 'count must be at least 1.'],
  [{ notes: [] }, 'notes', 'notes must be an object.'],
  [{ list: {} }, 'list', 'list must be an array.'],
  [{ list: ['a', 'b'] }, 'list', 'list must have at most 1 entry.'],
  [{ speed: 'fast' }, 'speed', 'speed must be one of normal, optimum.'],
  [{ entity: 'payment' }, 'entity', 'entity must be order.'],
  [{ on: 'yes' }, 'on', 'on must be true or false.'],
  [{ email: 'x' }, 'email', 'email: Invalid email address.'],
  // A sentence of the schema stays as it is, however it begins.
  [{ pan: 'x' }, 'pan', 'Invalid PAN. Enter five letters.'],
  [{ stray: 1 }, 'stray', 'Unknown field stray. Remove it or check its spelling.'],
])('describes the error of %j in our own words', (raw, field, message) => {
  expect(() => parseInput(Schema, raw)).toThrow(expect.objectContaining({ field, message }))
})

it('names a missing property, at any depth, and a missing body', () => {
  const Nested = z.strictObject({ card: z.strictObject({ number: z.string('The number is a string.') }) })
  const said = (raw: unknown) => expect(() => parseInput(Nested, raw))
  said(undefined).toThrow('The request body is required.')
  said({}).toThrow('card is required.')
  const Other = z.strictObject({ lines: z.array(z.strictObject({ name: z.string() })) })
  expect(() => parseInput(Other, { lines: [{}] })).toThrow('lines.0.name is required.')
})

it('names all missing properties at once, and leaves out those that are there and wrong', () => {
  const Order = z.strictObject({
    amount: z.int(),
    currency: z.enum(['INR'], 'The currency must be INR.'),
    card: z.strictObject({ number: z.string() }),
    note: z.string().optional(),
  })
  const field = 'amount'
  const said = (raw: object, message: string) =>
    expect(() => parseInput(Order, raw)).toThrow(expect.objectContaining({ field, message }))
  said({}, 'amount, currency and card are required.')
  said({ card: {} }, 'amount, currency and card.number are required.')
  said({ currency: 'EUR', card: { number: '4' } }, 'amount is required.')
  said({ amount: 'x' }, 'amount must be a number.')
})
