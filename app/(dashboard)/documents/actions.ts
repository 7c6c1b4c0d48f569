'use server'
import { refresh } from 'next/cache'
import { attachForm, detachForm } from '#components/documents/attach-forms.ts'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { detachDocument } from '#lib/domain/documents/detach.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

/** The page of the form shows the current attachments. */
const shown = { after: async () => refresh() }

export const attachDocumentAction = formAction(attachDocument, attachForm, shown)
export const detachDocumentAction = formAction(detachDocument, detachForm, shown)
