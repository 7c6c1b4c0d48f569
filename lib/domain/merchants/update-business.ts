import { Business, UpdateBusiness } from '#lib/domain/merchants/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const updateBusiness = defineOperation({
  name: 'update_business',
  title: 'Update the business details',
  summary:
    'Changes the GSTIN, the address and the billing label of the merchant, in both modes. Bills that are out keep those that they were issued with.',
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
    const before = await context.tables.merchants.findUniqueOrThrow({ where: { id } })
    const changed = (['billing_label', 'gstin', 'address'] as const).filter(
      (name) => before[name] !== input[name],
    )
    context.note({ changed: Object.fromEntries(changed.map((name) => [name, before[name]])) })
    return context.tables.merchants.update({ where: { id }, data: input })
  },
})
