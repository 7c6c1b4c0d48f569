import type { z } from 'zod'
import type {
  AuthorizeRequest,
  AuthorizeResponse,
  CaptureRequest,
  CaptureResponse,
  ChallengeResponse,
  PayoutRequest,
  PayoutResponse,
  RefundRequest,
  RefundResponse,
  SettlementRequest,
  StatusResponse,
} from './acquirer-protocol.ts'

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
  settle(request: z.infer<typeof SettlementRequest>): Promise<PayoutResponse>
  /** Only the bank of test mode: decides an undecided payout now, with the chosen outcome. */
  decidePayout?(request: PayoutRequest, end: 'processed' | 'reversed'): Promise<PayoutResponse>
  /** The outcome of a reference: the last response of any call, `pending`, or `unknown` when the call never arrived. */
  status(reference: string): Promise<StatusResponse>
}
