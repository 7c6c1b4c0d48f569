import type { PaymentForPayer } from '#lib/domain/payments/fetch-for-payer.ts'
import { isFromOwnWallet } from '#lib/domain/payments/find.ts'
import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'
import type { Text } from '#lib/messages/text.ts'

/** The payment method, in the payer's words: "Visa ending 1007", "HDFC Bank netbanking". */
export function methodLabel(
  t: Text,
  payment: Pick<PaymentForPayer, 'method' | 'card' | 'bank' | 'wallet' | 'vpa'>,
): string {
  switch (payment.method) {
    case 'card':
      return payment.card
        ? t('methods.card_ending', { network: payment.card.network, last4: payment.card.last4 })
        : t('methods.card')
    case 'upi':
      return payment.vpa ? t('methods.upi_id', { vpa: payment.vpa }) : t('methods.upi')
    case 'netbanking':
      return t('methods.bank_netbanking', { bank: bankName(t, payment) })
    case 'wallet':
      return walletName(t, payment)
    case 'emi':
      return t('methods.emi')
  }
}

export function bankName(t: Text, payment: Pick<PaymentForPayer, 'bank'>): string {
  return nameIn(BANKS, payment.bank) ?? t('methods.bank')
}

export function walletName(t: Text, payment: Pick<PaymentForPayer, 'wallet'>): string {
  if (isFromOwnWallet(payment)) return t('methods.own_wallet')
  return nameIn(WALLETS, payment.wallet) ?? t('methods.wallet')
}

function nameIn(names: Record<string, string>, code: string | null): string | undefined {
  return code !== null && Object.hasOwn(names, code) ? names[code] : undefined
}

const REFERENCES = ['rrn', 'utr', 'auth_code', 'arn'] as const

/** The references that a bank can find the payment by. */
export function referencesOf(
  t: Text,
  payment: Pick<PaymentForPayer, 'acquirer_data'>,
): { term: string; value: string }[] {
  return Object.entries(payment.acquirer_data).flatMap(([name, value]) => {
    const known = REFERENCES.find((reference) => reference === name)
    return known && value ? [{ term: t(`receipt.${known}`), value }] : []
  })
}
