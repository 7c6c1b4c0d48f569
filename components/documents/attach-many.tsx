'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { attachManyForm } from './attach-forms.ts'

type AttachManyProps = {
  action: FormAction
  initial: FormState
  ids: string[]
  objectId: string
  count: number
}

/** Attaches the checked documents in one step. */
export function AttachMany({ action, initial, ids, objectId, count }: AttachManyProps) {
  return (
    <ActionForm
      action={action}
      initial={initial}
      declaration={attachManyForm}
      hidden={{ ids: JSON.stringify(ids), object_id: objectId }}
      failed="Documents not attached"
      label={`Attach ${count === 1 ? '1 document' : `${count} documents`}`}
      pendingText="Attaching…"
      cancelHref="/documents"
    />
  )
}
