import type { ListedPayout } from '#lib/domain/payouts/schema.ts'

/** The status of the money, for the payee: the sentence of the advice, on the page and in the file. */
export function adviceOf({ status, holder, bank_name, number_last4, failure_reason }: ListedPayout): string {
  const account = `the account of ${holder} at ${bank_name}, ending ${number_last4}`
  if (status === 'processed')
    return `This amount was sent to ${account}. If it is missing, give the UTR below to the bank.`
  if (status === 'processing') return `This amount is on its way to ${account}.`
  return `This amount could not be sent to ${account} and was returned to the wallet. ${failure_reason ?? ''}`.trim()
}
