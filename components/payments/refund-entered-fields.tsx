import { ENTERED_FIELDS } from '#components/refunds/entered-fields.ts'
import { SelectField, TextField } from '#components/shared/form/fields.tsx'
import { REASON_NOTE, type RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'

type RefundEnteredFieldsProps = {
  reasons: RefundReasons
  /** Whether someone else decides on the refund, and needs to know why. */
  waits: boolean
}

/** What staff enter with a refund. The reason is chosen where the merchant has a list of its own. */
export function RefundEnteredFields({ reasons, waits }: RefundEnteredFieldsProps) {
  return (
    <div className="grid gap-3 desk:grid-cols-2">
      {ENTERED_FIELDS.map(({ name, control, suggestions }) => {
        const isReason = name === REASON_NOTE
        const needed = isReason && (reasons.required || waits) ? { required: true } : { optional: true }
        if (isReason && reasons.reasons.length > 0)
          return (
            <SelectField
              key={name}
              name={name}
              {...needed}
              label={control.label}
              hint={control.hint}
              options={reasonChoices(reasons)}
            />
          )
        return (
          <div key={name}>
            <TextField name={name} {...needed} {...control} list={suggestions && `suggested-${name}`} />
            {suggestions && (
              <datalist id={`suggested-${name}`}>
                {suggestions.map((text) => (
                  <option key={text} value={text} />
                ))}
              </datalist>
            )}
          </div>
        )
      })}
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
