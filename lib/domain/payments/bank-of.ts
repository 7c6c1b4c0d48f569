import type { Acquirer } from '#lib/acquirer/port.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The wallet of this platform as a payment names it. */
const OWN_WALLET = 'openwallet'

/** Whether a payment was made from a wallet of this platform: no bank stands behind it. */
export function isFromOwnWallet(payment: { wallet: string | null }): boolean {
  return payment.wallet === OWN_WALLET
}

/** The acquirer of a payment: the bank, or none when the money left a wallet of this platform and is here already. */
export function bankOf(context: Context, payment: { wallet: string | null }): Pick<Acquirer, 'capture'> {
  if (!isFromOwnWallet(payment)) return context.acquirer
  return { capture: async () => ({ outcome: 'captured', data: {} }) }
}
