import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rejectApproval } from '#lib/domain/approvals/decide.ts'
import { getApprovalDetails } from '#lib/domain/approvals/get-details.ts'
import { listApprovalsForDashboard } from '#lib/domain/approvals/list.ts'
import { countWaitingApprovals } from '#lib/domain/approvals/waiting.ts'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { revokeApp } from '#lib/domain/connected-apps/revoke.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createWalletPayment } from '#lib/domain/wallets/pay.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { payer } from '#lib/testing/instance.ts'

let shop: ApprovalInstance
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
})
afterAll(() => shop.instance.close())

const run = (operation: unknown, input: object, as: Actor) =>
  outcomeOf(
    execute(shop.instance.runtime, operation as Operation, as, input, {
      requestId: `req_${Math.random()}`,
    }).then(({ value }) => value as Record<string, unknown>),
  )

/** A pending refund, requested by an app of this person or by themselves. */
async function waiting(as: Actor) {
  const { id: payment } = await shop.shop.captured(10_000)
  const pending = await run(refundPayment, { id: payment, amount: 900 }, as)
  expect(pending.reason).toBe('waiting_for_approval')
  return pending.metadata?.approval_id ?? ''
}
const badge = async () => (await run(countWaitingApprovals, {}, owner)).value?.waiting

it('the overview asks those who can decide, and tells others of their own requests', async () => {
  const support = await shop.person('support')
  await waiting(await shop.program(support))
  const attention = async (as: Actor) => (await run(fetchAttention, {}, as)).value
  expect(await attention(support)).toMatchObject({ approvals: 1, own_approvals: true })
  expect(await attention(owner)).toMatchObject({ approvals: 1, own_approvals: false })
})

describe('what an app asked for', () => {
  it('waits no more once the app is disconnected, and says why and by whom', async () => {
    const program = await shop.program(owner)
    const other = await shop.program(owner)
    const [id, untouched] = [await waiting(program), await waiting(other)]
    const before = await badge()
    expect((await run(revokeApp, { id: program.id }, owner)).reason).toBeUndefined()
    expect(await shop.approval(id)).toMatchObject({
      status: 'withdrawn',
      decision_reason: 'The app was disconnected.',
      decided_by: owner.name,
    })
    expect((await shop.approval(untouched))?.status).toBe('waiting')
    expect(await badge()).toBe(Number(before) - 1)
  })

  it('waits no more once the app is blocked', async () => {
    const program = await shop.program(await shop.person('finance'))
    const id = await waiting(program)
    expect((await run(blockClient, { client_id: `client-${program.id}` }, owner)).reason).toBeUndefined()
    expect(await shop.approval(id)).toMatchObject({ status: 'withdrawn', decided_by: owner.name })
  })

  it('stays what it was when it was decided before', async () => {
    const program = await shop.program(owner)
    const id = await waiting(program)
    await run(rejectApproval, { id, reason: 'No.' }, await shop.person('admin'))
    await run(revokeApp, { id: program.id }, owner)
    expect(await shop.approval(id)).toMatchObject({ status: 'rejected', decision_reason: 'No.' })
  })
})

it('is nothing to decide for who could not do it themselves, in the list and in the count', async () => {
  const finance = await shop.person('finance')
  const count = async (person: Actor) => (await run(countWaitingApprovals, {}, person)).value?.waiting
  const [before, beforeOwner] = [await count(finance), await count(owner)]
  const who = await shop.holder(50_000)
  const order = await shop.shop.order(700, { payment_capture: true })
  const paying = {
    method: 'wallet',
    wallet: 'openwallet',
    customer_id: who.id,
    order_id: order.id,
    amount: 700,
    currency: 'INR',
    contact: who.contact,
    email: payer.email,
  }
  const pending = await run(createWalletPayment, paying, await shop.program(await shop.person()))
  const id = pending.metadata?.approval_id
  expect([await count(finance), await count(owner)]).toEqual([before, Number(beforeOwner) + 1])
  const mine = async (person: Actor) => {
    const { value } = await run(listApprovalsForDashboard, { object: order.id }, person)
    const items = value?.items as { id: string; mine_to_decide: boolean }[]
    return items.map((item) => [item.id, item.mine_to_decide])
  }
  expect([await mine(finance), await mine(owner)]).toEqual([[[id, false]], [[id, true]]])
})

describe('a pending request whose requester has lost access', () => {
  it.each([
    ['the grant has expired', 'UPDATE oauth_grants SET expires_at = 1 WHERE user_id = $1', /has expired/],
    ['the person was disabled', 'UPDATE users SET disabled_at = 1 WHERE id = $1', /was disabled/],
    ['the person left', 'DELETE FROM memberships WHERE user_id = $1', /no longer belongs to this merchant/],
  ])('says so, counts for no approver and can be rejected: %s', async (_, change, sentence) => {
    const person = await shop.person('finance')
    const program = await shop.program(person)
    const id = await waiting(program)
    const found = async () => (await run(getApprovalDetails, { id }, owner)).value
    expect(await found()).toMatchObject({ requester_gone: null, mine_to_decide: true, decision_error: null })
    const before = await badge()
    await shop.instance.runtime.query(change, [person.id])
    expect(await found()).toMatchObject({
      status: 'waiting',
      requester_gone: expect.stringMatching(sentence),
      mine_to_decide: false,
      decision_error: null,
    })
    expect(await badge()).toBe(Number(before) - 1)
    const listed = (await run(listApprovalsForDashboard, { requester: program.name }, owner)).value?.items
    expect(listed).toContainEqual(expect.objectContaining({ id, mine_to_decide: false }))
    expect((await run(rejectApproval, { id, reason: 'They are gone.' }, owner)).value).toMatchObject({
      status: 'rejected',
    })
  })

  it('holds for a person who asked themself', async () => {
    const person = await shop.person('support')
    await shop.thresholds(100)
    const id = await waiting(person)
    await shop.thresholds(null)
    await shop.instance.runtime.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [person.id])
    expect((await run(getApprovalDetails, { id }, owner)).value?.requester_gone).toMatch(/was disabled/)
  })
})
