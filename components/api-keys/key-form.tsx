'use client'
import { AmountField, SelectField, TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { ReasonField } from '#components/shared/form/reason-field.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { PermissionMatrix } from '#components/shared/permission-matrix.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { KEY_MATRIX } from '#lib/domain/api-keys/schema/key-scopes.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { editKeyForm, grantsOfFields, type MadeKey, newKeyForm } from './key-form-state.ts'
import { NewKeyView } from './new-key.tsx'

type KeyFormProps = {
  action: FormAction<MadeKey>
  initial: FormState<MadeKey>
  /** The key that is edited; left out for a new one. */
  id?: string
  own: readonly string[]
  /** In live mode the password is asked for once more. */
  live: boolean
  currency: string
  zone: string
  baseUrl: string
}

const EXPIRIES = {
  never: 'Never',
  '30': 'In 30 days',
  '90': 'In 90 days',
  '365': 'In 1 year',
  date: 'On a date …',
}

/** The permissions, IP addresses, expiry and limits of a key. */
export function KeyForm({ action, initial, id, own, live, currency, zone, baseUrl }: KeyFormProps) {
  const declaration = id ? editKeyForm : newKeyForm
  const form = useStaffForm({ action, initial, declaration, currency })
  const { result, values } = form.state
  if (result) return <NewKeyView made={result} baseUrl={baseUrl} />
  const scopesError = form.errorOf('scopes')
  // The matrix is no field of its own, so it is judged again when one of its boxes changes.
  const judgeScopes = () => {
    if (scopesError === undefined) return
    form.clear()
    void form.hook.trigger('scopes')
  }
  return (
    <StaffForm form={form} hidden={{ ...(id && { id }), expires_was: form.initialOf('expires_was') ?? '' }}>
      <Slip stub={<Advice />}>
        <div className="grid max-w-150 gap-5">
          <FormError title="Key not saved" />
          <TextField
            name="name"
            label="Name"
            required
            hint="Where the key is used, e.g. Webshop or Nightly report."
            maxLength={60}
          />
          <div onChange={judgeScopes}>
            <PermissionMatrix
              matrix={KEY_MATRIX}
              grants={grantsOfFields(values)}
              own={own}
              field="scopes"
              caption="Permissions of the key for each resource"
              error={scopesError}
            />
          </div>
          <div className="group grid grid-cols-2 gap-3 max-phone:grid-cols-1">
            <SelectField name="expires" label="Expires" options={EXPIRIES} />
            <div className="hidden group-has-[option[value=date]:checked]:block">
              <TextField
                name="expires_on"
                label="Date"
                hint={`Expires at the end of this day (${zone}).`}
                type="date"
                figures
              />
            </div>
          </div>
          <TextAreaField
            name="allowed_addresses"
            label="Allowed IP addresses"
            optional
            hint="One IP address or network per line, e.g. 203.0.113.9, 203.0.113.0/24 or 2001:db8::/32. Leave blank to allow any."
            rows={3}
            className="mono"
            spellCheck={false}
          />
          <div className="grid grid-cols-2 gap-3 max-phone:grid-cols-1">
            <AmountField
              name="refund_limit"
              label="Limit per refund"
              optional
              hint="Leave blank for no limit."
              currency={currency}
            />
            <AmountField
              name="refund_day_limit"
              label="Refund limit in 24 hours"
              optional
              hint="Total of all refunds with this key."
              currency={currency}
            />
          </div>
          {id && (
            <AmountField
              name="approval_above"
              label="Approval threshold"
              optional
              hint="Refunds, wallet credits and payouts with this key, totalled over 24 hours. Leave blank to use the threshold of its creator."
              currency={currency}
            />
          )}
          {id && <ReasonField />}
          {live && <PasswordField />}
          <FormButtons
            label={id ? 'Save' : 'Create API key'}
            pendingText={id ? 'Saving…' : 'Creating…'}
            cancelHref={id ? `/api-keys/${id}` : '/api-keys'}
          />
        </div>
      </Slip>
    </StaffForm>
  )
}

function Advice() {
  return (
    <StubSection title="Best practices">
      <ul className="grid gap-2 text-table text-ink-2">
        <li>Use one key per app, so that each can be revoked separately.</li>
        <li>Grant only the permissions that the app needs.</li>
        <li>Allow only known IP addresses.</li>
        <li>Set a limit for keys that can issue refunds.</li>
      </ul>
    </StubSection>
  )
}
