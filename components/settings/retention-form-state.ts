import { UpdateRetention } from '#lib/domain/merchants/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** For how many days data is kept. Blank means as long as the server keeps it. */
export const retentionForm = {
  fields: ['request_log_days', 'event_days', 'mail_days'],
  schema: UpdateRetention,
  read: (form: FormReader) => ({
    request_log_days: days(form.text('request_log_days')) ?? Number.NaN,
    event_days: days(form.text('event_days')),
    mail_days: days(form.text('mail_days')),
  }),
} satisfies FormDeclaration

function days(text: string): number | null {
  if (text === '') return null
  return /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
}
