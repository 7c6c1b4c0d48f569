import { UpdateRefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** The reasons of refunds, one per line. */
export const refundReasonsForm = {
  fields: ['reasons', 'required', 'speed'],
  schema: UpdateRefundReasons,
  read: (form: FormReader) => ({
    reasons: form
      .entries('reasons', /\r?\n/)
      .map((line) => line.trim())
      .filter(Boolean),
    required: form.checked('required'),
    speed: form.text('speed') === 'optimum' ? ('optimum' as const) : ('normal' as const),
  }),
} satisfies FormDeclaration
