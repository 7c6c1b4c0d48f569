import type { Refused } from './use-sending.ts'

export type PayoutFormState = Refused

export type PayoutActions = {
  send: (form: FormData) => Promise<{ href: string } | PayoutFormState>
  sendPlainly: (state: PayoutFormState, form: FormData) => Promise<PayoutFormState>
}

export const FIELDS = ['fund_account_id', 'amount', 'purpose', 'reference_id', 'narration', 'notes']

/** The interface speaks to programs of its members and in minor units; a person sees fields. */
export function problemOf({ reason, description, field }: NonNullable<Refused['error']>): string {
  if (reason === 'insufficient_funds') return 'The wallet holds less than the amount with fees and tax.'
  if (field === 'fund_account_id' && reason === 'input_validation_failed')
    return 'Choose the account to pay out to.'
  if (field === 'purpose' && /not empty/.test(description)) return 'Say what the payout is for.'
  return description
    .replace('A payout is at least 100 paise (₹1.00).', 'A payout is at least ₹1.00.')
    .replace(/^(reference_id|purpose) is/, (_, name: string) =>
      name === 'purpose' ? 'The purpose is' : 'The reference is',
    )
}
