/** The capability of an account that had wallets before the product was discontinued. */
export const WALLET = 'wallet'

export function hasWallets({ capabilities }: { capabilities: readonly string[] }): boolean {
  return capabilities.includes(WALLET)
}
