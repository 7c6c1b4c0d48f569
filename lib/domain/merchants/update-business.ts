import { findBusiness } from '#lib/domain/merchants/find.ts'
import { Business, UpdateBusiness } from '#lib/domain/merchants/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
