import en from '#lib/messages/en.json' with { type: 'json' }
import type { Messages, Text } from '#lib/messages/text.ts'
import type { FormError } from '#lib/surfaces/form.ts'

type PayerReason = keyof Messages['reasons']

function isPayerReason(reason: string): reason is PayerReason {
  return Object.hasOwn(en.reasons, reason)
}

/** The payer's text for the reason of a failed payment; one that no payer can act on is a decline. */
export function reasonText(t: Text, reason: string): string {
  return t(`reasons.${isPayerReason(reason) ? reason : 'payment_declined'}`)
}

/** Why a form could not be sent on, in the payer's language where the reason is one of theirs. */
export function errorText(t: Text, error: FormError): string {
  if (error.reason === 'incorrect_otp' && error.metadata?.tries_left)
    return t('errors.otp_wrong', { count: Number(error.metadata.tries_left) })
  return isPayerReason(error.reason) ? t(`reasons.${error.reason}`) : error.description
}
