'use client'
import { LinkButton } from '#components/ui/link-button.tsx'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { RefundForm, useRefundForm } from './refund-form.tsx'
import type { RefundSubject } from './refund-subject.ts'

type RefundPageFormProps = { payment: RefundSubject; initial: FormState; action: FormAction }

/** The refund as a page: the form of the dialog, which needs no script here. */
export function RefundPageForm({ payment, initial, action }: RefundPageFormProps) {
  const { form, amount } = useRefundForm(payment, { initial, action })
  const href = `/payments/${payment.id}`
  return (
    <RefundForm
      payment={payment}
      form={form}
      amount={amount}
      cancel={<LinkButton href={href}>Cancel</LinkButton>}
      back={
        <LinkButton href={href} variant="primary">
          Back to the payment
        </LinkButton>
      }
    />
  )
}
