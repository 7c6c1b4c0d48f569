import type { z } from 'zod'
import type * as protocol from './acquirer-protocol.ts'

/**
 * The bank behind the server, as the domain sees it. An acquirer is called outside every transaction, with a timeout
 * and with a reference that makes a repeat safe: the same reference always gets the same response, however often it
 * is called and wherever a crash occurred in between.
 */
export type Acquirer = {
  /** The name in logs and in `doctor`. */
  name: string
  /** Whether UPI payments can begin with a link, which the payer scans or opens on the phone. Absent: by UPI ID only. */
  upiLinks?: true
  /** Asks for money to be held. A payer who must do something first gets `challenge`. */
  authorize(request: AuthorizeRequest): Promise<AuthorizeResponse>
  /** Responds to a challenge: the one-time password, or the payer's choice on the bank's page. */
  confirm(reference: string, response: ChallengeResponse): Promise<AuthorizeResponse>
  /** Takes money that was authorized under `authorization`. */
  capture(request: CaptureRequest): Promise<CaptureResponse>
  /** Releases money that was authorized and not captured. Its status is that of a refund. */
  void(request: RefundRequest): Promise<RefundResponse>
  /** Returns captured money. */
  refund(request: RefundRequest): Promise<RefundResponse>
  /** Pays out to a bank account. Asked again under the same reference, it tells what has become of it. */
  payout(request: PayoutRequest): Promise<PayoutResponse>
  /**
   * Pays a settlement to the merchant's own bank account, which the acquirer knows. Asked again under the same reference, it
   * tells what has become of it.
   */
  settle(request: SettlementRequest): Promise<PayoutResponse>
  /** Only the bank of test mode: decides an undecided payout now, with the chosen outcome. */
  decidePayout?(request: PayoutRequest, end: 'processed' | 'reversed'): Promise<PayoutResponse>
  /** The outcome of a reference: the last response of any call, `pending`, or `unknown` when the call never arrived. */
  status(reference: string): Promise<StatusResponse>
}

export type Instrument = z.infer<typeof protocol.Instrument>

export type DirectAuthorization = z.infer<typeof protocol.DirectAuthorization>

/** With an instrument, or on a page of the acquirer, which then gets `redirect`. */
export type AuthorizeRequest = z.infer<(typeof protocol.CALLS)['authorize']['request']>

/** Why a bank says no; each is a reason of lib/pipeline/errors.ts. */
export type DeclineReason = z.infer<typeof protocol.DeclineReason>

/** References of the bank that people and other banks quote: auth_code for cards, rrn, arn, utr. */
export type BankData = z.infer<typeof protocol.BankData>

export type AuthorizeResponse = z.infer<typeof protocol.AuthorizeResponse>

export type ChallengeResponse = z.infer<typeof protocol.ChallengeResponse>

export type CaptureRequest = z.infer<typeof protocol.CaptureRequest>

export type CaptureResponse = z.infer<typeof protocol.CaptureResponse>

export type RefundRequest = z.infer<typeof protocol.RefundRequest>

/** A refund is accepted at once and done later, except an instant one. */
export type RefundResponse = z.infer<typeof protocol.RefundResponse>

export type PayoutRequest = z.infer<typeof protocol.PayoutRequest>

type SettlementRequest = z.infer<typeof protocol.SettlementRequest>

export type PayoutResponse = z.infer<typeof protocol.PayoutResponse>

export type StatusResponse = z.infer<typeof protocol.StatusResponse>
