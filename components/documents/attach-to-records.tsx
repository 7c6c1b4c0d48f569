'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { attachManyForm, attachToRecordsForm } from './attach-forms.ts'

type AttachToRecordsProps = {
  action: FormAction
  initial: FormState
  documentId: string
  ids: string[]
  /** "12 payments" */
  count: string
  cancelHref: string
}

/** Attaches the chosen document to the checked records in one step. */
export function AttachToRecordsView({
  action,
  initial,
  documentId,
  ids,
  count,
  cancelHref,
}: AttachToRecordsProps) {
  return (
    <ActionForm
      action={action}
      initial={initial}
      declaration={attachToRecordsForm}
      hidden={{ document_id: documentId, object_ids: JSON.stringify(ids) }}
      failed="Document not attached"
      label={`Attach to ${count}`}
      pendingText="Attaching…"
      cancelHref={cancelHref}
    />
  )
}

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
