'use server'
import { scheduledFilters } from '#app/(dashboard)/exports/lists.ts'
import { createScheduleForm, updateScheduleForm } from '#components/exports/schedule-forms.ts'
import { runExportAgain, sendExportNow } from '#lib/domain/exports/queue.ts'
import {
  createExportSchedule,
  deleteExportSchedule,
  leaveExportSchedule,
  pauseExportSchedule,
  resumeExportSchedule,
  updateExportSchedule,
} from '#lib/domain/exports/schedule.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmedRecordForm, type FormReader, recordForm } from '#lib/values/form.ts'

const pageOf = ({ id }: { id: string }) => `/exports/schedules/${id}`

/** The filters are read from the search params here, as the list itself reads them. */
const withFilters = {
  ...createScheduleForm,
  read(form: FormReader) {
    const input = createScheduleForm.read(form)
    const sent = Object.fromEntries(new URLSearchParams(input.query))
    const found = scheduledFilters(input.list, sent, form.settings)
    const [problem] = found?.problems ?? []
    if (problem !== undefined) form.refuse('query', problem)
    return { ...input, query: found?.query ?? '', filters: found?.filters ?? {} }
  },
}

export const createScheduleAction = formAction(createExportSchedule, withFilters, {
  to: pageOf,
  message: () => 'Export scheduled',
})

export const updateScheduleAction = formAction(updateExportSchedule, updateScheduleForm, {
  to: pageOf,
  message: () => 'Schedule saved',
})

export const pauseScheduleAction = formAction(pauseExportSchedule, recordForm, {
  to: pageOf,
  message: () => 'Schedule paused',
})

export const resumeScheduleAction = formAction(resumeExportSchedule, confirmedRecordForm, {
  to: pageOf,
  message: () => 'Schedule resumed',
})

export const leaveScheduleAction = formAction(leaveExportSchedule, recordForm, {
  to: pageOf,
  message: () => 'You no longer receive this export',
})

export const deleteScheduleAction = formAction(deleteExportSchedule, recordForm, {
  to: () => '/exports/schedules',
  message: () => 'Scheduled export deleted',
})

export const retryScheduledExportAction = formAction(runExportAgain, recordForm, {
  to: ({ schedule_id }) => `/exports/schedules/${schedule_id}`,
  message: () => 'Export started',
})

export const sendScheduledExportAction = formAction(sendExportNow, confirmedRecordForm, {
  to: ({ schedule_id }) => `/exports/schedules/${schedule_id}`,
  message: () => 'Export started',
})
