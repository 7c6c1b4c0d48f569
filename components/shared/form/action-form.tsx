'use client'
import type { ReactNode } from 'react'
import type { FormAction, FormDeclaration, FormState } from '#lib/values/form.ts'
import { FormButtons, FormError, StaffForm } from './staff-form.tsx'
import { useStaffForm } from './use-staff-form.ts'

type ActionFormProps<Result> = {
  action: FormAction<Result>
  initial: FormState<Result>
  declaration: FormDeclaration
  hidden?: Record<string, string>
  /** The title of the notice for an error of the whole form. */
  failed?: string
  label: ReactNode
  pendingText: string
  variant?: 'primary' | 'danger' | 'default'
  cancelHref?: string
  className?: string
  /** Replaces the form once it is done: a new secret. */
  done?: (result: Result) => ReactNode
  /** The text and questions above the buttons. */
  children?: ReactNode
}

/** A form that does one thing: delete, rotate, approve. */
export function ActionForm<Result>({
  action,
  initial,
  declaration,
  hidden,
  failed,
  className = 'grid max-w-130 gap-5',
  done,
  children,
  ...buttons
}: ActionFormProps<Result>) {
  const form = useStaffForm({ action, initial, declaration })
  if (form.state.result !== undefined && done) return done(form.state.result)
  return (
    <StaffForm form={form} hidden={hidden ?? {}} className={className}>
      <FormError {...(failed ? { title: failed } : {})} />
      {children}
      <FormButtons {...buttons} />
    </StaffForm>
  )
}
