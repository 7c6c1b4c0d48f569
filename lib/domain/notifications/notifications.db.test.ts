import { afterAll, beforeAll, expect, it } from 'vitest'
import { addComment } from '#lib/domain/comments/add.ts'
import { listMailsForDashboard } from '#lib/domain/mails/list.ts'
import { fetchNotifications, updateNotifications } from '#lib/domain/notifications/choose.ts'
import { NOTIFICATION_KINDS } from '#lib/domain/notifications/schema.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'

let shop: ApprovalInstance
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
})
afterAll(() => shop.instance.close())

const choose = (person: Actor, on: string[]) =>
  shop.instance.run(updateNotifications, { on } as never, undefined, person)
const kindsTo = async (person: Actor) => {
  const { items } = await shop.instance.run(
    listMailsForDashboard,
    { recipient: person.name },
    undefined,
    owner,
  )
  return items.map(({ kind }) => kind)
}

it('that are off are not sent, and others are', async () => {
  const [quiet, heard] = [await shop.person('admin'), await shop.person('admin')]
  expect(await choose(quiet, [])).toEqual({
    items: NOTIFICATION_KINDS.map((kind) => ({ kind, on: false })),
  })
  const { id } = await shop.shop.captured(10_000)
  const program = await shop.program(owner)
  await outcomeOf(shop.instance.run(refundPayment, { id, amount: 900 }, undefined, program))
  const text = `@${quiet.name} @${heard.name}`
  await shop.instance.run(addComment, { object_id: String(id), text }, undefined, owner)
  expect(await kindsTo(quiet)).toEqual([])
  expect((await kindsTo(heard)).sort()).toEqual(['approval', 'mention'])
})

it('belong to the person, at one merchant', async () => {
  const support = await shop.person('support')
  await choose(support, [])
  expect(await shop.instance.run(fetchNotifications, {}, undefined, support)).toEqual({
    items: [
      { kind: 'mention', on: false },
      { kind: 'refund_failed', on: false },
    ],
  })
  const other = await shop.person('support')
  expect((await shop.instance.run(fetchNotifications, {}, undefined, other)).items[0]?.on).toBe(true)
})

it('are for people who are signed in', async () => {
  const { reason } = await outcomeOf(
    shop.instance.run(fetchNotifications, {}, undefined, await shop.program(owner)),
  )
  expect(['permission_denied', 'record_not_found']).toContain(reason)
})
