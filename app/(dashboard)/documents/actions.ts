'use server'
import { refresh } from 'next/cache'
import type { AttachState } from '#components/documents/attach-form.tsx'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { detachDocument } from '#lib/domain/documents/detach.ts'
import { action } from '#lib/surfaces/form.ts'

const attach = action(attachDocument)
const detach = action(detachDocument)

/** As the action of a form, which shows the reason when it is refused. */
export async function attachDocumentAction(_: AttachState, form: FormData): Promise<AttachState> {
  const object_id = textIn(form, 'object_id')
  const document_id = textIn(form, 'document_id')
  const result = await attach({ object_id, document_id })
  if (result.ok) {
    refresh()
    return { typed: '', error: null }
  }
  const typed = result.error.field === 'object_id' ? object_id : document_id
  return { typed, error: result.error.description }
}

/** What cannot be taken off is drawn as it is. */
export async function detachDocumentAction(form: FormData): Promise<void> {
  await detach({ object_id: textIn(form, 'object_id'), document_id: textIn(form, 'document_id') })
  refresh()
}

function textIn(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
