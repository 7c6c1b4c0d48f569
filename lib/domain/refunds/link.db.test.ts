import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { linkHolder } from '#lib/auth/link-holder.ts'
import { fetchRefundForCustomer, getRefundDetails } from '#lib/domain/refunds/fetch.ts'
import { createRefundLink, revokeRefundLink } from '#lib/domain/refunds/link.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { type Shop, shopOf, upiOf } from '#lib/testing/shop.ts'
import { ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'
import { refundDue } from '#lib/values/working-days.ts'

let instance: Instance
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  shop = shopOf(await openRest(instance), instance)
})
afterAll(() => instance.close())

async function refunded(amount = 4000): Promise<string> {
  const payment = await shop.captured(10_000, upiOf('success'))
  return (await shop.refund(payment, { amount, notes: { reason: 'inner note' } })).body.id
}
const tokenOf = (link: string | null) => link?.split('/').at(-1) ?? ''
const holderOf = (token: string) => linkHolder(instance.runtime.query, 'refund', token)

describe('the link of a refund', () => {
  it('exists once it is created, stays the same, and is another one after it was revoked', async () => {
    const id = await refunded()
    const current = async () => (await instance.run(getRefundDetails, { id })).link
    expect(await current()).toBeNull()
    const { link } = await instance.run(createRefundLink, { id })
    expect(link).toMatch(/\/refund\/[0-9A-Za-z]{32}$/)
    expect((await instance.run(createRefundLink, { id })).link).toBe(link)
    expect(await current()).toBe(link)
    expect(await holderOf(tokenOf(link))).toMatchObject({ kind: 'payer', id })

    await instance.run(revokeRefundLink, { id })
    expect(await current()).toBeNull()
    expect(await holderOf(tokenOf(link))).toBeNull()
    expect((await instance.run(createRefundLink, { id })).link).not.toBe(link)
    expect((await shop.lines(id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['create_refund_link', 'revoke_refund_link']),
    )
  })

  it('is one, however many ask for it at once', async () => {
    const id = await refunded()
    const made = await Promise.all(Array.from({ length: 5 }, () => instance.run(createRefundLink, { id })))
    expect(new Set(made.map(({ link }) => link)).size).toBe(1)
  })

  it('lets its holder see this one refund and do nothing else', async () => {
    const id = await refunded()
    const { link } = await instance.run(createRefundLink, { id })
    const holder = await holderOf(tokenOf(link))
    expect([...(holder?.permissions ?? [])]).toEqual(['refunds:read'])
    const { created_at } = await shop.fetch(id)
    const found = await instance.run(fetchRefundForCustomer, { id }, undefined, holder ?? undefined)
    expect(found).toMatchObject({
      id,
      amount: 4000,
      status: 'pending',
      due: refundDue(created_at),
      overdue: false,
      payment: { amount: 10_000, method: 'upi', vpa: 'su…@upi' },
    })
    const text = JSON.stringify(found)
    for (const secret of ['inner note', 'payer@example.com', '9876543210', 'created_by', 'success@upi'])
      expect(text).not.toContain(secret)
    await expect(
      instance.run(revokeRefundLink, { id }, undefined, holder ?? undefined),
    ).rejects.toMatchObject({ reason: 'permission_denied' })
  })

  it('names the support contact of the merchant, if there is one', async () => {
    const id = await refunded()
    expect(await instance.run(fetchRefundForCustomer, { id })).toMatchObject({ support: null })
    await shop.rows("UPDATE merchants SET support_email = 'care@shop.example'")
    const support = { email: 'care@shop.example', phone: null, url: null }
    expect(await instance.run(fetchRefundForCustomer, { id })).toMatchObject({ support })
    await shop.rows('UPDATE merchants SET support_email = NULL')
  })

  it('follows the refund to its end', async () => {
    const [sent, failing] = [await refunded(), await refunded(4013)]
    await instance.pass(60)
    expect(await instance.run(fetchRefundForCustomer, { id: sent })).toMatchObject({
      status: 'processed',
      due: null,
      finished_at: expect.any(Number),
      acquirer_data: { rrn: expect.stringMatching(/^\d{12}$/) },
    })
    expect(await instance.run(fetchRefundForCustomer, { id: failing })).toMatchObject({
      status: 'failed',
      due: null,
      overdue: false,
    })
  })

  it.each(ROLES)('is created by %s only with the permission to issue refunds', async (role) => {
    const id = await refunded()
    const permissions = new Set(ROLE_PERMISSIONS[role])
    const actor = { ...instance.actor, kind: 'user' as const, permissions }
    const made = instance.run(createRefundLink, { id }, undefined, actor)
    if (permissions.has('refunds:write')) expect((await made).link).not.toBeNull()
    else await expect(made).rejects.toMatchObject({ reason: 'permission_denied' })
  })
})
