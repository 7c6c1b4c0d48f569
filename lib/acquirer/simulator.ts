import { setTimeout as wait } from 'node:timers/promises'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import type {
  AuthorizeResponse,
  CaptureRequest,
  ChallengeResponse,
  HostedOutcome,
  PayoutRequest,
  PayoutResponse,
  RefundRequest,
  RefundResponse,
} from '#lib/ports/acquirer-protocol.ts'
import type { AuthorizationRecord, SimulatorMemory, SimulatorRecord } from './simulator-memory.ts'
import {
  authorization,
  capture,
  type Delays,
  decidedOnPage,
  decidedPayout,
  isUntouched,
  openChallenge,
  payout,
  refund,
  refundableOf,
  respond,
} from './simulator-rules.ts'

export type SimulatorOptions = {
  memory: SimulatorMemory
  /** The present, in milliseconds. */
  clock(): number
  /** How long each response takes. The effect precedes the wait, so a response can be lost but not its effect. */
  latencyMs: number
  refundDelaySeconds: number
  lateReplySeconds: number
  /** The address of the page of hosted collection. Without one, payments are direct. */
  hostedPage?(reference: string): string
}

type Simulator = Acquirer & {
  /** Decides a payment on the hosted page, once: a later choice gets the first outcome. */
  decideOnPage(reference: string, outcome: HostedOutcome): Promise<AuthorizeResponse>
}

/** How many authorizations a process remembers. */
const REMEMBERED = 10_000

/**
 * The bank of test mode: it knows the published test instruments, moves no money, and forgets nothing. Each reference
 * is decided once; a repeat from any process, after any crash, gets the first response, and `status` returns the
 * outcome since.
 */
export function createSimulator({
  memory,
  clock,
  latencyMs,
  refundDelaySeconds,
  lateReplySeconds,
  hostedPage = noPage,
}: SimulatorOptions): Simulator {
  const delays: Delays = { refund: refundDelaySeconds, lateReply: lateReplySeconds }
  const now = () => Math.floor(clock() / 1000)
  /** Authorizations that are held: their records no longer change, so a capture or refund needs no second look. */
  const authorizations = new Map<string, AuthorizationRecord>()

  function remember(record: SimulatorRecord): void {
    if (record.kind !== 'authorization' || standing(record, now()).outcome !== 'authorized') return
    for (const oldest of authorizations.keys()) {
      if (authorizations.size < REMEMBERED) break
      authorizations.delete(oldest)
    }
    authorizations.set(record.reference, record)
  }

  async function slowly<T>(work: Promise<T>): Promise<T> {
    const response = await work
    if (latencyMs > 0) await wait(latencyMs)
    return response
  }

  async function keep<R extends SimulatorRecord>(record: R): Promise<R['answer']['given']> {
    const stored = await memory.first(record)
    remember(stored)
    return ofKind(stored, record.kind).answer.given
  }

  /** Captures and refunds look at the authorization that they name as it stands now. */
  async function holdOf(reference: string) {
    const record = authorizations.get(reference) ?? (await memory.read(reference))
    if (record) remember(record)
    return record?.kind === 'authorization'
      ? { ...record.answer, standing: standing(record, now()) }
      : undefined
  }

  async function captureOnce(request: CaptureRequest) {
    const hold = await holdOf(request.authorization)
    const open = isUntouched(memory.movementsOf?.(request.authorization) ?? [])
    return keep(capture(request, open ? hold : undefined, now()))
  }

  async function refundCaptured(request: RefundRequest) {
    const hold = await holdOf(request.authorization)
    const movements = memory.movementsOf?.(request.authorization)
    const enough = movements === undefined || refundableOf(movements, now()) >= request.amount
    return keep(refund(request, enough ? hold : undefined, now(), delays))
  }

  async function release(request: RefundRequest) {
    const hold = await holdOf(request.authorization)
    const open = isUntouched(memory.movementsOf?.(request.authorization) ?? [])
    const record = refund(request, open ? hold : undefined, now(), delays)
    return keep({ ...record, answer: { ...record.answer, void: true } })
  }

  async function decideOnPage(reference: string, outcome: HostedOutcome): Promise<AuthorizeResponse> {
    for (;;) {
      const record = await memory.read(reference)
      if (!record) throw new Error(`The simulator was never asked to authorize ${reference}.`)
      const open = ofKind(record, 'authorization')
      const current = standing(open, now())
      if (current.outcome !== 'redirect') return current
      const decided = decidedOnPage(open, outcome)
      if (await memory.replace(open, decided)) return standing(decided, now())
    }
  }

  async function confirm(reference: string, response: ChallengeResponse): Promise<AuthorizeResponse> {
    for (;;) {
      const record = await memory.read(reference)
      if (!record) throw new Error(`The simulator was never asked to authorize ${reference}.`)
      const open = ofKind(record, 'authorization')
      const current = standing(open, now())
      if (current.outcome !== 'challenge') return current
      const responded = respond(open, response)
      // Two responses at once: the slower one is judged again by what the faster one left.
      if (responded.record !== open && !(await memory.replace(open, responded.record))) continue
      remember(responded.record)
      return responded.response
    }
  }

  async function status(reference: string): ReturnType<Acquirer['status']> {
    const record = await memory.read(reference)
    if (!record) return { outcome: 'unknown' }
    if (record.kind === 'authorization')
      return { outcome: 'authorization', response: openChallenge(record, standing(record, now())) }
    if (record.kind === 'capture') return { outcome: 'capture', response: record.answer.given }
    if (record.kind === 'payout') return { outcome: 'payout', response: standing(record, now()) }
    return { outcome: 'refund', response: standing(record, now()) }
  }

  /** Decided once; asked again, it tells how it stands. */
  async function payOut(request: PayoutRequest): Promise<PayoutResponse> {
    const stored = await memory.first(payout(request, now(), delays))
    return standing(ofKind(stored, 'payout'), now())
  }

  /** Decides before its time, once: a later call gets that response. */
  async function decidePayout(
    request: PayoutRequest,
    end: 'processed' | 'reversed',
  ): Promise<PayoutResponse> {
    for (;;) {
      const stored = ofKind(await memory.first(payout(request, now(), delays)), 'payout')
      const current = standing(stored, now())
      if (current.outcome !== 'pending') return current
      const decided = decidedPayout(stored, end)
      // Another process decided meanwhile: its response is read again.
      if (await memory.replace(stored, decided)) return standing(decided, now())
    }
  }

  return {
    name: 'bank simulator',
    upiLinks: true,
    authorize: (request) => slowly(keep(authorization(request, now(), delays, hostedPage))),
    confirm: (reference, response) => slowly(confirm(reference, response)),
    capture: (request) => slowly(captureOnce(request)),
    void: (request) => slowly(release(request)),
    refund: (request) => slowly(refundCaptured(request)),
    payout: (request) => slowly(payOut(request)),
    settle: (request) => slowly(payOut({ ...request, ...MERCHANT_ACCOUNT })),
    decidePayout: (request, end) => slowly(decidePayout(request, end)),
    decideOnPage,
    status: (reference) => slowly(status(reference)),
  }
}

function noPage(): never {
  throw new Error('This simulator has no page for hosted collection.')
}

/** The merchant's own bank account: a settlement is a payout to it. */
const MERCHANT_ACCOUNT = { account_number: '', ifsc: '', name: '', narration: '' }

/** The current response of a record: its first until it settles, its final one from then on. */
function standing<Reply extends AuthorizeResponse | RefundResponse | PayoutResponse>(
  record: { answer: { given: Reply }; final: Reply | null; settles_at: number | null },
  now: number,
): Reply {
  const settled = record.settles_at === null || now >= record.settles_at
  return (settled ? record.final : null) ?? record.answer.given
}

/** A reference belongs to one call. One that comes back as another is a fault of the server, and must be seen. */
function ofKind<K extends SimulatorRecord['kind']>(
  record: SimulatorRecord,
  kind: K,
): Extract<SimulatorRecord, { kind: K }> {
  if (record.kind !== kind)
    throw new Error(
      `The reference ${record.reference} was used for another call: ${record.kind}, not ${kind}.`,
    )
  return record as Extract<SimulatorRecord, { kind: K }>
}
