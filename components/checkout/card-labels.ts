import type { Network } from '#lib/values/card.ts'

/** A network as it writes itself; nothing for a number that none is known for. */
export function networkLabel(network: Network): string {
  if (network === 'Unknown') return ''
  return network === 'MasterCard' ? 'Mastercard' : network
}
