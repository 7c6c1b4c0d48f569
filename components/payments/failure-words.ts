/** Why a payment failed, for people: in a row, and in a sentence with who can do something about it. */
export type FailureWords = {
  /** Two or three words, for a row. */
  short: string
  /** Who has to act, and what helps. */
  act: string
  /** Whether trying again can help, and how. */
  retry: string
}

const ANOTHER =
  'A retry with another method or card usually works; the same one fails again until the payer has acted.'
const SAME = 'A retry with the same method can work at once.'

export const FAILURE_WORDS: Record<string, FailureWords> = {
  payment_timed_out: { short: 'Timed out', act: 'The payer: it was not completed in time.', retry: SAME },
  payment_cancelled: {
    short: 'Cancelled by payer',
    act: 'The payer: they left before it was completed.',
    retry: SAME,
  },
  payment_declined: {
    short: 'Declined',
    act: 'The payer: they or their bank did not approve it.',
    retry: SAME,
  },
  incorrect_otp: {
    short: 'Wrong password',
    act: 'The payer: they need a new one-time password.',
    retry: SAME,
  },
  insufficient_funds: {
    short: 'Not enough money',
    act: 'The payer: they need another account, or money in this one.',
    retry: ANOTHER,
  },
  card_declined: { short: 'Card declined', act: 'The payer: only their bank can say why.', retry: ANOTHER },
  card_disabled_for_online_payments: {
    short: 'Card not enabled',
    act: 'The payer: they can enable the card for payments online with their bank.',
    retry: ANOTHER,
  },
  card_number_invalid: {
    short: 'Card number wrong',
    act: 'The payer: they need to check the number.',
    retry: 'A retry with the right number works.',
  },
  card_expired: { short: 'Card expired', act: 'The payer: they need another card.', retry: ANOTHER },
  gateway_technical_error: {
    short: 'Fault at the bank',
    act: 'Nobody: the bank had a technical problem.',
    retry: 'A retry in a few minutes usually works.',
  },
  authentication_failed: {
    short: 'Payer not confirmed',
    act: 'The payer: the bank could not confirm who they are.',
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
  payment_initiation: 'starting the payment',
  payment_authentication: 'confirming the payer',
  payment_authorization: 'authorization',
  payment_capture: 'capture',
  balance_check: 'checking the balance',
}

/** A reason as words: those that are known, else the reason itself without its underscores. */
export function reasonWord(reason: string): string {
  return FAILURE_WORDS[reason]?.short ?? reason.replaceAll('_', ' ')
}

export function sourceWord(source: string | null): string | null {
  return source === null || source === 'NA' ? null : (SOURCES[source] ?? source.replaceAll('_', ' '))
}

export function stepWord(step: string | null): string | null {
  return step === null || step === 'NA' ? null : (STEPS[step] ?? step.replaceAll('_', ' '))
}
