'use client'
import { CheckboxesField, RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { AUTH_METHODS } from '#lib/domain/clients/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { clientForm, type MadeClient } from './client-forms.ts'
import { CLIENT_METHODS } from './client-labels.ts'
import { NewClientView } from './new-client.tsx'

type ClientFormProps = {
  action: FormAction<MadeClient>
  initial: FormState<MadeClient>
  scopes: { name: string; sentence: string }[]
}

/** A client that staff registers. */
export function ClientForm({ action, initial, scopes }: ClientFormProps) {
  const form = useStaffForm({ action, initial, declaration: clientForm })
  if (form.state.result) return <NewClientView made={form.state.result} />
  return (
    <StaffForm form={form} className="grid max-w-150 gap-5">
      <FormError title="Client not registered" />
      <TextField
        name="name"
        label="Name"
        required
        hint="Shown to users when the app requests access."
        maxLength={80}
      />
      <TextAreaField
        name="redirect_uris"
        label="Redirect URIs"
        required
        hint="One exact URI per line: https, http on localhost, or a custom scheme such as com.example.app:/back."
        rows={3}
        className="mono"
        spellCheck={false}
      />
      <RadioField
        name="auth_method"
        legend="Client authentication"
        options={AUTH_METHODS.map((method) => ({ value: method, ...CLIENT_METHODS[method] }))}
      />
      <CheckboxesField
        name="scopes"
        legend="Default scopes"
        hint="Users choose which of the requested scopes to grant."
        options={scopes.map(({ name, sentence }) => ({ value: name, label: sentence }))}
      />
      <FormButtons label="Register client" pendingText="Registering…" cancelHref="/connected-apps/clients" />
    </StaffForm>
  )
}
