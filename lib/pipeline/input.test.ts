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
  [{ stray: 1 }, 'stray', 'Unknown field stray. Remove it or check its spelling.'],
])('says of %j in our own words what is wrong', (raw, field, message) => {
  expect(() => parseInput(Schema, raw)).toThrow(expect.objectContaining({ field, message }))
})
