import { UpdateLogRetention } from '#lib/domain/requests/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** For how many days requests are stored. */
export const retentionForm = {
  fields: ['days'],
  schema: UpdateLogRetention,
  read(form: FormReader) {
    const days = form.text('days')
    return { days: /^\d+$/.test(days) ? Number(days) : Number.NaN }
  },
} satisfies FormDeclaration
