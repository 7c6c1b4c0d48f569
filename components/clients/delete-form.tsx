'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { TypedConfirmation } from '#components/shared/form/fields.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { deleteClientForm } from './client-forms.ts'

type DeleteFormProps = { id: string; name: string; action: FormAction; initial: FormState }

/** The name is typed, since a client cannot be restored. */
export function DeleteForm({ id, name, ...sending }: DeleteFormProps) {
  return (
    <ActionForm
      {...sending}
      declaration={deleteClientForm}
      hidden={{ id }}
      failed="Client not deleted"
      variant="danger"
      label="Delete client"
      pendingText="Deleting…"
      cancelHref={`/connected-apps/clients/${id}`}
    >
      <TypedConfirmation text={name} />
    </ActionForm>
  )
}
