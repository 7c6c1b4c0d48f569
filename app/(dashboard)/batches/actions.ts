'use server'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { batchForm, batchReasonOf, retryForm, startForm } from '#components/batches/batch-forms.ts'
import { listQuery, readList } from '#components/shared/list/list.ts'
import {
  cancelCaptureBatch,
  cancelRefundBatch,
  pauseCaptureBatch,
  pauseRefundBatch,
  resumeCaptureBatch,
  resumeRefundBatch,
} from '#lib/domain/batches/change.ts'
import { checkCaptureBatch, checkRefundBatch } from '#lib/domain/batches/check.ts'
import { startCaptureBatch, startRefundBatch } from '#lib/domain/batches/start.ts'
import { batchFile, enteredRows } from '#lib/surfaces/batch-file.ts'
import { fileAction } from '#lib/surfaces/file-form.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { type FormReader, recordForm } from '#lib/values/form.ts'

/** The selected payments of the form, or the rows, which the action has read from the file. */
const checkForm = {
  fields: batchForm.fields,
  read: (form: FormReader) => ({
    name: form.optional('name'),
    reason: batchReasonOf(form),
    ...(form.text('selection') === ''
      ? enteredRows(form, kindOf(form.form))
      : { selection: selectionOf(form) }),
  }),
}
const toBatch = { to: ({ id }: { id: string }) => `/batches/${id}` }
const CHECK = {
  refund: { operation: checkRefundBatch, save: formAction(checkRefundBatch, checkForm, toBatch) },
  capture: { operation: checkCaptureBatch, save: formAction(checkCaptureBatch, checkForm, toBatch) },
}

export const checkBatchAction = fileAction(
  batchFile,
  (form) => CHECK[kindOf(form)].operation,
  (state, form) => CHECK[kindOf(form)].save(state, form),
)

export const retryRefundRowsAction = formAction(checkRefundBatch, retryForm, toBatch)
export const retryCaptureRowsAction = formAction(checkCaptureBatch, retryForm, toBatch)

const started = { ...toBatch, message: () => 'Batch started', refreshes: true }
export const startRefundBatchAction = formAction(startRefundBatch, startForm, started)
export const startCaptureBatchAction = formAction(startCaptureBatch, startForm, started)

export const pauseRefundBatchAction = formAction(pauseRefundBatch, recordForm, toBatch)
export const pauseCaptureBatchAction = formAction(pauseCaptureBatch, recordForm, toBatch)
export const resumeRefundBatchAction = formAction(resumeRefundBatch, recordForm, toBatch)
export const resumeCaptureBatchAction = formAction(resumeCaptureBatch, recordForm, toBatch)
export const cancelRefundBatchAction = formAction(cancelRefundBatch, recordForm, toBatch)
export const cancelCaptureBatchAction = formAction(cancelCaptureBatch, recordForm, toBatch)

function kindOf(form: FormData): 'refund' | 'capture' {
  return form.get('kind') === 'capture' ? 'capture' : 'refund'
}

/** The filters of the list of payments, as its search params have them. */
function selectionOf(form: FormReader) {
  const query = Object.fromEntries(new URLSearchParams(form.text('selection')))
  const { filters, problems } = readList(paymentList, listQuery(paymentList, query), form.settings)
  for (const problem of problems) form.refuse('selection', problem)
  return filters
}
