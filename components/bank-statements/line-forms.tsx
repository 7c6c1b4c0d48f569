'use client'
import { RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextAreaField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { LINE_REASON_LENGTH } from '#lib/bank-files/limits.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { acceptForm, ignoreForm } from './bank-forms.ts'

type LineFormProps = { id: string; action: FormAction; initial: FormState }

/** What happens with the difference between a credit and its settlement. */
export function AcceptForm({
  id,
  action,
  initial,
  difference,
  short,
  live,
}: LineFormProps & { difference: string; short: boolean; live: boolean }) {
  const form = useStaffForm({ action, initial, declaration: acceptForm })
  return (
    <StaffForm form={form} hidden={{ id }} className="grid max-w-110 gap-5">
      <FormError title="Difference not accepted" />
      <RadioField
        name="effect"
        legend={`${difference} ${short ? 'short' : 'over'}`}
        options={[
          {
            value: 'balance',
            label: short ? `Return ${difference} to the balance` : `Deduct ${difference} from the balance`,
            hint: 'The next settlement evens it out.',
          },
          {
            value: 'none',
            label: 'Leave the balance as it is',
            hint: short
              ? 'For charges of the bank.'
              : 'For an amount that is not yours, or is settled elsewhere.',
          },
        ]}
      />
      <LineReason />
      <p className="text-small text-ink-2">This can't be undone.</p>
      {live && <PasswordField />}
      <div>
        <Submit variant="default" pendingText="Accepting…">
          Accept difference
        </Submit>
      </div>
    </StaffForm>
  )
}

/** Why a credit pays no settlement. */
export function IgnoreForm({ id, action, initial }: LineFormProps) {
  const form = useStaffForm({ action, initial, declaration: ignoreForm })
  return (
    <StaffForm form={form} hidden={{ id }} className="grid max-w-110 gap-5">
      <FormError title="Credit not ignored" />
      <LineReason />
      <div>
        <Submit variant="default" pendingText="Ignoring…">
          Ignore credit
        </Submit>
      </div>
    </StaffForm>
  )
}

function LineReason() {
  return <TextAreaField name="reason" label="Reason" rows={2} maxLength={LINE_REASON_LENGTH} required />
}
