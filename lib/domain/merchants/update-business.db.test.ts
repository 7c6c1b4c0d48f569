import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchBusiness } from '#lib/domain/merchants/fetch.ts'
import { updateBusiness } from '#lib/domain/merchants/update-business.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { KEY_PERMISSIONS, ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

const details = { billing_label: 'Test Stores', gstin: '29AAKCK4821M1Z0', address: '1 Road\nMysuru 570001' }
const staff = (role: Role): Actor => ({
  ...instance.system,
  kind: 'user',
  id: `usr_${role}`,
  name: `${role}@example.com`,
  permissions: new Set(ROLE_PERMISSIONS[role]),
})
const update = (input: object, as: Actor = staff('owner')) =>
  instance.run(updateBusiness, { ...details, ...input }, undefined, as)

describe('the business details', () => {
  it('are changed in both modes, and told of in one audit line with what was there before', async () => {
    await update({})
    const changed = await update({ address: '  2 Road \r\n\r\n Mysuru 570001 ', gstin: ' 29aakck4821m1z0 ' })
    expect(changed).toMatchObject({ gstin: '29AAKCK4821M1Z0', address: '2 Road\nMysuru 570001' })
    const live = {
      ...instance.actor,
      account: { ...instance.actor.account, id: instance.merchant.accounts.live },
    }
    expect(await instance.run(fetchBusiness, {}, undefined, live)).toEqual(changed)
    const { rows } = await instance.runtime.query(
      "SELECT actor_name, object_id, details FROM audit_lines WHERE action = 'update_business' ORDER BY id DESC LIMIT 1",
      [],
    )
    expect(rows[0]).toEqual({
      actor_name: 'owner@example.com',
      object_id: instance.merchant.id,
      details: {
        before: { address: '1 Road\nMysuru 570001' },
        after: { address: '2 Road\nMysuru 570001' },
      },
    })
  })

  it('can be taken away again', async () => {
    expect(await update({ gstin: '  ', address: '' })).toMatchObject({ gstin: null, address: null })
  })

  it.each([
    [{ gstin: '29AAKCK4821M1Z1' }, 'gstin'],
    [{ gstin: 'ABC' }, 'gstin'],
    [{ address: `${'x\n'.repeat(6)}x` }, 'address'],
    [{ address: 'x'.repeat(501) }, 'address'],
    [{ billing_label: '' }, 'billing_label'],
    [{ billing_label: 'Kaveri & Sons' }, 'billing_label'],
    [{ name: '  ' }, 'name'],
    [{ name: 'x'.repeat(101) }, 'name'],
    [{ name: 'A\u202eB' }, 'name'],
    [{ support_email: 'care' }, 'support_email'],
    [{ support_phone: '12' }, 'support_phone'],
    [{ support_url: 'http://shop.example' }, 'support_url'],
    [{ support_url: 'javascript:alert(1)' }, 'support_url'],
    [{ brand_color: 'red' }, 'brand_color'],
  ])('are rejected where they are wrong: %j', async (input, field) => {
    await expect(update(input)).rejects.toMatchObject({ reason: 'input_validation_failed', field })
  })

  it('are for owners and admins to change, and for all who see bills to read', async () => {
    for (const role of ['finance', 'support', 'developer', 'viewer'] as const) {
      await expect(update({}, staff(role))).rejects.toMatchObject({ reason: 'permission_denied' })
      expect(await instance.run(fetchBusiness, {}, undefined, staff(role))).toMatchObject({
        name: 'Test Stores',
      })
    }
    await expect(update({}, staff('admin'))).resolves.toMatchObject(details)
    const key = { ...instance.actor, permissions: new Set(KEY_PERMISSIONS) }
    await expect(update({}, key)).rejects.toMatchObject({ reason: 'permission_denied' })
  })

  it('have no GSTIN outside of India', async () => {
    const account = { ...instance.system.account, country: 'MY' }
    await expect(update({}, { ...staff('owner'), account })).rejects.toMatchObject({ field: 'gstin' })
  })
})
