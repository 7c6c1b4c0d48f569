import type { PaymentMethod } from '#lib/domain/payments/schema.ts'
import { METHOD_LABELS } from '#lib/domain/payments/schema.ts'

/** The properties that tell the payment method. */
type Instrument = {
  method: PaymentMethod
  last4?: string | null
  network?: string | null
  bank?: string | null
  wallet?: string | null
  vpa?: string | null
}

/** Short enough for a table; unknown codes are shown as they are. */
export const BANK_LABELS: Record<string, string> = {
  SBIN: 'SBI',
  HDFC: 'HDFC',
  ICIC: 'ICICI',
  UTIB: 'Axis',
  KKBK: 'Kotak',
  PUNB_R: 'PNB',
  BARB_R: 'BoB',
  CNRB: 'Canara',
  UBIN: 'Union Bank',
  YESB: 'Yes Bank',
  IDFB: 'IDFC First',
  FDRL: 'Federal',
}

export const WALLET_LABELS: Record<string, string> = {
  amazonpay: 'Amazon Pay',
  mobikwik: 'MobiKwik',
  airtelmoney: 'Airtel Money',
  freecharge: 'FreeCharge',
  phonepe: 'PhonePe',
  openwallet: 'Wallet',
}

const NETWORK_LABELS: Record<string, string> = {
  MasterCard: 'Mastercard',
  'American Express': 'Amex',
  Unknown: 'Card',
}

/** The payment method in a table: "Visa ·· 1007", "UPI", "HDFC netbanking", "Amazon Pay". */
export function methodInTable(paid: Instrument): string {
  return paid.last4 ? `${networkWord(paid)} ·· ${paid.last4}` : withoutCard(paid)
}

/** The payment method in a sentence: "Visa ending 1007", "UPI, asha@okbank". */
export function methodInWords(paid: Instrument): string {
  if (paid.last4) return `${networkWord(paid)} ending ${paid.last4}`
  return paid.vpa ? `UPI, ${paid.vpa}` : withoutCard(paid)
}

export function networkWord({ network }: Pick<Instrument, 'network'>): string {
  return network ? (NETWORK_LABELS[network] ?? network) : 'Card'
}

export function bankWord(code: string): string {
  return BANK_LABELS[code] ?? code
}

function withoutCard({ method, bank, wallet }: Instrument): string {
  if (method === 'netbanking' && bank) return `${bankWord(bank)} netbanking`
  if (method === 'wallet' && wallet) return WALLET_LABELS[wallet] ?? wallet
  return METHOD_LABELS[method]
}
