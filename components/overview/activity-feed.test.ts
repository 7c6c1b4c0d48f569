import { expect, it } from 'vitest'
import type { Activity } from '#lib/domain/overview/schema.ts'
import { groupActivity } from './activity-feed.tsx'

const item = (what: string, actor_name: string, id: string): Activity => ({
  what,
  actor_name,
  id,
  object_id: `order_${id}`,
  batch_id: null,
  amount: 1,
  currency: 'INR',
  actor_kind: 'key',
  created_at: 1,
})

it('joins what one actor did in a row, and nothing else', () => {
  const items = [
    item('create_order', 'Shop', 'a'),
    item('create_order', 'Shop', 'b'),
    item('create_order', 'Till', 'c'),
    item('payment.captured', 'Till', 'd'),
    item('create_order', 'Till', 'e'),
  ]
  const groups = groupActivity(items, 3)
  expect(groups.map(({ latest }) => latest.id)).toEqual(['a', 'c', 'd'])
  expect(groups[0]?.others.map(({ id }) => id)).toEqual(['b'])
  expect(groupActivity(items, 12)).toHaveLength(4)
})

it('joins what a batch did, with other events between', () => {
  const of = (id: string, batch_id: string | null) => ({
    ...item('refund.created', `Actor ${id}`, id),
    batch_id,
  })
  const groups = groupActivity(
    [of('a', 'batch_1'), of('b', null), of('c', 'batch_1'), of('d', 'batch_2')],
    12,
  )
  expect(groups.map(({ latest, others }) => [latest.id, others.map(({ id }) => id)])).toEqual([
    ['a', ['c']],
    ['b', []],
    ['d', []],
  ])
})
