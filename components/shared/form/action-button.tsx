'use client'
import type { ButtonProps } from '#components/ui/button.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { StaffForm, Submit } from './staff-form.tsx'
import { useStaffForm } from './use-staff-form.ts'

type ActionButtonProps = Omit<ButtonProps, 'hidden'> & {
  action: FormAction
  initial: FormState
  /** What is sent: the id of the record. */
  hidden: Record<string, string>
  pendingText: string
}

/** A form that is one button: disconnect, activate, detach. What went wrong stands beside it. */
export function ActionButton({ action, initial, hidden, className, ...button }: ActionButtonProps) {
  const form = useStaffForm({ action, initial, declaration: NO_FIELDS })
  return (
    <StaffForm
      form={form}
      hidden={hidden}
      className={className ?? 'inline-flex flex-wrap items-center gap-2'}
    >
      <Submit variant="default" {...button} />
      {form.problem && (
        <span role="alert" className="text-small text-bad">
          {form.problem.description}
        </span>
      )}
    </StaffForm>
  )
}

const NO_FIELDS = { fields: [], read: () => ({}) }
