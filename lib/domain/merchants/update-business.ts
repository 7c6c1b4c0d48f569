import { z } from 'zod'
import { findBusiness } from '#lib/domain/merchants/find.ts'
import { Business, SetLogo, UpdateBusiness } from '#lib/domain/merchants/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { logoHash } from '#lib/values/logo-hash.ts'

export const updateBusiness = defineOperation({
  name: 'update_business',
  title: 'Update the business details',
  summary:
    'Changes the name, address, GSTIN, billing label, support contact and brand colour of the merchant, in both modes. Issued bills keep their details.',
  permission: 'business:write',
  http: null,
  input: UpdateBusiness,
  output: Business,
  async run(context, input) {
    const { merchant_id: id, country } = context.account
    if (input.gstin !== null && country !== 'IN') {
      throw refused('input_validation_failed', 'Only businesses in India have a GSTIN. Leave it blank.', {
        field: 'gstin',
      })
    }
    const before = await findBusiness(context)
    context.noteChange(
      before,
      input,
      NAMES.filter((name) => input[name] !== undefined),
    )
    await context.tables.merchants.update({ where: { id }, data: input })
    return findBusiness(context)
  },
})

const NAMES = [
  'name',
  'billing_label',
  'gstin',
  'address',
  'support_email',
  'support_phone',
  'support_url',
  'brand_color',
] as const

const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')

export const setLogo = defineOperation({
  name: 'set_logo',
  title: 'Set the logo',
  summary:
    'Shows a logo on payment pages, on the bills that are issued and the emails that customers get from now on, in both modes.',
  permission: 'business:write',
  http: null,
  input: SetLogo,
  output: Business,
  async run(context, { png: encoded, width, height }) {
    const png = Buffer.from(encoded, 'base64')
    if (!png.subarray(0, PNG.length).equals(PNG))
      throw refused('input_validation_failed', 'The logo must be a PNG.', { field: 'png' })
    const hash = logoHash(png)
    const { merchant_id } = context.account
    const before = await context.tables.merchants.findUniqueOrThrow({
      where: { id: merchant_id },
      select: { logo_hash: true },
    })
    await context.tables.logos.createMany({
      data: [{ merchant_id, hash, png, width, height, created_at: BigInt(context.now) }],
      skipDuplicates: true,
    })
    await context.tables.merchants.update({ where: { id: merchant_id }, data: { logo_hash: hash } })
    context.noteChange({ logo: before.logo_hash }, { logo: hash })
    return findBusiness(context)
  },
})

export const removeLogo = defineOperation({
  name: 'remove_logo',
  title: 'Remove the logo',
  summary: 'Shows the name alone on payment pages, bills and emails to customers from now on.',
  permission: 'business:write',
  http: null,
  input: z.strictObject({}),
  output: Business,
  async run(context) {
    const { merchant_id } = context.account
    const before = await context.tables.merchants.findUniqueOrThrow({
      where: { id: merchant_id },
      select: { logo_hash: true },
    })
    await context.tables.merchants.update({ where: { id: merchant_id }, data: { logo_hash: null } })
    context.noteChange({ logo: before.logo_hash }, { logo: null })
    return findBusiness(context)
  },
})
