'use server'
import { redirect } from 'next/navigation'
import type { OtpState } from '#components/checkout/otp-form.tsx'
import type { OpenState, RequestCodeState } from '#components/checkout/wallet-state.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { askWalletCode } from '#lib/domain/wallets/ask-code.ts'
import { payFromOpenWallet } from '#lib/domain/wallets/pay-at-checkout.ts'
import { proveWallet } from '#lib/domain/wallets/prove.ts'
import type { FormError } from '#lib/surfaces/form.ts'
import { readAsPayer, submitAsPayer } from '#lib/surfaces/payer.ts'
import { ensureWalletBrowser } from '#lib/surfaces/wallet-browser.ts'
import { Contact } from '#lib/values/contact.ts'
import { AMOUNT_NEEDED } from '#lib/values/form.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { newKey } from './form-state.ts'
import { remember, remembered } from './payer-cookie.ts'
import { readSentForm, tooManyAttempts } from './sent-form.ts'
import { orderUrl, placeOf, walletUrl } from './urls.ts'

/** Asks for a one-time password, for the number of the order's customer or for one that was typed. */
export async function askForCode(_before: RequestCodeState, form: FormData): Promise<RequestCodeState> {
  const { orderId, key, robot } = readSentForm(form)
  const order = await readAsPayer(fetchOrderForPayer, orderId, { id: orderId })
  const kept = await remembered()
  // Sent again without the number: the one of before.
  const contact = String(form.get('contact') ?? kept.contact ?? '')
    .trim()
    .slice(0, 40)
  const again = (more: Partial<RequestCodeState>): RequestCodeState => ({
    ...{ contact, error: null, title: null, key: newKey() },
    ...more,
  })
  if (order.customer === null) {
    if (contact === '') return again({ error: 'Enter your phone number.' })
    const wrong = Contact.safeParse(contact).error?.issues[0]?.message
    if (wrong) return again({ error: wrong })
  }
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return again({ title: tooMany })
  const browser = await ensureWalletBrowser(orderId)
  const asked = order.customer === null ? { contact } : {}
  const result = await submitAsPayer(askWalletCode, orderId, { order_id: orderId, browser, ...asked }, key)
  if (result.ok) {
    if (order.customer === null) await remember(orderId, { ...kept, contact })
    redirect(walletUrl(orderId, { robot }))
  }
  settled(result.error, orderId, robot)
  return result.error.field === 'contact'
    ? again({ error: result.error.description })
    : again({ title: result.error.description })
}

/** The one-time password. A right one opens the wallet on the same page. */
export async function enterCode(_before: OtpState, form: FormData): Promise<OtpState> {
  const { orderId, key, robot } = readSentForm(form)
  const otp = String(form.get('otp') ?? '').slice(0, 20)
  if (otp.trim() === '') return { error: 'Enter the OTP.', key: newKey() }
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return { error: tooMany, key: newKey() }
  const browser = await ensureWalletBrowser(orderId)
  const result = await submitAsPayer(proveWallet, orderId, { order_id: orderId, browser, otp }, key)
  if (result.ok || result.error.reason === 'otp_expired') redirect(walletUrl(orderId, { robot }))
  return { error: result.error.description, key: newKey() }
}

/** Pays from the wallet that is open, or says how much is missing. */
export async function payFromWallet(_before: OpenState, form: FormData): Promise<OpenState> {
  const { orderId, key, robot } = readSentForm(form)
  const order = await readAsPayer(fetchOrderForPayer, orderId, { id: orderId })
  const typed = form.get('amount')
  const text = typeof typed === 'string' ? typed.trim().slice(0, 20) : ''
  const again = (more: Partial<OpenState>): OpenState => ({
    ...{ amount: text, error: null, title: null, note: null, key: newKey() },
    ...more,
  })
  const parts = order.amount_least < order.amount_due
  const money = (minor: number) => formatMoney(minor, order.currency)
  const amount = parts ? parseMoney(text, order.currency) : Number(form.get('due'))
  if (amount === null) return again({ error: AMOUNT_NEEDED })
  if (parts && amount < order.amount_least)
    return again({ error: `The minimum is ${money(order.amount_least)}.` })
  if (parts && amount > order.amount_due)
    return again({ error: `The amount due is only ${money(order.amount_due)}.` })
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return again({ title: 'Payment not possible now', note: tooMany })

  const browser = await ensureWalletBrowser(orderId)
  const input = { order_id: orderId, browser, amount, currency: 'INR' }
  const result = await submitAsPayer(payFromOpenWallet, orderId, input, key)
  if (!result.ok) {
    settled(result.error, orderId, robot)
    if (result.error.reason === 'otp_expired') redirect(walletUrl(orderId, { robot }))
    if (result.error.reason === 'order_amount_mismatch')
      return again({
        title: 'The amount has changed',
        note: 'Reload the page, check the amount due, then pay.',
      })
    return again({
      title: 'The payment could not be started',
      note: `${result.error.description} (${result.error.request_id})`,
    })
  }
  const payment = result.value
  // The page of the wallet shows its current balance and the missing amount.
  if (payment.status === 'failed')
    return again({
      title: `The payment of ${money(payment.amount)} failed`,
      note: 'Your wallet balance is now too low. You were not charged. Reload the page to see the missing amount.',
    })
  await remember(orderId, { ...(await remembered()), email: '' })
  redirect(placeOf({ ...payment, order_id: orderId, waits_for: null }, robot))
}

/** An order that is paid meanwhile is shown by its own page. */
function settled(error: FormError, orderId: string, robot: boolean): void {
  if (error.reason === 'order_already_paid' || error.reason === 'order_has_authorized_payment')
    redirect(orderUrl(orderId, { robot }))
}
