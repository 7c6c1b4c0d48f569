'use server'
import { dropJob, retryJob } from '#lib/domain/health/change-job.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmedRecordForm, recordForm } from '#lib/values/form.ts'

const toHealth = () => '/health'

export const retryJobAction = formAction(retryJob, recordForm, {
  to: toHealth,
  message: () => 'Job queued again',
})

export const dropJobAction = formAction(dropJob, confirmedRecordForm, {
  to: toHealth,
  message: () => 'Job dropped',
})
