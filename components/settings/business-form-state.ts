import { UpdateBusiness } from '#lib/domain/merchants/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** The seller's data on bills, receipts and statements. Without a GSTIN in the form there is none in its country. */
export const businessForm = {
  fields: ['gstin', 'address', 'billing_label'],
  schema: UpdateBusiness,
  read: (form: FormReader) => ({
    billing_label: form.text('billing_label'),
    gstin: form.optional('gstin'),
    address: form.optional('address'),
  }),
} satisfies FormDeclaration
