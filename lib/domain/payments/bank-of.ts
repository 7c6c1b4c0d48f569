import type { Acquirer } from '#lib/acquirer/port.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The name of this platform's wallet in a payment. */
const OWN_WALLET = 'openwallet'

/** Whether a payment was made from a wallet of this platform, so that no bank is involved. */
export function isFromOwnWallet(payment: { wallet: string | null }): boolean {
  return payment.wallet === OWN_WALLET
}

/** The acquirer of a payment: the bank, or one that does nothing if the money left a wallet of this platform. */
export function bankOf(context: Context, payment: { wallet: string | null }): Pick<Acquirer, 'capture'> {
  if (!isFromOwnWallet(payment)) return context.acquirer
  return { capture: async () => ({ outcome: 'captured', data: {} }) }
}
