import { CreatePayout } from '#lib/domain/payouts/schema.ts'
import type { FormDeclaration, FormReader } from '#lib/values/form.ts'

/** A payout from the wallet of a customer to one of their accounts. */
export const payoutForm = {
  fields: ['fund_account_id', 'amount', 'purpose', 'reference_id', 'narration', 'notes', 'password'],
  schema: CreatePayout,
  read: (form: FormReader) => ({
    id: form.text('customer'),
    fund_account_id: form.text('fund_account_id'),
    amount: form.amount('amount'),
    currency: 'INR',
    purpose: form.text('purpose'),
    reference_id: form.optional('reference_id'),
    narration: form.optional('narration'),
    notes: form.notes(),
  }),
  words({ reason, field }) {
    if (reason === 'insufficient_funds')
      return { description: 'Insufficient wallet balance for the amount with fees and tax.' }
    if (field === 'fund_account_id' && reason === 'input_validation_failed')
      return { description: 'Choose a bank account.' }
    return {}
  },
} satisfies FormDeclaration
