'use client'
import type { ReactNode } from 'react'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { FormError, StaffForm } from './staff-form.tsx'
import { useStaffForm } from './use-staff-form.ts'

type ButtonFormProps = {
  action: FormAction
  initial: FormState
  hidden: Record<string, string>
  /** Of the row of buttons. */
  className?: string
  /** One or a few `Submit`. */
  children: ReactNode
}

/** One or a few buttons that do something at once: pause, resend. What was wrong is said below them. */
export function ButtonForm({ action, initial, hidden, className, children }: ButtonFormProps) {
  const form = useStaffForm({ action, initial, declaration: NOTHING_TO_FILL_IN })
  return (
    <StaffForm form={form} hidden={hidden} className="grid gap-2">
      <div className={className}>{children}</div>
      <FormError />
    </StaffForm>
  )
}

const NOTHING_TO_FILL_IN = { fields: [], read: () => ({}) }
