import { z } from 'zod'
import { collectionOf } from '#lib/domain/acquirers/rules.ts'
import { Availability } from '#lib/domain/payments/schema.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import { hasWallets } from '#lib/values/capability.ts'

export const fetchAvailability = defineOperation({
  name: 'fetch_availability',
  title: 'Fetch which payments are available',
  summary: 'Returns whether payments through a bank, and from wallets, can be made in this account.',
  permission: 'orders:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Availability,
  run: async (context) => availabilityOf(context),
})

/** Which ways of paying are available. The checkout and the pages about orders and payouts use this one definition. */
export function availabilityOf(context: Context, currency = context.account.currency): Availability {
  const { mode } = context.account
  return {
    bank: acquirerOf(context) !== null && collectionOf(context.account) !== null,
    upi_link:
      currency === 'INR' &&
      collectionOf(context.account) === 'direct' &&
      acquirerOf(context)?.upiLinks === true,
    wallet: hasWallets(context.account) && currency === 'INR' && (mode === 'test' || context.mailer !== null),
  }
}

function acquirerOf(context: Context): Acquirer | null {
  try {
    return context.acquirer
  } catch (thrown) {
    if (isAppError(thrown) && thrown.reason === 'acquirer_not_configured') return null
    throw thrown
  }
}
