import { TypedNameForm } from '#components/shared/form/typed-name-form.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'

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
