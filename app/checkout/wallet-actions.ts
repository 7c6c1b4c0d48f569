'use server'
import { redirect } from 'next/navigation'
import type { OtpState } from '#components/checkout/otp-form.tsx'
import type { OpenState, RequestCodeState } from '#components/checkout/wallet-state.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { askWalletCode } from '#lib/domain/wallets/ask-code.ts'
import { payFromOpenWallet } from '#lib/domain/wallets/pay-at-checkout.ts'
import { proveWallet } from '#lib/domain/wallets/prove.ts'
import type { FormError } from '#lib/surfaces/form.ts'
import { pageText } from '#lib/surfaces/language.ts'
import { ensureWalletBrowser, readAsPayer, submitAsPayer } from '#lib/surfaces/payer.ts'
import { Contact } from '#lib/values/contact.ts'
import { formatMoney, parseMoney } from '#lib/values/money-text.ts'
import { newKey } from './form-state.ts'
import { remember, remembered } from './payer-cookie.ts'
import { errorText } from './reason-text.ts'
import { readSentForm, tooManyAttempts } from './sent-form.ts'
import { orderUrl, placeOf, walletUrl } from './urls.ts'

/** Asks for a one-time password, for the number of the order's customer or for one that was typed. */
export async function requestCodeAction(
  _before: RequestCodeState,
  form: FormData,
): Promise<RequestCodeState> {
  const { orderId, key, robot } = readSentForm(form)
  const t = await pageText()
  const order = await readAsPayer(fetchOrderForPayer, orderId, { id: orderId })
  const stored = await remembered()
  // Sent again without the number: the one of before.
  const contact = String(form.get('contact') ?? stored.contact ?? '')
    .trim()
    .slice(0, 40)
  const again = (more: Partial<RequestCodeState>): RequestCodeState => ({
    contact,
    error: null,
    title: null,
    key: newKey(),
    ...more,
  })
  if (order.customer === null) {
    if (contact === '') return again({ error: t('errors.contact_missing') })
    if (!Contact.safeParse(contact).success) return again({ error: t('errors.contact_invalid') })
  }
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return again({ title: tooMany })
  const browser = await ensureWalletBrowser(orderId)
  const request = order.customer === null ? { contact } : {}
  const result = await submitAsPayer(askWalletCode, orderId, { order_id: orderId, browser, ...request }, key)
  if (result.ok) {
    if (order.customer === null) await remember(orderId, { ...stored, contact })
    redirect(walletUrl(orderId, { robot }))
  }
  settled(result.error, orderId, robot)
  return result.error.field === 'contact'
    ? again({ error: t('errors.contact_invalid') })
    : again({ title: errorText(t, result.error) })
}

/** The one-time password. A right one opens the wallet on the same page. */
export async function enterCodeAction(_before: OtpState, form: FormData): Promise<OtpState> {
  const { orderId, key, robot } = readSentForm(form)
  const t = await pageText()
  const otp = String(form.get('otp') ?? '').slice(0, 20)
  if (otp.trim() === '') return { error: t('errors.otp_missing'), key: newKey() }
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return { error: tooMany, key: newKey() }
  const browser = await ensureWalletBrowser(orderId)
  const result = await submitAsPayer(proveWallet, orderId, { order_id: orderId, browser, otp }, key)
  if (result.ok || result.error.reason === 'otp_expired') redirect(walletUrl(orderId, { robot }))
  return { error: errorText(t, result.error), key: newKey() }
}

/** Pays from the wallet that is open, or says how much is missing. */
export async function payFromWalletAction(_before: OpenState, form: FormData): Promise<OpenState> {
  const { orderId, key, robot } = readSentForm(form)
  const t = await pageText()
  const order = await readAsPayer(fetchOrderForPayer, orderId, { id: orderId })
  const typed = form.get('amount')
  const text = typeof typed === 'string' ? typed.trim().slice(0, 20) : ''
  const again = (more: Partial<OpenState>): OpenState => ({
    amount: text,
    error: null,
    title: null,
    note: null,
    key: newKey(),
    ...more,
  })
  const parts = order.amount_least < order.amount_due
  const money = (minor: number) => formatMoney(minor, order.currency)
  const amount = parts ? parseMoney(text, order.currency) : Number(form.get('due'))
  if (amount === null) return again({ error: t('errors.amount_invalid') })
  if (parts && amount < order.amount_least)
    return again({ error: t('errors.amount_low', { amount: money(order.amount_least) }) })
  if (parts && amount > order.amount_due)
    return again({ error: t('errors.amount_high', { amount: money(order.amount_due) }) })
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return again({ title: t('errors.not_now'), note: tooMany })

  const browser = await ensureWalletBrowser(orderId)
  const input = { order_id: orderId, browser, amount, currency: 'INR' }
  const result = await submitAsPayer(payFromOpenWallet, orderId, input, key)
  if (!result.ok) {
    settled(result.error, orderId, robot)
    if (result.error.reason === 'otp_expired') redirect(walletUrl(orderId, { robot }))
    if (result.error.reason === 'order_amount_mismatch')
      return again({
        title: t('errors.amount_changed'),
        note: t('errors.amount_changed_reload'),
      })
    return again({
      title: t('errors.not_started'),
      note: `${errorText(t, result.error)} (${result.error.request_id})`,
    })
  }
  const payment = result.value
  // The page of the wallet shows its current balance and the missing amount.
  if (payment.status === 'failed')
    return again({
      title: t('errors.payment_failed', { amount: money(payment.amount) }),
      note: t('errors.wallet_too_low'),
    })
  await remember(orderId, { ...(await remembered()), email: '' })
  redirect(placeOf({ ...payment, order_id: orderId, waits_for: null }, robot))
}

/** An order that is paid meanwhile is shown by its own page. */
function settled(error: FormError, orderId: string, robot: boolean): void {
  if (error.reason === 'order_already_paid' || error.reason === 'order_has_authorized_payment')
    redirect(orderUrl(orderId, { robot }))
}
