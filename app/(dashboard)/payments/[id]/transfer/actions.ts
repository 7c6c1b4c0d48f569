'use server'
import { paymentOf } from '#app/(dashboard)/payments/[id]/record.ts'
import { transferError } from '#app/(dashboard)/transfers/transfer-error.ts'
import { transferForm } from '#components/transfers/transfer-form-state.ts'
import { transferPayment } from '#lib/domain/transfers/create.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

/** The transfer page's form: from a payment into a wallet, then to the transfer. */
export const transferPaymentAction = formAction(transferPayment, transferForm, {
  to: ({ items: [first] }) => `/transfers/${first?.id ?? ''}`,
  refused: async (problem, form) =>
    transferError(problem, form, {
      customer: form.text('customer'),
      left: (await paymentOf(form.text('id'))).transferable,
    }),
})
