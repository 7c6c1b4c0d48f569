'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { type FormAction, type FormState, recordForm } from '#lib/values/form.ts'
import type { MadeClient } from './client-forms.ts'
import { NewClientView } from './new-client.tsx'

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
