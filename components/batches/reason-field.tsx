'use client'
import { reasonChoices } from '#components/payments/refund-entered-fields.tsx'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import { MAX_REASON } from '#lib/domain/batches/schema.ts'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'

/** The reason of the rows of a batch that have none of their own, chosen where the merchant has a list. */
export function BatchReasonField({
  reasons: { reasons },
  required,
  hint,
}: {
  reasons: RefundReasons
  required: boolean
  hint: string
}) {
  const labels = { name: 'reason', label: 'Refund reason', hint, required, optional: !required }
  return reasons.length > 0 ? (
    <SelectField {...labels} options={reasonChoices({ reasons, required })} />
  ) : (
    <TextField {...labels} maxLength={MAX_REASON} />
  )
}
