import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import { REASON_NOTE, type RefundReasons, USUAL_REASONS } from '#lib/domain/refunds/schema/reasons.ts'

type RefundEnteredFieldsProps = {
  reasons: RefundReasons
  /** Whether someone else decides on the refund, and needs to know why. */
  waits: boolean
}

/** What staff enter with a refund. The reason is chosen where the merchant has a list of its own. */
export function RefundEnteredFields({ reasons, waits }: RefundEnteredFieldsProps) {
  const reason = {
    name: REASON_NOTE,
    label: 'Reason',
    hint: `Saved in the notes as "${REASON_NOTE}". Not shown to the payer.`,
    ...(reasons.required || waits ? { required: true } : { optional: true }),
  }
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      <TextField name="receipt" optional label="Refund receipt" maxLength={40} />
      {reasons.reasons.length > 0 ? (
        <SelectField {...reason} options={reasonChoices(reasons)} />
      ) : (
        <div>
          <TextField {...reason} maxLength={256} list="usual-reasons" />
          <datalist id="usual-reasons">
            {USUAL_REASONS.map((text) => (
              <option key={text} value={text} />
            ))}
          </datalist>
        </div>
      )}
    </div>
  )
}

/** The reasons of a merchant's list as the options of a field. */
export function reasonChoices({
  reasons,
  required,
}: Pick<RefundReasons, 'reasons' | 'required'>): Record<string, string> {
  return {
    '': required ? 'Choose a reason' : 'No reason',
    ...Object.fromEntries(reasons.map((text) => [text, text])),
  }
}
