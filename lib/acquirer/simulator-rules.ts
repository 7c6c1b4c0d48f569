import type {
  AuthorizeRequest,
  AuthorizeResponse,
  CaptureResponse,
  ChallengeResponse,
  DeclineReason,
  DirectAuthorization,
  HostedOutcome,
  Instrument,
  PayoutRequest,
  PayoutResponse,
  RefundRequest,
  RefundResponse,
} from '#lib/ports/acquirer-protocol.ts'
import { describeCard, isCardNumber, isExpired } from '#lib/values/card.ts'
import { authorizationData, payoutUtr, refundData } from './bank-data.ts'
import { isAcceptedOtp, TEST_REFUNDS, TEST_UPI_APP, testCard, upiBehaviour } from './instruments.ts'
import type { AuthorizationRecord, CaptureRecord, PayoutRecord, RefundRecord } from './simulator-memory.ts'
import { upiLink } from './upi-link.ts'

/** What the simulated bank decides, without memory, clock or waiting. `now` and delays are in seconds. */

export type Delays = { refund: number; lateReply: number }

/**
 * A payer has this long for a password or the bank's page; then the bank gives up. It is shorter than the server's
 * own timeout, so that the server gets a definite response when it asks.
 */
const CHALLENGE_SECONDS = 600

/** One-time passwords a payer may get wrong; the last of them ends the payment. */
const OTP_TRIES = 3

type Decision = {
  given: AuthorizeResponse
  passed?: AuthorizeResponse
  settles_at?: number
  final?: AuthorizeResponse
}

/**
 * The record of a payment call: its first response, and its possible outcomes.
 * @param page the address of the page on which the payer of hosted collection chooses
 */
export function authorization(
  request: AuthorizeRequest,
  now: number,
  delays: Delays,
  page: (reference: string) => string,
): AuthorizationRecord {
  const { reference, amount, currency } = request
  const decision =
    'collect' in request ? decideLater(reference, now, page(reference)) : decide(request, now, delays)
  const method = 'collect' in request ? HOSTED_CARD.method : request.instrument.method
  const { given, passed = null, settles_at = null, final = null } = decision
  return {
    reference,
    kind: 'authorization',
    answer: { given, method, amount, currency, passed, wrong: 0 },
    settles_at,
    final,
    created_at: now,
  }
}

/** With what everyone pays on the simulator's own page. */
const HOSTED_CARD = { method: 'card', last4: '1007', network: 'visa' } as const

function decideLater(reference: string, now: number, url: string): Decision {
  return {
    given: { outcome: 'redirect', url },
    passed: {
      outcome: 'authorized',
      data: authorizationData(reference, HOSTED_CARD.method),
      international: false,
      paid_with: HOSTED_CARD,
    },
    settles_at: after(now, CHALLENGE_SECONDS),
    final: declined('payment_timed_out'),
  }
}

/** The record after the payer has chosen on the hosted page. */
export function decidedOnPage(record: AuthorizationRecord, outcome: HostedOutcome): AuthorizationRecord {
  const final = {
    paid: record.answer.passed,
    declined: declined('payment_declined'),
    cancelled: declined('payment_cancelled'),
  }[outcome]
  return { ...record, final, settles_at: null }
}

function decide(request: DirectAuthorization, now: number, delays: Delays): Decision {
  const { instrument } = request
  if (instrument.method === 'card') return decideCard(request, instrument, now)
  const authorized = authorizedOf(request.reference, instrument)
  if (instrument.method !== 'upi') return challenge(request, 'bank_page', authorized, now)
  if (instrument.vpa === null) return byLink(request, instrument.payee, authorized, now, delays)
  switch (upiBehaviour(instrument.vpa)) {
    case 'authorized':
      return { given: authorized }
    case 'payment_declined':
      return { given: declined('payment_declined') }
    case 'late':
      return {
        given: declined('payment_timed_out'),
        settles_at: after(now, delays.lateReply),
        final: authorized,
      }
    case 'pending':
      return { given: { outcome: 'pending' }, settles_at: after(now, delays.lateReply), final: authorized }
    case 'ask':
      return challenge(request, 'collect', authorized, now)
  }
}

/**
 * A link that the payer of test mode opens: their app is on the page that shows it. Without a browser no one can press
 * its buttons, so it pays by itself after a while.
 */
function byLink(
  request: DirectAuthorization,
  payee: string,
  authorized: AuthorizeResponse,
  now: number,
  delays: Delays,
): Decision {
  const link = upiLink({ ...request, payee, payeeVpa: TEST_UPI_APP.payee })
  const passed = { ...authorized, vpa: TEST_UPI_APP.payer }
  const given: AuthorizeResponse = { outcome: 'challenge', kind: 'intent', link }
  if (request.challenge === 'none')
    return { given, passed, settles_at: after(now, delays.lateReply), final: passed }
  return {
    given,
    passed,
    settles_at: after(now, CHALLENGE_SECONDS),
    final: declined('payment_timed_out'),
  }
}

type Card = Extract<Instrument, { method: 'card' }>

function decideCard(request: DirectAuthorization, card: Card, now: number): Decision {
  const outcome =
    testCard(card.number)?.outcome ?? (isCardNumber(card.number) ? 'authorized' : 'card_number_invalid')
  // An error of the card itself is known before the password step.
  if (outcome === 'card_number_invalid') return { given: declined(outcome) }
  if (isExpired(card, now)) return { given: declined('card_expired') }
  if (outcome === 'card_disabled_for_online_payments') return { given: declined(outcome) }
  if (request.challenge === 'none' && request.otp !== undefined && !isAcceptedOtp(request.otp))
    return { given: declined('incorrect_otp') }
  const passed = outcome === 'authorized' ? authorizedOf(request.reference, card) : declined(outcome)
  return challenge(request, 'otp', passed, now)
}

/** Asks the payer when there is a browser; otherwise the response is that to a willing payer. */
function challenge(
  request: DirectAuthorization,
  kind: 'otp' | 'bank_page' | 'collect',
  passed: AuthorizeResponse,
  now: number,
): Decision {
  if (request.challenge === 'none') return { given: passed }
  return {
    given: { outcome: 'challenge', kind },
    passed,
    settles_at: after(now, CHALLENGE_SECONDS),
    final: declined('payment_timed_out'),
  }
}

function authorizedOf(reference: string, instrument: Instrument): AuthorizeResponse {
  const international = instrument.method === 'card' && describeCard(instrument.number).international
  return { outcome: 'authorized', data: authorizationData(reference, instrument.method), international }
}

function declined(reason: DeclineReason): AuthorizeResponse {
  return { outcome: 'declined', reason }
}

/**
 * The response to the payer's reply to an open challenge, and the record after it. A wrong password leaves the
 * challenge open until the last try; a reply of the wrong kind repeats the challenge.
 */
export function respond(
  record: AuthorizationRecord,
  response: ChallengeResponse,
): { response: AuthorizeResponse; record: AuthorizationRecord } {
  const { given, passed, wrong } = record.answer
  const ended = (reply: AuthorizeResponse) => ({
    response: reply,
    record: { ...record, final: reply, settles_at: null },
  })
  if (given.outcome !== 'challenge' || passed === null) return { response: given, record }
  if ('approved' in response && !response.approved) return ended(declined('payment_cancelled'))
  if ('otp' in response !== (given.kind === 'otp')) return { response: given, record }
  if (!('otp' in response) || isAcceptedOtp(response.otp)) return ended(passed)
  const result = declined('incorrect_otp')
  if (wrong + 1 >= OTP_TRIES) return ended(result)
  return { response: result, record: { ...record, answer: { ...record.answer, wrong: wrong + 1 } } }
}

/** How an authorization stands, with the tries that are left when it still asks for a password and got a wrong one. */
export function openChallenge(record: AuthorizationRecord, standing: AuthorizeResponse): AuthorizeResponse {
  const { wrong } = record.answer
  return standing.outcome === 'challenge' && wrong > 0
    ? { ...standing, tries_left: OTP_TRIES - wrong }
    : standing
}

/** An authorization as it stands when a capture or a refund names it. */
type Hold = Pick<AuthorizationRecord['answer'], 'method' | 'amount' | 'currency'> & {
  standing: AuthorizeResponse
}

/** The record of a capture: what is held is taken, in full; anything else is not held here. */
export function capture(
  request: { reference: string; authorization: string; amount: number; currency: string },
  hold: Hold | undefined,
  now: number,
): CaptureRecord {
  const { reference, authorization, amount, currency } = request
  const whole = hold?.amount === amount && hold.currency === currency
  const given: CaptureResponse =
    whole && hold.standing.outcome === 'authorized'
      ? { outcome: 'captured', data: hold.standing.data }
      : { outcome: 'refused', reason: 'authorization_lapsed' }
  return {
    reference,
    kind: 'capture',
    answer: { given, authorization, amount, currency },
    settles_at: null,
    final: null,
    created_at: now,
  }
}

/** Whether an authorization can still be captured or voided. */
export function isUntouched(movements: (CaptureRecord | RefundRecord)[]): boolean {
  return movements.every(
    ({ kind, answer }) => (kind === 'capture' ? 'refused' : 'failed') === answer.given.outcome,
  )
}

/** How much of an authorization was captured and not refunded. A refund counts until it has failed. */
export function refundableOf(movements: (CaptureRecord | RefundRecord)[], now: number): number {
  let amount = 0
  for (const record of movements) {
    if (record.kind === 'capture')
      amount += record.answer.given.outcome === 'captured' ? record.answer.amount : 0
    else if (record.answer.void !== true) amount -= hasFailed(record, now) ? 0 : record.answer.amount
  }
  return amount
}

function hasFailed({ answer, final, settles_at }: RefundRecord, now: number): boolean {
  const settled = settles_at === null || now >= settles_at
  return ((settled ? final : null) ?? answer.given).outcome === 'failed'
}

/** The record of a refund: failed and instant ones are done at once, the others wait. */
export function refund(
  request: RefundRequest,
  hold: Hold | undefined,
  now: number,
  delays: Delays,
): RefundRecord {
  const { reference, authorization, amount, currency } = request
  const record = (given: RefundResponse, final: RefundResponse | null): RefundRecord => ({
    reference,
    kind: 'refund',
    answer: { given, authorization, amount, currency },
    settles_at: final && after(now, delays.refund),
    final,
    created_at: now,
  })
  if (hold?.standing.outcome !== 'authorized' || amount > hold.amount || currency !== hold.currency) {
    return record({ outcome: 'failed', reason: 'The bank has no such payment.' }, null)
  }
  const result = refundResult(request, hold)
  const instant = result.outcome === 'processed' && result.speed === 'instant'
  return instant ? record(result, null) : record({ outcome: 'pending' }, result)
}

/** The last two digits of the amount decide, as the table of test refunds says. */
function refundResult({ reference, amount, speed }: RefundRequest, hold: Hold): RefundResponse {
  const paise = amount % 100
  if (paise === TEST_REFUNDS.fails.paise)
    return { outcome: 'failed', reason: "The payer's bank did not accept the refund." }
  const done = speed === 'optimum' && paise !== TEST_REFUNDS.slow.paise ? 'instant' : 'normal'
  return { outcome: 'processed', speed: done, data: refundData(reference, hold.method, done) }
}

/** The bank counts in whole seconds, as the server does. */
function after(now: number, seconds: number): number {
  return now + Math.ceil(seconds)
}

/** How long a payout to a slow account takes: long enough to decide it in the dashboard. */
const SLOW_PAYOUT = 3600

/**
 * The record of a payout: it is on its way for as long as a refund is, then it has arrived. To an account whose number
 * ends in 000 it comes back, to one that ends in 111 it takes an hour. Nothing of the number is kept but that.
 */
export function payout(request: PayoutRequest, now: number, delays: Delays): PayoutRecord {
  const { reference, account_number, amount, currency } = request
  const final = payoutEnd(reference, account_number.endsWith('000') ? 'reversed' : 'processed')
  return {
    reference,
    kind: 'payout',
    answer: { given: { outcome: 'pending' }, amount, currency },
    settles_at: after(now, account_number.endsWith('111') ? SLOW_PAYOUT : delays.refund),
    final,
    created_at: now,
  }
}

/** A payout with a chosen outcome. */
export function decidedPayout(record: PayoutRecord, end: 'processed' | 'reversed'): PayoutRecord {
  return { ...record, final: payoutEnd(record.reference, end), settles_at: null }
}

function payoutEnd(reference: string, end: 'processed' | 'reversed'): PayoutResponse {
  if (end === 'processed') return { outcome: 'processed', utr: payoutUtr(reference) }
  return { outcome: 'reversed', reason: "The recipient's bank does not recognize this account number." }
}
