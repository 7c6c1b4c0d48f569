import type { Refused } from './use-sending.ts'

export type PayoutFormState = Refused

export type PayoutActions = {
  send: (form: FormData) => Promise<{ href: string } | PayoutFormState>
  sendPlainly: (state: PayoutFormState, form: FormData) => Promise<PayoutFormState>
}

export const FIELDS = ['fund_account_id', 'amount', 'purpose', 'reference_id', 'narration', 'notes']

/** The interface speaks to programs of its members and in minor units; a person sees fields. */
export function problemOf({ reason, description, field }: NonNullable<Refused['error']>): string {
  if (reason === 'insufficient_funds') return 'Insufficient wallet balance for the amount with fees and tax.'
  if (field === 'fund_account_id' && reason === 'input_validation_failed') return 'Choose a bank account.'
  if (field === 'purpose' && /not be empty/.test(description)) return 'Enter a purpose.'
  return description
    .replace('The minimum payout is 100 paise (₹1.00).', 'The minimum payout is ₹1.00.')
    .replace(/^(reference_id|purpose) is/, (_, name: string) =>
      name === 'purpose' ? 'The purpose is' : 'The reference is',
    )
}
