'use client'
import type { ReactNode } from 'react'
import type { ButtonProps } from '#components/ui/button.tsx'
import { type FormAction, type FormState, noFieldsForm } from '#lib/values/form.ts'
import { StaffForm, Submit } from './staff-form.tsx'
import { useStaffForm } from './use-staff-form.ts'

type ButtonFormProps = {
  action: FormAction
  initial: FormState
  /** The submitted value: the id of the record. */
  hidden: Record<string, string>
  className?: string | undefined
  /** One or a few `Submit`. */
  children: ReactNode
}

/** A form of buttons alone: resume with or without replay. Its error is beside them. */
export function ButtonForm({ action, initial, hidden, className, children }: ButtonFormProps) {
  const form = useStaffForm({ action, initial, declaration: noFieldsForm })
  return (
    <StaffForm
      form={form}
      hidden={hidden}
      className={className ?? 'inline-flex flex-wrap items-center gap-2'}
    >
      {children}
      {form.problem && (
        <span role="alert" className="text-small text-bad">
          {form.problem.description}
        </span>
      )}
    </StaffForm>
  )
}

type ActionButtonProps = Omit<ButtonProps, 'hidden'> &
  Omit<ButtonFormProps, 'children'> & { pendingText: string }

/** A form that is one button: disconnect, activate, detach. */
export function ActionButton({ action, initial, hidden, className, ...button }: ActionButtonProps) {
  return (
    <ButtonForm action={action} initial={initial} hidden={hidden} className={className}>
      <Submit variant="default" {...button} />
    </ButtonForm>
  )
}
