/** The capability of an account that had wallets before the product was discontinued. */
export const WALLET = 'wallet'
