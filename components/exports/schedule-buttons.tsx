'use client'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { ActionForm } from '#components/shared/form/action-form.tsx'
import { PasswordField } from '#components/shared/form/password-field.tsx'
import { Actions } from '#components/ui/page-head.tsx'
import { confirmedRecordForm, type FormAction, type FormState } from '#lib/values/form.ts'

type ScheduleButtonsProps = {
  id: string
  paused: boolean
  live: boolean
  initial: FormState
  actions: Record<'pause' | 'resume' | 'sendNow' | 'remove', FormAction>
}

/** Pause, resume, send now and delete. What sends files asks for the password in live mode. */
export function ScheduleButtons({ id, paused, live, initial, actions }: ScheduleButtonsProps) {
  const [label, action] = paused
    ? (['Resume', actions.resume] as const)
    : (['Send now', actions.sendNow] as const)
  return (
    <Actions className="ml-0 items-end gap-3">
      {live ? (
        <ActionForm
          action={action}
          initial={initial}
          declaration={confirmedRecordForm}
          hidden={{ id }}
          label={label}
          pendingText={paused ? 'Resuming…' : 'Sending…'}
        >
          <PasswordField />
        </ActionForm>
      ) : (
        <ActionButton
          action={action}
          initial={initial}
          hidden={{ id }}
          pendingText={paused ? 'Resuming…' : 'Sending…'}
        >
          {label}
        </ActionButton>
      )}
      {!paused && (
        <ActionButton action={actions.pause} initial={initial} hidden={{ id }} pendingText="Pausing…">
          Pause
        </ActionButton>
      )}
      <ActionButton
        action={actions.remove}
        initial={initial}
        hidden={{ id }}
        pendingText="Deleting…"
        variant="danger"
      >
        Delete
      </ActionButton>
    </Actions>
  )
}
