import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { EARLIEST, LATEST } from '#lib/values/time.ts'
import { Collection, collection, cursors, PageQuery } from './page.ts'

const Query = z.strictObject({ ...PageQuery, ...cursors(Id('order')) })

describe('what every list takes', () => {
  it('has the defaults of the specification', () => {
    expect(Query.parse({})).toEqual({ count: 10, skip: 0 })
  })

  it.each([
    { count: 1 },
    { count: 100 },
    { skip: 0 },
    { skip: 5000 },
    { from: EARLIEST, to: LATEST },
    { starting_after: 'order_NfLw3gQ81xRt0a' },
  ])('takes %j', (query) => {
    expect(Query.parse(query)).toMatchObject(query)
  })

  it.each([
    { count: 0 },
    { count: 101 },
    { count: 1.5 },
    { count: '10' },
    { skip: -1 },
    { skip: 0.5 },
    { from: EARLIEST - 1 },
    { to: LATEST + 1 },
    { from: 0 },
    { starting_after: 'pay_NfLw3gQ81xRt0a' },
    { ending_before: '' },
    { offset: 1 },
  ])('rejects %j', (query) => {
    expect(Query.safeParse(query).success).toBe(false)
  })
})

it('a list says what it is and how many it holds', () => {
  expect(Collection(z.int()).parse(collection([1, 2]))).toEqual({
    entity: 'collection',
    count: 2,
    items: [1, 2],
  })
  expect(collection([])).toEqual({ entity: 'collection', count: 0, items: [] })
})
