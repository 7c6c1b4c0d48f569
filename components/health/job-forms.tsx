'use client'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { confirmedRecordForm, type FormAction, type FormState, recordForm } from '#lib/values/form.ts'

type JobFormProps = { id: string; action: FormAction; initial: FormState }

/** Queues a failed job again. */
export function RetryJobForm({ id, ...form }: JobFormProps) {
  return (
    <ActionForm
      {...form}
      hidden={{ id }}
      declaration={recordForm}
      failed="Job not queued again"
      label="Retry job"
      pendingText="Queuing…"
      variant="primary"
      cancelHref="/health"
    />
  )
}

/** Deletes a failed job. The password is asked for in live mode, where its record may hold money. */
export function DropJobForm({ id, ...form }: JobFormProps) {
  return (
    <ActionForm
      {...form}
      hidden={{ id }}
      declaration={confirmedRecordForm}
      failed="Job not dropped"
      label="Drop job"
      pendingText="Dropping…"
      variant="danger"
    >
      <MoneyPassword />
    </ActionForm>
  )
}
