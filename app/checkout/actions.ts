'use server'
import { redirect } from 'next/navigation'
import type { OtpState } from '#components/checkout/otp-form.tsx'
import { type FieldName, PAY_METHODS, type PayMethod, type PayState } from '#components/checkout/pay-state.ts'
import type { ReceiptMailState } from '#components/checkout/receipt-mail-form.tsx'
import { mailReceipt } from '#lib/domain/mails/send-receipt.ts'
import { fetchOrderForPayer } from '#lib/domain/orders/fetch-for-payer.ts'
import { beginHostedPayment, beginPayment } from '#lib/domain/payments/begin.ts'
import { confirmPayment } from '#lib/domain/payments/confirm.ts'
import type { Payment } from '#lib/domain/payments/schema.ts'
import type { Text } from '#lib/messages/text.ts'
import type { FormError } from '#lib/surfaces/form.ts'
import { pageLanguage, pageText } from '#lib/surfaces/language.ts'
import { readAsPayer, submitAsPayer } from '#lib/surfaces/payer.ts'
import { Email } from '#lib/values/contact.ts'
import { failedState, fieldOf, newKey, stuckState, wrongState } from './form-state.ts'
import { hostedReturn, remember, rememberForGateway, rememberOnDevice } from './payer-cookie.ts'
import { readPayForm } from './read-form.ts'
import { errorText } from './reason-text.ts'
import { readPaymentForm, readSentForm, tooManyAttempts } from './sent-form.ts'
import { orderUrl, placeOf, stepUrl } from './urls.ts'

/** The form of the order's page: begins a payment and redirects to its next step, or returns the errors. */
export async function payOrderAction(_before: PayState, form: FormData): Promise<PayState> {
  const { orderId, key, robot } = readSentForm(form)
  const order = await readAsPayer(fetchOrderForPayer, orderId, { id: orderId })
  const method = PAY_METHODS.find((each) => each === form.get('method')) ?? 'card'
  const t = await pageText()
  const { errors, values, input } = readPayForm(form, order, method, t)
  await remember(orderId, values)
  if (Object.keys(errors).length > 0) return wrongState(t, method, values, errors)
  if (form.get('can_remember') === '1') await rememberOnDevice(values)
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return stuckState(method, values, t('errors.not_now'), tooMany)

  const request = { ...input, description: (await hostedReturn())?.description }
  if (order.collection === 'hosted') {
    const begun = await submitAsPayer(beginHostedPayment, orderId, request, key)
    if (!begun.ok) return notBegun(t, { orderId, method, values, error: begun.error, robot })
    const { url, ...payment } = begun.value
    if (payment.status === 'failed') return failedState(t, method, values, payment, 'hosted')
    if (url !== null) await rememberForGateway(url, method, values)
    // A page of this site leads on: a form may not send the payer to another one.
    if (url !== null) redirect(stepUrl('wait', orderId, payment.id, robot, true))
    redirect(placeOf({ ...payment, order_id: orderId, waits_for: 'bank' }, robot))
  }
  const result = await submitAsPayer(beginPayment, orderId, request, key)
  if (!result.ok) return notBegun(t, { orderId, method, values, error: result.error, robot })
  const { next, ...payment } = result.value
  if (payment.status === 'failed') return failedState(t, method, values, payment)
  const waits_for = next ?? (payment.status === 'created' ? 'bank' : null)
  redirect(placeOf({ ...payment, order_id: orderId, waits_for }, robot))
}

/** The one-time password. The bank counts the wrong ones; the last of them ends the payment. */
export async function submitOtpAction(_before: OtpState, form: FormData): Promise<OtpState> {
  const { orderId, paymentId, key, robot } = readPaymentForm(form)
  const otp = String(form.get('otp') ?? '').replace(/\s/g, '')
  if (otp === '') return { error: (await pageText())('errors.otp_missing'), key: newKey() }
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return { error: tooMany, key: newKey() }
  const input = { id: paymentId, order_id: orderId, response: { otp: otp.slice(0, 20) } }
  const result = await submitAsPayer(confirmPayment, orderId, input, key)
  if (result.ok) leadOn(result.value, orderId, robot)
  if (result.error.reason === 'incorrect_otp')
    return { error: errorText(await pageText(), result.error), key: newKey() }
  leadAstray(result.error, orderId, paymentId, robot)
}

/** Emails the receipt: to the address of the payment, or, where it has none, once to the one entered. */
export async function mailReceiptAction(
  _before: ReceiptMailState,
  form: FormData,
): Promise<ReceiptMailState> {
  const { orderId, paymentId, key } = readPaymentForm(form)
  const t = await pageText()
  const email = String(form.get('email') ?? '').trim()
  const failed = (error: string): ReceiptMailState => ({ sent: null, error, email, key: newKey() })
  if (form.has('email') && email === '') return failed(t('errors.email_missing'))
  if (form.has('email') && !Email.safeParse(email).success) return failed(t('errors.email_invalid'))
  const tooMany = await tooManyAttempts(orderId)
  if (tooMany) return failed(tooMany)
  const input = {
    id: paymentId,
    order_id: orderId,
    language: await pageLanguage(),
    ...(email === '' ? {} : { email }),
  }
  const result = await submitAsPayer(mailReceipt, orderId, input, key)
  if (!result.ok)
    return failed(
      result.error.reason === 'too_many_requests'
        ? t('receipt.mail_sent_before')
        : errorText(t, result.error),
    )
  const sent = t(result.value.sends ? 'receipt.mail_sent' : 'receipt.mail_in_outbox')
  return { sent, error: null, email: '', key: newKey() }
}

/** Yes or no: on the bank's page, in the payer's app, and the button that gives a payment up. */
export async function submitChallengeAction(form: FormData): Promise<void> {
  const { orderId, paymentId, key, robot } = readPaymentForm(form)
  // The waiting page shows the current status of the payment.
  if (await tooManyAttempts(orderId)) redirect(stepUrl('wait', orderId, paymentId, robot))
  const input = { id: paymentId, order_id: orderId, response: { approved: form.get('choice') === 'approve' } }
  const result = await submitAsPayer(confirmPayment, orderId, input, key)
  if (result.ok) leadOn(result.value, orderId, robot)
  leadAstray(result.error, orderId, paymentId, robot)
}

/** Why no payment was begun. What the order itself says is shown by its page. */
async function notBegun(
  t: Text,
  {
    orderId,
    method,
    values,
    error,
    robot,
  }: { orderId: string; method: PayMethod; values: PayState['values']; error: FormError; robot: boolean },
): Promise<PayState> {
  const field = fieldOf(error.field)
  switch (error.reason) {
    case 'order_already_paid':
    case 'order_has_authorized_payment':
      redirect(orderUrl(orderId, { robot }))
      break
    case 'order_amount_mismatch':
      return stuckState(method, values, t('errors.amount_changed'), t('errors.amount_changed_note'))
    case 'idempotency_key_reused':
      return stuckState(method, values, t('errors.sent_already'), t('errors.sent_already_note'))
    case 'acquirer_unavailable': {
      const { open } = await readAsPayer(fetchOrderForPayer, orderId, { id: orderId })
      if (open) redirect(stepUrl('wait', orderId, open.id, robot))
      return stuckState(method, values, t('errors.bank_silent'), t('errors.bank_silent_note'))
    }
    default:
      if (field) return wrongState(t, method, values, { [field]: fieldText(t, field, error) })
      return stuckState(
        method,
        values,
        t('errors.not_started'),
        `${errorText(t, error)} (${error.request_id})`,
      )
  }
}

/** What is wrong with an input: a value that this form takes and the operation does not is invalid. */
function fieldText(t: Text, field: FieldName, error: FormError): string {
  return error.reason === 'input_validation_failed' ? t(`errors.${field}_invalid`) : errorText(t, error)
}

function leadOn(payment: Payment, orderId: string, robot: boolean): never {
  redirect(
    placeOf(
      { ...payment, order_id: orderId, waits_for: payment.status === 'created' ? 'bank' : null },
      robot,
    ),
  )
}

/** The bank did not respond, or another request is in progress: the waiting page handles both. */
function leadAstray(error: FormError, orderId: string, paymentId: string, robot: boolean): never {
  const unsure = [
    'acquirer_unavailable',
    'operation_in_progress',
    'idempotency_key_in_use',
    'idempotency_key_reused',
  ]
  if (unsure.includes(error.reason)) redirect(stepUrl('wait', orderId, paymentId, robot))
  throw new Error(`The payment ${paymentId} could not be confirmed: ${error.reason} (${error.request_id}).`)
}
