/** Why a payment failed, for people: in a row, and in a sentence with who can do something about it. */
type FailureMessage = {
  /** Two or three words, for a row. */
  short: string
  act: string
  /** Whether trying again can help, and how. */
  retry: string
}

const ANOTHER = 'Ask the customer to try another card or method. Retrying the same one will fail.'
const SAME = 'The customer can retry with the same method immediately.'

export const FAILURE_MESSAGES: Record<string, FailureMessage> = {
  payment_timed_out: {
    short: 'Timed out',
    act: 'The customer did not complete the payment in time. Ask them to try again.',
    retry: SAME,
  },
  payment_cancelled: {
    short: 'Cancelled by payer',
    act: 'The customer left before completing the payment. Ask them to try again.',
    retry: SAME,
  },
  payment_declined: {
    short: 'Declined',
    act: 'The customer or their bank did not approve the payment. Ask the customer to try again.',
    retry: SAME,
  },
  incorrect_otp: {
    short: 'Incorrect OTP',
    act: 'The customer needs a new OTP.',
    retry: SAME,
  },
  insufficient_funds: {
    short: 'Insufficient funds',
    act: 'The customer needs to add funds or use another account.',
    retry: ANOTHER,
  },
  card_declined: {
    short: 'Card declined',
    act: 'The customer should ask their bank for the reason.',
    retry: ANOTHER,
  },
  card_disabled_for_online_payments: {
    short: 'Card not enabled',
    act: 'The customer can ask their bank to enable online payments for this card.',
    retry: ANOTHER,
  },
  card_number_invalid: {
    short: 'Invalid card number',
    act: 'The customer needs to check the card number.',
    retry: 'Retry with the correct card number.',
  },
  card_expired: { short: 'Card expired', act: 'The customer needs to use another card.', retry: ANOTHER },
  gateway_technical_error: {
    short: 'Bank technical error',
    act: 'None. The bank had a technical error.',
    retry: 'Retry in a few minutes.',
  },
  authentication_failed: {
    short: 'Authentication failed',
    act: 'The bank could not authenticate the customer. Ask the customer to try again.',
    retry: SAME,
  },
}

const SOURCES: Record<string, string> = {
  customer: 'Payer',
  business: 'Your request',
  internal: 'Counterfoil',
  gateway: 'Gateway',
  issuer_bank: "Payer's bank",
  network: 'Card network',
}

const STEPS: Record<string, string> = {
  payment_initiation: 'initiation',
  payment_authentication: 'authentication',
  payment_authorization: 'authorization',
  payment_capture: 'capture',
  balance_check: 'balance check',
}

/** A reason as words: those that are known, else the reason itself without its underscores. */
export function reasonWord(reason: string): string {
  return FAILURE_MESSAGES[reason]?.short ?? reason.replaceAll('_', ' ')
}

export function sourceWord(source: string | null): string | null {
  return source === null || source === 'NA' ? null : (SOURCES[source] ?? source.replaceAll('_', ' '))
}

export function stepWord(step: string | null): string | null {
  return step === null || step === 'NA' ? null : (STEPS[step] ?? step.replaceAll('_', ' '))
}
