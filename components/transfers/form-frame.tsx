'use client'
import type { ReactNode } from 'react'
import { MoneyFormBody } from '#components/shared/form/money-form-body.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import type { FormAction, FormDeclaration, FormState } from '#lib/values/form.ts'

export type Sending = { initial: FormState; action: FormAction }

type FormFrameProps = Sending & {
  declaration: FormDeclaration
  hidden: Record<string, string>
  cancelHref: string
  label: string
  pendingText: string
  children: ReactNode
}

/** The shared parts of the transfer forms: hidden fields, an error, and the submit and cancel buttons. */
export function FormFrame({ hidden, cancelHref, label, pendingText, children, ...sending }: FormFrameProps) {
  const form = useStaffForm(sending)
  const failed = form.state.error?.metadata?.transfer_id
  return (
    <StaffForm form={form} hidden={hidden} className="grid gap-4">
      <MoneyFormBody
        dialog={false}
        buttons={
          <>
            <LinkButton href={cancelHref}>Cancel</LinkButton>
            <Submit pendingText={pendingText}>{label}</Submit>
          </>
        }
      >
        {children}
        <MoneyPassword />
        <FormError />
        {failed && (
          <Notice tone="bad" role="alert">
            The failed attempt is recorded as{' '}
            <Link href={`/transfers/${failed}`} className="link mono">
              {failed}
            </Link>
          </Notice>
        )}
      </MoneyFormBody>
    </StaffForm>
  )
}
