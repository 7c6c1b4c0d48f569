import { isFromOwnWallet } from '#lib/domain/payments/bank-of.ts'
import type { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'

/** The payment method, in the payer's words: "Visa ending 1007", "HDFC Bank netbanking". */
export function meansOf(
  payment: Pick<PaymentForPayer, 'method' | 'card' | 'bank' | 'wallet' | 'vpa'>,
): string {
  switch (payment.method) {
    case 'card':
      return payment.card ? `${payment.card.network} ending ${payment.card.last4}` : 'Card'
    case 'upi':
      return `UPI ${payment.vpa ?? ''}`.trim()
    case 'netbanking':
      return `${bankName(payment)} netbanking`
    case 'wallet':
      return walletName(payment)
    case 'emi':
      return 'EMI'
  }
}

export function bankName(payment: Pick<PaymentForPayer, 'bank'>): string {
  return nameIn(BANKS, payment.bank) ?? 'Bank'
}

export function walletName(payment: Pick<PaymentForPayer, 'wallet'>): string {
  if (isFromOwnWallet(payment)) return 'Your wallet'
  return nameIn(WALLETS, payment.wallet) ?? 'Wallet'
}

function nameIn(names: Record<string, string>, code: string | null): string | undefined {
  return code !== null && Object.hasOwn(names, code) ? names[code] : undefined
}

const REFERENCES: Record<string, string> = {
  rrn: 'Bank RRN',
  utr: 'Bank UTR',
  auth_code: 'Auth code',
  arn: 'ARN',
}

/** The references that a bank can find the payment by. */
export function referencesOf(
  payment: Pick<PaymentForPayer, 'acquirer_data'>,
): { term: string; value: string }[] {
  return Object.entries(payment.acquirer_data).flatMap(([name, value]) => {
    const term = REFERENCES[name]
    return term && value ? [{ term, value }] : []
  })
}
