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
  capture(request: {
    reference: string
    authorization: string
    amount: number
    currency: string
  }): Promise<CaptureResponse>
  /** Gives money back, captured or only held. */
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

export type Instrument =
  | {
      method: 'card'
      number: string
      name?: string | undefined
      expiry_month: number
      expiry_year: number
      cvv: string
    }
  | { method: 'upi'; vpa: string }
  /** By a link that names the payee. The bank learns who pays when they do. */
  | { method: 'upi'; vpa: null; payee: string }
  | { method: 'netbanking'; bank: string }
  | { method: 'wallet'; wallet: string }

export type AuthorizeRequest = {
  reference: string
  amount: number
  currency: string
  instrument: Instrument
  /**
   * `page`: the payer is in a browser and can be asked for a password or sent to the bank's page. `none`: there is no
   * browser; `otp` is the payer's response, given in advance.
   */
  challenge: 'page' | 'none'
  otp?: string | undefined
}

/** Why a bank says no; each is a reason of lib/pipeline/errors.ts. */
export type DeclineReason =
  | 'payment_timed_out'
  | 'payment_cancelled'
  | 'payment_declined'
  | 'insufficient_funds'
  | 'card_declined'
  | 'card_disabled_for_online_payments'
  | 'card_number_invalid'
  | 'card_expired'
  | 'gateway_technical_error'
  | 'authentication_failed'
  | 'incorrect_otp'

/** References of the bank that people and other banks quote: auth_code for cards, rrn, arn, utr. */
export type BankData = Record<string, string>

export type AuthorizeResponse =
  /** `vpa`: the UPI ID of the payer, where the payment began without one. */
  | { outcome: 'authorized'; data: BankData; international: boolean; vpa?: string }
  | { outcome: 'declined'; reason: DeclineReason }
  /** `tries_left`: how many more passwords may be wrong, once one was. */
  | { outcome: 'challenge'; kind: 'otp' | 'bank_page' | 'collect'; tries_left?: number }
  /** The payer opens the link, `upi://pay?…`, in their UPI app. */
  | { outcome: 'challenge'; kind: 'intent'; link: string; tries_left?: number }
  | { outcome: 'pending' }

export type ChallengeResponse = { otp: string } | { approved: boolean }

export type CaptureResponse =
  | { outcome: 'captured'; data: BankData }
  | { outcome: 'refused'; reason: 'authorization_lapsed' }

export type RefundRequest = {
  reference: string
  authorization: string
  amount: number
  currency: string
  speed: 'normal' | 'optimum'
}

/** A refund is accepted at once and done later, except an instant one. */
export type RefundResponse =
  | { outcome: 'pending' }
  | { outcome: 'processed'; speed: 'instant' | 'normal'; data: BankData }
  | { outcome: 'failed'; reason: string }

export type PayoutRequest = {
  reference: string
  account_number: string
  ifsc: string
  name: string
  amount: number
  currency: string
  narration: string
}

type SettlementRequest = Pick<PayoutRequest, 'reference' | 'amount' | 'currency'>

export type PayoutResponse =
  | { outcome: 'pending' }
  | { outcome: 'processed'; utr: string }
  | { outcome: 'reversed'; reason: string }

export type StatusResponse =
  | { outcome: 'unknown' }
  | { outcome: 'authorization'; response: AuthorizeResponse }
  | { outcome: 'capture'; response: CaptureResponse }
  | { outcome: 'refund'; response: RefundResponse }
  | { outcome: 'payout'; response: PayoutResponse }
