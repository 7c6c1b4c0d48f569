'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { CheckboxesField } from '#components/shared/form/choice-fields.tsx'
import { AmountField, TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { accessForm, blockForm } from './app-forms.ts'

type AccessFormProps = {
  id: string
  action: FormAction
  initial: FormState
  scopes: { name: string; sentence: string }[]
  currency: string
  /** Whether any of the scopes moves money, so that there are limits. */
  limited: boolean
  /** Whether it is this person's own app, who alone may raise a limit. */
  own: boolean
}

/** Fewer scopes than were granted, or other limits. */
export function AccessForm({ id, action, initial, scopes, currency, limited, own }: AccessFormProps) {
  const form = useStaffForm({ action, initial, declaration: accessForm, currency })
  return (
    <StaffForm form={form} hidden={{ id }} className="grid max-w-130 gap-5">
      <FormError title="Access not changed" />
      <CheckboxesField
        name="scopes"
        legend="Permissions"
        options={scopes.map(({ name, sentence }) => ({ value: name, label: sentence }))}
      />
      {limited && (
        <div className="grid gap-3">
          <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
            <AmountField label="Limit per call" name="limit_per_call" currency={currency} maxLength={30} />
            <AmountField label="Limit per 24 hours" name="limit_per_day" currency={currency} maxLength={30} />
          </div>
          <p className="text-small text-ink-2">
            With 0, every request that moves money needs approval.{' '}
            {!own && 'Only the user who connected the app can raise a limit.'}
          </p>
          {own && <ReasonField />}
          {own && <PasswordField optional hint="Required only to raise a limit." />}
        </div>
      )}
      <FormButtons label="Save" pendingText="Saving…" cancelHref={`/connected-apps/${id}`} />
    </StaffForm>
  )
}

type BlockFormProps = { clientId: string; back: string; action: FormAction; initial: FormState }

/** Blocks an app, with a reason for the team. */
export function BlockForm({ clientId, back, ...sending }: BlockFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={blockForm}
      hidden={{ client_id: clientId }}
      failed="App not blocked"
      variant="danger"
      label="Block app"
      pendingText="Blocking…"
      cancelHref={back}
    >
      <TextField name="reason" label="Reason" optional hint="Visible to your team." maxLength={200} />
    </ActionForm>
  )
}
