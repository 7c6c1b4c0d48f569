'use server'
import { refresh } from 'next/cache'
import {
  attachForm,
  attachManyForm,
  attachToRecordsForm,
  detachForm,
} from '#components/documents/attach-forms.ts'
import {
  attachDocument,
  attachDocuments,
  attachToRecords,
  detachDocument,
} from '#lib/domain/documents/attach.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { objectPath } from '#lib/values/object-path.ts'

/** The page of the form shows the current attachments. */
const shown = { after: async () => refresh() }

/** A text that is not an ID opens the page that searches for the record. */
export const attachDocumentAction = formAction(attachDocument, attachForm, {
  ...shown,
  refused(problem, form) {
    const to = form.text('object_id')
    const isText = problem.field === 'object_id' && to.length > 1 && !/^[a-z]+_[0-9A-Za-z]{14}$/.test(to)
    return isText
      ? `/documents/attach?${new URLSearchParams({ ids: form.text('document_id'), to })}`
      : problem
  },
})

export const attachDocumentsAction = formAction(attachDocuments, attachManyForm, {
  to: ({ object_id }) => objectPath(object_id) ?? '/documents',
  message: ({ attached, already }) =>
    `${attached === 1 ? '1 document' : `${attached} documents`} attached${already > 0 ? `, ${already} attached before` : ''}`,
})
export const attachToRecordsAction = formAction(attachToRecords, attachToRecordsForm, {
  to: ({ document_id }) => `/documents/${document_id}`,
  message: ({ attached, already }) =>
    `Attached to ${attached === 1 ? '1 record' : `${attached} records`}${already > 0 ? `, to ${already} before` : ''}`,
})
export const detachDocumentAction = formAction(detachDocument, detachForm, shown)
