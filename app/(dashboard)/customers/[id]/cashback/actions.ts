'use server'
import { transferError } from '#app/(dashboard)/transfers/transfer-error.ts'
import { cashbackForm } from '#components/transfers/transfer-form-state.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

/** The cashback page's form: from the balance into the wallet, then to the transfer. */
export const giveCashbackAction = formAction(createTransfer, cashbackForm, {
  to: ({ id }) => `/transfers/${id}`,
  refused: (problem, form) => transferError(problem, form, { customer: form.text('customer_id') }),
})
