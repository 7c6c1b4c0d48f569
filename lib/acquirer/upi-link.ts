import { decimalOf } from '#lib/values/money-text.ts'

type LinkedPayment = { payeeVpa: string; payee: string; reference: string; amount: number; currency: string }

/**
 * The link that UPI apps open and scan, as NPCI specifies it: payee, reference and amount. The reference has letters and
 * digits only, up to 35.
 */
export function upiLink({ payeeVpa, payee, reference, amount, currency }: LinkedPayment): string {
  const params = {
    pa: payeeVpa,
    pn: payee,
    tr: reference.replace(/[^0-9A-Za-z]/g, '').slice(0, 35),
    am: decimalOf(amount, currency),
    cu: currency,
  }
  // Apps read a space as %20, never as a plus.
  const query = Object.entries(params).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `upi://pay?${query.join('&')}`
}
