'use client'
import type { ReactNode } from 'react'
import { MoneyFormBody } from '#components/shared/form/money-form-body.tsx'
import { MoneyPassword } from '#components/shared/form/password-field.tsx'
import { FormError, StaffForm, Submit } from '#components/shared/form/staff-form.tsx'
import { type StaffFormState as Form, useStaffForm } from '#components/shared/form/use-staff-form.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { captureForm } from './capture-subject.ts'
import { type CapturedPayment, CaptureSummary } from './capture-summary.tsx'

type CaptureFormProps = { payment: CapturedPayment; form: Form; cancel: ReactNode; dialog?: boolean }

/** Takes the money of an authorized payment: all of it, so that there is nothing to type. */
export function CaptureForm({ payment, form, cancel, dialog = false }: CaptureFormProps) {
  const { grouping } = usePreferences()
  const figure = formatMoney(payment.amount, payment.currency, grouping)
  return (
    <StaffForm
      form={form}
      hidden={{ id: payment.id, amount: String(payment.amount) }}
      className={dialog ? undefined : 'grid gap-4'}
    >
      <MoneyFormBody
        dialog={dialog}
        buttons={
          <>
            {cancel}
            <Submit pendingText={`Capturing ${figure}…`}>Capture {figure}</Submit>
          </>
        }
      >
        <CaptureSummary {...payment} />
        <MoneyPassword />
        <FormError />
      </MoneyFormBody>
    </StaffForm>
  )
}

type CapturePageFormProps = { payment: CapturedPayment; initial: FormState; action: FormAction }

/** The capture as a page: the form of the dialog, which needs no script here. */
export function CapturePageForm({ payment, initial, action }: CapturePageFormProps) {
  const form = useStaffForm({ action, initial, declaration: captureForm })
  const cancel = <LinkButton href={`/payments/${payment.id}`}>Cancel</LinkButton>
  return <CaptureForm payment={payment} form={form} cancel={cancel} />
}
