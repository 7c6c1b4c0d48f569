import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchPaymentSettings, updatePaymentSettings } from '#lib/domain/merchants/payment-settings.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { getOrderDefaults, getOrderDetails } from '#lib/domain/orders/fetch.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { goodCard, type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const staff = (role: Role): Actor => ({
  ...instance.system,
  kind: 'user',
  id: `usr_${role}`,
  name: `${role}@example.com`,
  permissions: new Set(ROLE_PERMISSIONS[role]),
})
const settings = {
  default_capture: 'manual',
  order_notes_on_payments: true,
  authorization_window_seconds: 2 * DAY,
  fee_basis_points: 236,
  tax_basis_points: 1800,
} as const
const update = (input: object, as = staff('owner')) =>
  instance.run(updatePaymentSettings, { ...settings, ...input }, undefined, as)

describe('payment settings', () => {
  it('are of one mode, and told of with what was there before', async () => {
    const before = await instance.run(fetchPaymentSettings, {}, undefined, staff('owner'))
    expect(await update({})).toEqual(settings)
    const { rows } = await instance.runtime.query(
      "SELECT object_id, details FROM audit_lines WHERE action = 'update_payment_settings' ORDER BY id DESC LIMIT 1",
      [],
    )
    expect(rows[0]).toEqual({
      object_id: instance.actor.account.id,
      details: {
        before: {
          default_capture: 'automatic',
          authorization_window_seconds: before.authorization_window_seconds,
          fee_basis_points: before.fee_basis_points,
        },
        after: { default_capture: 'manual', authorization_window_seconds: 2 * DAY, fee_basis_points: 236 },
      },
    })
    const account = { ...staff('owner').account, id: instance.merchant.accounts.live }
    expect(await instance.run(fetchPaymentSettings, {}, undefined, { ...staff('owner'), account })).toEqual(
      before,
    )
  })

  it.each([
    [{ default_capture: 'later' }, 'default_capture'],
    [{ authorization_window_seconds: HOUR - 1 }, 'authorization_window_seconds'],
    [{ authorization_window_seconds: 31 * DAY }, 'authorization_window_seconds'],
    [{ fee_basis_points: -1 }, 'fee_basis_points'],
    [{ fee_basis_points: 1001 }, 'fee_basis_points'],
    [{ fee_basis_points: 2.5 }, 'fee_basis_points'],
    [{ tax_basis_points: 4001 }, 'tax_basis_points'],
  ])('are rejected where they are wrong: %j', async (input, field) => {
    await expect(update(input)).rejects.toMatchObject({ reason: 'input_validation_failed', field })
  })

  it.each(ROLES)('are changed by owners and admins alone: %s', async (role) => {
    const made = update({}, staff(role))
    if (role === 'owner' || role === 'admin') await expect(made).resolves.toEqual(settings)
    else await expect(made).rejects.toMatchObject({ reason: 'permission_denied' })
  })

  it('are what the order form starts with, and the API is not', async () => {
    await update({ default_capture: 'manual' })
    for (const role of ROLES) {
      const found = instance.run(getOrderDefaults, {}, undefined, staff(role))
      if (ROLE_PERMISSIONS[role].includes('orders:write')) expect(await found).toEqual({ capture: 'manual' })
      else await expect(found).rejects.toMatchObject({ reason: 'permission_denied' })
    }
    for (const default_capture of ['manual', 'automatic'] as const) {
      await update({ default_capture })
      const { id } = await instance.run(createOrder, { amount: 5000, currency: 'INR' })
      expect(await instance.run(getOrderDetails, { id })).toMatchObject({ payment_capture: false })
    }
    expect(await instance.run(getOrderDefaults, {}, undefined, staff('owner'))).toEqual({
      capture: 'automatic',
    })
  })

  it('say whether a payment without notes has those of its order', async () => {
    const paid = async (notes: Record<string, string>) => {
      const order = { amount: 5000, currency: 'INR', notes: { shop_order: '17' } } as const
      const { id } = await instance.run(createOrder, order)
      const input = { ...payer, amount: 5000, order_id: id, method: 'card', card: goodCard, notes } as const
      return (await instance.run(createPayment, input)).notes
    }
    await update({ order_notes_on_payments: true })
    expect(await paid({})).toEqual({ shop_order: '17' })
    expect(await paid({ a: 'b' })).toEqual({ a: 'b' })
    await update({ order_notes_on_payments: false })
    expect(await paid({})).toEqual([])
  })

  it('name in each audit line what that change replaced, however many come at once', async () => {
    await Promise.all([100, 200, 300, 400].map((fee_basis_points) => update({ fee_basis_points })))
    const { rows } = await instance.runtime.query(
      "SELECT details FROM audit_lines WHERE action = 'update_payment_settings' ORDER BY id DESC LIMIT 4",
      [],
    )
    type Line = { details: Record<'before' | 'after', { fee_basis_points: number }> }
    const steps = (rows as Line[]).map(({ details: { before, after } }) => ({
      from: before.fee_basis_points,
      to: after.fee_basis_points,
    }))
    const last = await instance.run(fetchPaymentSettings, {}, undefined, staff('owner'))
    // Each value was replaced once, but for the last.
    expect(steps.map(({ to }) => to).sort()).toEqual([100, 200, 300, 400])
    expect([...steps.map(({ from }) => from), last.fee_basis_points].sort()).toEqual([
      100, 200, 236, 300, 400,
    ])
  })
})
