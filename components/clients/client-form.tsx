'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { CheckboxesField, RadioField } from '#components/shared/form/choice-fields.tsx'
import { TextAreaField, TextField } from '#components/shared/form/fields.tsx'
import { FormButtons, FormError, StaffForm } from '#components/shared/form/staff-form.tsx'
import { TypedNameForm } from '#components/shared/form/typed-name-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { AUTH_METHODS } from '#lib/domain/clients/schema.ts'
import { type FormAction, type FormState, recordForm } from '#lib/values/form.ts'
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

type RotateFormProps = { id: string; action: FormAction<MadeClient>; initial: FormState<MadeClient> }

/** Another secret for the same client. */
export function RotateClientForm({ id, ...sending }: RotateFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={recordForm}
      hidden={{ id }}
      failed="Secret not rotated"
      label="Rotate secret"
      pendingText="Rotating…"
      cancelHref={`/connected-apps/clients/${id}`}
      done={(made) => <NewClientView made={made} />}
    />
  )
}

type DeleteFormProps = { id: string; name: string; action: FormAction; initial: FormState }

/** The name is typed, since a client cannot be restored. */
export function DeleteClientForm({ id, ...form }: DeleteFormProps) {
  return (
    <TypedNameForm
      {...form}
      id={id}
      failed="Client not deleted"
      label="Delete client"
      pendingText="Deleting…"
      cancelHref={`/connected-apps/clients/${id}`}
    />
  )
}
