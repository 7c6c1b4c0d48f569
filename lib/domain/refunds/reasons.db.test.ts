import { afterAll, beforeAll, expect, it } from 'vitest'
import { refundPayment, refundPaymentIfUnchanged } from '#lib/domain/refunds/create.ts'
import { listRefundsForDashboard } from '#lib/domain/refunds/list.ts'
import { fetchRefundReasons, updateRefundReasons } from '#lib/domain/refunds/reasons.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import type { Body } from '#lib/testing/shop.ts'
import { ROLES } from '#lib/values/permissions.ts'

let shop: ApprovalInstance
let owner: Actor
beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
  await shop.shop.captured(1_000_000)
})
afterAll(async () => {
  expect(await shop.instance.violations()).toEqual([])
  await shop.instance.close()
})

const set = (reasons: string[], required: boolean, as = owner, speed: 'normal' | 'optimum' = 'normal') =>
  outcomeOf(shop.instance.run(updateRefundReasons, { reasons, required, speed }, undefined, as))
const refund = (payment: Body, notes: Record<string, string>, as = owner) =>
  outcomeOf(
    shop.instance.run(
      refundPaymentIfUnchanged,
      { id: payment.id, amount: 500, expected_refundable: 10_000, notes },
      undefined,
      as,
    ),
  )

it('are chosen from the list, and kept as a note that the list of refunds is filtered by', async () => {
  await set(['Wrong size', 'Arrived late'], false)
  const payment = await shop.shop.captured(10_000)
  expect((await refund(payment, { reason: 'Something else' })).reason).toBe('input_validation_failed')
  const { value } = await refund(payment, { reason: 'Wrong size' })
  const find = (reason: string) => shop.instance.run(listRefundsForDashboard, { reason }, undefined, owner)
  expect((await find('Wrong size')).items).toMatchObject([{ id: (value as Body).id }])
  expect((await find('Arrived late')).total).toBe(0)
})

it('are left out unless one is required', async () => {
  await set(['Wrong size'], false)
  expect(await refund(await shop.shop.captured(10_000), {})).toHaveProperty('value')
  await set([], true)
  expect(await refund(await shop.shop.captured(10_000), {})).toMatchObject({
    reason: 'input_validation_failed',
  })
  expect(await refund(await shop.shop.captured(10_000), { reason: 'Any text' })).toHaveProperty('value')
})

it('bind people in the dashboard, not the API', async () => {
  await set(['Wrong size'], true)
  const { id } = await shop.shop.captured(10_000)
  await shop.instance.run(refundPayment, { id, amount: 500 })
})

it.each(ROLES)('are changed by owners and admins, and read by all: %s', async (role) => {
  const person = await shop.person(role)
  const { reason } = await set(['Wrong size'], false, person)
  expect(reason).toBe(role === 'owner' || role === 'admin' ? undefined : 'permission_denied')
  expect(await shop.instance.run(fetchRefundReasons, {}, undefined, person)).toEqual({
    reasons: ['Wrong size'],
    required: false,
    speed: 'normal',
  })
})

it('keep a default speed for the form of the staff, and none for the API', async () => {
  await set([], false, owner, 'optimum')
  expect((await shop.instance.run(fetchRefundReasons, {}, undefined, owner)).speed).toBe('optimum')
  const { id } = await shop.shop.captured(10_000)
  const made = await shop.instance.run(refundPayment, { id, amount: 500 })
  expect(made).toMatchObject({ speed_requested: 'normal' })
})

it.each([[['Twice', 'twice']], [['']], [['a\nb']], [['x'.repeat(61)]], [Array(31).fill('many')]])(
  'are rejected where they are wrong: %j',
  async (reasons) => {
    expect((await set(reasons, false)).reason).toBe('input_validation_failed')
  },
)
