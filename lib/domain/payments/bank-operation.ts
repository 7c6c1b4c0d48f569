import type { PaymentRow } from '#lib/domain/payments/find.ts'
import type { bank_operations } from '#lib/generated/prisma/client.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'
import { HOUR } from '#lib/values/time.ts'

type BankOperationKind = 'authorize' | 'capture' | 'refund'
export type BankOperationRow = Plain<bank_operations>

/**
 * Reserves a call to the bank: stores its reference before the call. The same statement checks the claim of the
 * idempotency key, so a process that resumes after a repeat took over its request reserves nothing.
 */
export function reserve(
  context: Context,
  kind: BankOperationKind,
  paymentId: string,
  refundId?: string,
): string {
  const { account, changes, claim, idempotencyKey, now } = context
  const id = context.newId('bank_operation')
  changes.insert('bank_operations', {
    account_id: account.id,
    id,
    kind,
    payment_id: paymentId,
    refund_id: refundId ?? null,
    state: 'reserved',
    idempotency_key: idempotencyKey ?? null,
    created_at: now,
    checked_at: now,
    finished_at: null,
  })
  if (claim) {
    const { accountId: account_id, key, token } = claim
    changes.update('idempotency_keys', { account_id, key }, { token }, { token })
  }
  return id
}

type State = 'reserved' | 'waiting' | 'succeeded' | 'failed'

/**
 * Records the bank's response; `waiting` means that the outcome is still open.
 * @param from the status that the call must have; any by default, since a failed authorization may succeed late
 */
export function finish(
  context: Context,
  reference: string,
  state: Exclude<State, 'reserved'>,
  from?: State,
): void {
  const { account, changes, now } = context
  const key = { account_id: account.id, id: reference }
  const finished_at = state === 'waiting' ? null : now
  changes.update('bank_operations', key, from === undefined ? {} : { state: from }, { state, finished_at })
}

/** How a bank stands that has to be asked again: it has not decided, or nothing can be learned from it now. */
type Open = { outcome: 'pending' | 'silent' }

/**
 * When a job asks a bank again, in seconds: in live mode after half as long as it has taken so far, an hour at most, since
 * it reports what it decides, and many records may wait for it. Those that wait for a silent bank all come again, so they
 * ask not before a minute, and behind those of accounts whose bank speaks.
 * @param since when the record was created
 */
export function nextPoll(
  context: Context,
  since: number,
  { outcome }: Open,
): { after: number; behind: boolean } {
  const { account, timing, now } = context
  if (account.mode === 'test') return { after: timing.refundPoll, behind: false }
  const behind = outcome === 'silent'
  const least = behind ? 2 * timing.settleAfter : timing.refundPoll
  return {
    after: spreadPause(context, Math.max(least, Math.min(HOUR, Math.floor((now - since) / 2)))),
    behind,
  }
}

/** Up to a quarter more in live mode, by chance: records that began together do not come to the bank together for ever. */
export function spreadPause({ account }: Context, seconds: number): number {
  return account.mode === 'test' ? seconds : seconds + Math.floor((Math.random() * seconds) / 4)
}

/** Of a bank of which nothing can be learned now. */
export const SILENT = { outcome: 'silent' } as const

/**
 * What a bank of live mode responds, or that it is silent: a job then asks again as it does while the bank has not decided.
 * It never gives up, and leaves no failed job behind.
 */
export async function unlessSilent<Response>(
  { account }: Context,
  call: Promise<Response>,
): Promise<Response | typeof SILENT> {
  try {
    return await call
  } catch (thrown) {
    const isSilence = isAppError(thrown) && thrown.reason === 'acquirer_unavailable'
    if (account.mode === 'live' && isSilence) return SILENT
    throw thrown
  }
}

/** The reference of a payment's authorization, which its captures and refunds name. */
export function authorizationOf({ id, authorization_reference }: PaymentRow): string {
  if (authorization_reference === null) throw new Error(`The payment ${id} has no authorization reference.`)
  return authorization_reference
}
