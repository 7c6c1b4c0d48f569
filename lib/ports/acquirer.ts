import type { z } from 'zod'
import type { Language } from '#lib/values/language.ts'
import type { PayerDetails } from '#lib/values/payer-details.ts'
import type {
  AuthorizeRequest,
  AuthorizeResponse,
  CallMoney,
  Capabilities,
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
import type { GatewayReader } from './gateway-records.ts'

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
  confirm(reference: string, response: ChallengeResponse, about?: CallMoney): Promise<AuthorizeResponse>
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
  /**
   * The outcome of a reference: the last response of any call, `pending`, or `unknown` when the call never arrived.
   * @param about the money of the record, which a response must not contradict
   */
  status(reference: string, about?: CallMoney): Promise<StatusResponse>
}

/** Why a call failed that never left this server, since its acquirer is failing or busy: it had no effect, and is no call. */
export class NotSent extends Error {}

/** The bank that new payments of an account go to. `direct`: card numbers may pass through this server. */
export type AcquirerInUse = { id: string; version: number; direct: boolean; capabilities: Capabilities }
type InAccount = { id: string; acquirer?: AcquirerInUse | null }

/** How an acquirer is reached. The present secret comes first, then one that it is still known by. */
export type AcquirerSettings = {
  kind: string
  name: string
  url: string
  secrets: readonly [string, ...string[]]
  /** The only authority that may vouch for it, as PEM. */
  authority: string | null
  /** Where it reports changes. */
  notifyUrl?: string
  /** Of a gateway: where its payers are sent on and come back. */
  payersUrl?: string
  upiLinks?: boolean
}

/** What a gateway account has that is known here: IDs of payments there, and references of ours. */
export type KnownThere = { payments: readonly string[]; references: readonly string[] }

/** A payer on the way to a gateway, or back from it with its fields: none for one who gave up. */
export type PayerRequest = {
  reference: string
  returned?: Record<string, string>
  language: Language
  details?: PayerDetails
}
/** `forged`: a return that the gateway did not sign. */
export type PayerPage = { status: number; text: string; headers: Record<string, string>; forged?: boolean }

/**
 * What an acquirer reports: the ID of its message, and what has changed. `refund`: one that was made at a gateway itself, by
 * its IDs there.
 */
export type AcquirerNotification = { message: string; reference: string | null; refund?: GatewayRefundIds }
export type GatewayRefundIds = { id: string; payment_id: string }

/** The acquirers of live mode: opened by their rows, their settings tested, and their messages checked by their secrets. */
/** Whether calls are sent: not to an acquirer that failed too often in a row, until a call after a rest succeeds. */
export type Circuit = 'closed' | 'half_open' | 'open'

export type Acquirers = {
  /** Calls are recorded, without data of cards or accounts. */
  of(account: InAccount, id: string): Acquirer
  /**
   * What an acquirer can do, requested with settings that need not be saved.
   * @param known what a gateway account has, one of which these settings must see
   * @throws acquirer_test_failed
   */
  probe(settings: AcquirerSettings, known?: KnownThere): Promise<Capabilities>
  /** The reference with which a payer came back from the hosted page, or null when the acquirer did not sign it. */
  returned(account: InAccount, id: string, params: Record<string, string>): Promise<string | null>
  /**
   * A notification in a body that the acquirer signed, or null. Without a reference it is about nothing of ours.
   * @throws input_validation_failed for one that is signed and outside the protocol
   */
  notification(
    account: InAccount,
    id: string,
    body: string,
    headers: Record<string, string>,
  ): Promise<AcquirerNotification | null>
  /** The page of a payer of a gateway. @throws route_not_found for an acquirer that is none */
  payer(account: InAccount, id: string, request: PayerRequest): Promise<PayerPage>
  /** Reads what the account has at a gateway. Null for an acquirer that is none. Only failures are added to its calls. */
  reader(account: InAccount, id: string): Promise<GatewayReader | null>
  /** Adds a notification to the calls, with what is wrong with it. */
  noteNotification(account: InAccount, id: string, reference: string | null, error: string | null): void
  /** How many calls of this process are under way. */
  openCalls(id: string): number
  /** The circuit breakers of the acquirers that this process has opened. */
  circuits(): Circuit[]
  close(): Promise<void>
}
