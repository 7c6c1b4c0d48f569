import { refused, withAmounts } from '#lib/pipeline/errors.ts'
import type { Capabilities } from '#lib/ports/acquirer-protocol.ts'

export const MAX_ACQUIRERS = 10

/** @throws too_many_acquirers */
export function assertFewer(count: number, max: number): void {
  if (count >= max) throw refused('too_many_acquirers')
}

type InUse = { direct: boolean; capabilities: Capabilities }
type InAccount = { mode: 'test' | 'live'; acquirer?: InUse | null }

/** How payers give their card, bank or UPI ID: to this server, or to a page of the bank. Null: not at all. */
export function collectionOf({ mode, acquirer }: InAccount): 'direct' | 'hosted' | null {
  if (mode === 'test' || acquirer?.direct) return 'direct'
  return acquirer?.capabilities.collection.includes('hosted') ? 'hosted' : null
}

/**
 * Data of cards and accounts reach this server only where an owner or admin has allowed it.
 * @throws acquirer_not_configured, direct_collection_off
 */
export function assertDirect(account: InAccount): void {
  if (collectionOf(account) === 'direct') return
  throw refused(account.acquirer ? 'direct_collection_off' : 'acquirer_not_configured')
}

type Money = { amount: number; currency: string }

/**
 * What the bank could only reject is not sent to it.
 * @throws acquirer_cannot
 */
export function assertAccepted(
  { acquirer }: InAccount,
  { amount, currency, method }: Money & { method: string },
): void {
  if (!acquirer) return
  const { currencies, limits, methods, name } = acquirer.capabilities
  if (!methods.some((each) => each === method))
    throw refused('acquirer_cannot', `${name} does not accept payments by ${method}.`, { field: 'method' })
  if (!currencies.includes(currency))
    throw refused('acquirer_cannot', `${name} does not accept ${currency}.`, { field: 'currency' })
  if (amount < limits.min_amount || amount > limits.max_amount)
    throw refused(
      'acquirer_cannot',
      withAmounts(
        currency,
        (money) => `${name} accepts amounts from ${money(limits.min_amount)} to ${money(limits.max_amount)}.`,
      ),
      { field: 'amount' },
    )
}

/** @throws acquirer_cannot */
export function assertPaysOut({ acquirer }: InAccount): void {
  if (acquirer && !acquirer.capabilities.payouts)
    throw refused('acquirer_cannot', `${acquirer.capabilities.name} makes no payouts.`)
}
