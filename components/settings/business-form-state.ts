import { SetLogo, UpdateBusiness } from '#lib/domain/merchants/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'
import { FORM_FILE_BYTES, hasFile } from '#lib/values/form-file.ts'

/** The seller's data on payment pages, bills and statements. Without a GSTIN in the form there is none in its country. */
export const businessForm = {
  fields: [
    'name',
    'gstin',
    'address',
    'billing_label',
    'support_email',
    'support_phone',
    'support_url',
    'brand_color',
  ],
  schema: UpdateBusiness,
  read: (form: FormReader) => ({
    name: form.text('name'),
    billing_label: form.text('billing_label'),
    gstin: form.optional('gstin'),
    address: form.optional('address'),
    support_email: form.optional('support_email'),
    support_phone: form.optional('support_phone'),
    support_url: form.optional('support_url'),
    brand_color: form.optional('brand_color'),
  }),
} satisfies FormDeclaration

export const pictureForm = {
  fields: ['picture'],
  read(form: FormReader) {
    if (!hasFile(form, 'picture', FORM_FILE_BYTES)) form.refuse('picture', 'Choose a PNG or JPEG picture.')
    return {}
  },
} satisfies FormDeclaration

export const logoForm = {
  fields: ['png'],
  schema: SetLogo,
  read: (form: FormReader) => ({
    png: form.verbatim('png'),
    width: Number(form.text('width')),
    height: Number(form.text('height')),
  }),
} satisfies FormDeclaration
