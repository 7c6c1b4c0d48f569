import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBill } from '#lib/domain/bills/create.ts'
import { getBillDetails } from '#lib/domain/bills/fetch.ts'
import { removeLogo, setLogo, updateBusiness } from '#lib/domain/merchants/update-business.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { findLogo } from '#lib/storage/logo.ts'
import { drawPng } from '#lib/storage/preview/draw.ts'
import { minBill } from '#lib/testing/bill.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'

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
const owner = () => staff('owner')

/** A picture as the settings draw it, in one colour. */
async function picture(color: string, width = 300, height = 90) {
  const png = await sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer()
  return { png: png.toString('base64'), width, height }
}

describe('the brand of a merchant', () => {
  it('is what the payer of an order sees', async () => {
    await instance.run(
      updateBusiness,
      {
        name: 'Kaveri Silks',
        billing_label: 'Kaveri',
        gstin: null,
        address: null,
        support_email: 'care@kaveri.example',
        brand_color: '#1F7A4D',
      },
      undefined,
      owner(),
    )
    const { logo } = await instance.run(setLogo, await picture('#c80000'), undefined, owner())
    const order = await instance.run(createOrder, { amount: 100, currency: 'INR' })
    expect(await instance.run(fetchOrderForPayer, { id: order.id })).toMatchObject({
      merchant_name: expect.any(String),
      brand: {
        color: '1f7a4d',
        logo: { hash: logo?.hash, width: 300, height: 90 },
        support: { email: 'care@kaveri.example', phone: null, url: null },
      },
    })
    expect((await findLogo(instance.runtime.query, logo?.hash ?? ''))?.subarray(1, 4).toString()).toBe('PNG')
  })

  it('stays on the bills that were issued with it', async () => {
    const { logo: first } = await instance.run(setLogo, await picture('#00c800'), undefined, owner())
    const bill = await instance.run(createBill, { ...minBill, receipt_number: 'BRAND-1' })
    await instance.run(setLogo, await picture('#0000c8'), undefined, owner())
    const shown = await instance.run(getBillDetails, { bill_id: bill.id }, undefined, owner())
    expect(shown.seller.logo).toEqual(first)
    expect(shown.seller.support?.email).toBe('care@kaveri.example')
    await instance.run(removeLogo, {}, undefined, owner())
    expect(await findLogo(instance.runtime.query, first?.hash ?? '')).not.toBeNull()
    const next = await instance.run(createBill, { ...minBill, receipt_number: 'BRAND-2' })
    const later = await instance.run(getBillDetails, { bill_id: next.id }, undefined, owner())
    expect(later.seller.logo).toBeNull()
  })

  it('can be chosen again, which keeps one picture', async () => {
    const again = await picture('#123456')
    const [one, two] = [
      await instance.run(setLogo, again, undefined, owner()),
      await instance.run(setLogo, again, undefined, owner()),
    ]
    expect(one.logo).toEqual(two.logo)
  })

  it('has a logo that is a PNG of the size it says, and nothing else', async () => {
    const gif = Buffer.from('GIF89a').toString('base64')
    await expect(
      instance.run(setLogo, { png: gif, width: 1, height: 1 }, undefined, owner()),
    ).rejects.toMatchObject({ field: 'png' })
    await expect(
      instance.run(setLogo, { png: 'A'.repeat(300_000), width: 1, height: 1 }, undefined, owner()),
    ).rejects.toMatchObject({ field: 'png' })
  })

  it.each(ROLES)('is changed by owners and admins alone: %s', async (role) => {
    const allowed = role === 'owner' || role === 'admin'
    const made = instance.run(setLogo, await picture('#abcdef'), undefined, staff(role))
    if (allowed) await expect(made).resolves.toMatchObject({ logo: { width: 300 } })
    else await expect(made).rejects.toMatchObject({ reason: 'permission_denied' })
  })

  it('is drawn on white, within its room, and carries nothing of the file', async () => {
    const large = await sharp({
      create: { width: 2000, height: 500, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .withExif({ IFD0: { Copyright: 'a secret' } })
      .png()
      .toBuffer()
    const drawn = await drawPng(Readable.from([large]), 'image/png', { width: 400, height: 160 })
    const image = sharp(drawn ?? Buffer.of())
    expect(await image.metadata()).toMatchObject({ format: 'png', width: 400, height: 100 })
    expect((await image.metadata()).exif).toBeUndefined()
    expect((await image.stats()).dominant).toMatchObject({ r: 248, g: 248, b: 248 })
  })
})
