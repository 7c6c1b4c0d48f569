import type {
  DifferenceKind,
  DifferenceSubject,
  GatewayDifference,
  NextStep,
  Side,
} from '#lib/domain/gateway-checks/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { DAY, HOUR, startOfDay } from '#lib/values/time.ts'

/** A record as this server has it, or as a gateway has it. */
export type Compared = Side & {
  id: string
  currency: string
  /** Of a payment: whether it is or was in a balance. */
  captured?: boolean
}

export type FoundDifference = Pick<
  GatewayDifference,
  'subject' | 'kind' | 'object_id' | 'gateway_id' | 'currency' | 'here' | 'there'
> & { about: string }

/**
 * What differs between a record here and at the gateway.
 * @param gatewayId by which a record here is known at a gateway that does not have it; null where it never was there
 */
export function gatewayDifferences(
  subject: DifferenceSubject,
  here: Compared | null,
  there: Compared | null,
  gatewayId: string | null = null,
): FoundDifference[] {
  const [one = null] = [here, there].filter((side) => side !== null)
  if (one === null) return []
  const gateway_id = there?.id ?? gatewayId
  const common = {
    subject,
    about: gateway_id ?? one.id,
    object_id: here?.id ?? null,
    gateway_id,
    currency: one.currency,
    here: here && sideOf(here),
    there: there && sideOf(there),
  }
  return kindsOf(subject, here, there).map((kind) => ({ ...common, kind }))
}

function kindsOf(
  subject: DifferenceSubject,
  here: Compared | null,
  there: Compared | null,
): DifferenceKind[] {
  if (!here) return there && counts(subject, there) ? ['missing_here'] : []
  if (!there) return counts(subject, here) ? ['missing_there'] : []
  const kinds: DifferenceKind[] = []
  if (here.amount !== there.amount || here.currency !== there.currency) kinds.push('amount')
  if (!sameStatus(subject, here, there)) kinds.push('status')
  if (feesDiffer(subject, here, there)) kinds.push('fee')
  if (subject === 'payment' && isCaptured(here) && isCaptured(there)) {
    if (here.amount_refunded !== there.amount_refunded) kinds.push('refunds')
  }
  return kinds
}

/** Whether money is in it: attempts and refunds that failed may be at one side alone. */
function counts(subject: DifferenceSubject, { status }: Compared): boolean {
  return subject === 'payment' ? !['created', 'failed'].includes(status) : status !== 'failed'
}

function sameStatus(subject: DifferenceSubject, here: Compared, there: Compared): boolean {
  if (subject !== 'payment') return here.status === there.status
  const [ours, theirs] = [stageOf(here), stageOf(there)]
  // The gateway returns by itself, after some days, what is not to be captured.
  return ours === theirs || (ours === 'returned' && theirs === 'authorized')
}

/** How far a payment has come. An attempt may fail there while the payer goes on; refunds are compared by their sum. */
function stageOf(payment: Compared): 'unpaid' | 'authorized' | 'captured' | 'returned' {
  if (payment.status === 'authorized') return 'authorized'
  if (payment.status === 'captured') return 'captured'
  if (payment.status === 'refunded') return payment.captured ? 'captured' : 'returned'
  return 'unpaid'
}

function isCaptured(payment: Compared): boolean {
  return stageOf(payment) === 'captured'
}

/** A gateway that does not tell its fee has none that differs. */
function feesDiffer(subject: DifferenceSubject, here: Compared, there: Compared): boolean {
  if (subject === 'refund' || there.fee === null || there.fee === undefined) return false
  if (subject === 'payment' && !(isCaptured(here) && isCaptured(there))) return false
  return (here.fee ?? 0) !== there.fee || (here.tax ?? 0) !== (there.tax ?? 0)
}

function sideOf({ amount, status, fee, tax, amount_refunded }: Compared): Side {
  return {
    amount,
    status,
    ...(fee === undefined ? {} : { fee, tax: tax ?? null }),
    ...(amount_refunded === undefined ? {} : { amount_refunded }),
  }
}

type Advised = Pick<GatewayDifference, 'subject' | 'kind' | 'here' | 'there'>

/** What to do about a difference, in a sentence, and what of it can be done here without a risk. */
export function differenceAdvice(difference: Advised): { advice: string; next_step: NextStep | null } {
  const { subject, kind } = difference
  if (kind === 'status') return adviceOfStatus(difference)
  if (
    kind === 'refunds' &&
    (difference.there?.amount_refunded ?? 0) > (difference.here?.amount_refunded ?? 0)
  )
    return {
      advice:
        'A refund was made at the gateway and is not known here. Do not refund the same amount again. Import it.',
      next_step: 'import',
    }
  const advice = ADVICE[`${subject} ${kind}`] ?? ASK_SUPPORT
  if (kind === 'missing_here') return { advice, next_step: 'import' }
  const isOpen = difference.here?.status === 'pending'
  return { advice, next_step: subject === 'refund' && kind === 'missing_there' && isOpen ? 'ask' : null }
}

const ASK_SUPPORT = 'Ask the support of the gateway, with the ID that the record has there.'

const ADVICE: Record<string, string> = {
  'payment missing_here':
    'The payment was made at the gateway and is not known here. Import it to see, refund and report it here.',
  'refund missing_here':
    'The refund was made at the gateway and is not known here. Do not refund the same amount again. Import it.',
  'settlement missing_here':
    'The gateway settled this amount to your bank account, and it is not known here. The poll of the gateway records it; an older one is imported.',
  'payment missing_there':
    'The gateway does not have this payment. Do not ship or refund it until the support of the gateway has explained it.',
  'refund missing_there':
    'The gateway does not have this refund. While it is pending here, asking the gateway again sends it once more under the same reference, so that it is paid once.',
  'settlement missing_there':
    'The gateway does not have this settlement. Compare it with the statement of your bank account.',
  'payment fee':
    'Set the fees under Settings, Capture and fees, to those of your contract with the gateway. What was recorded stays; acknowledge it.',
  'settlement fee': 'Compare the fees of the settlement with the invoice of the gateway.',
  'payment refunds':
    'A refund was made at one side alone, or is not finished. Compare the refunds of the payment at both sides before you refund it again.',
}

function adviceOfStatus({ subject, here, there }: Advised) {
  if (subject === 'refund') {
    if (here?.status === 'pending')
      return {
        advice: 'Ask the gateway again: the outcome is then recorded here.',
        next_step: 'ask' as const,
      }
    return {
      advice:
        'The gateway changed the outcome of the refund. Ask its support, and pay the customer another way if the refund failed.',
      next_step: null,
    }
  }
  if (subject === 'settlement') return { advice: ASK_SUPPORT, next_step: null }
  if (here?.status === 'created' || here?.status === 'failed')
    return {
      advice:
        'The payment was paid at the gateway. Ask the gateway again: the outcome is then recorded here.',
      next_step: 'ask' as const,
    }
  if (here?.status === 'authorized' && there?.status === 'captured')
    return {
      advice: 'The payment was captured at the gateway. Capture it here, too: the money is not taken twice.',
      next_step: 'capture' as const,
    }
  if (here?.status === 'authorized')
    return {
      advice: 'The authorization has ended at the gateway. It ends here when it expires.',
      next_step: null,
    }
  return { advice: `The gateway has another status than this server. ${ASK_SUPPORT}`, next_step: null }
}

/** @throws input_validation_failed */
export function assertOpen({ state }: Pick<GatewayDifference, 'state'>): void {
  if (state !== 'open')
    throw refused('input_validation_failed', 'Only an open difference can be acknowledged.', { field: 'id' })
}

/** @throws input_validation_failed */
export function assertAskable(difference: Advised & Pick<GatewayDifference, 'state'>): void {
  if (difference.state === 'solved' || differenceAdvice(difference).next_step !== 'ask')
    throw refused('input_validation_failed', 'Asking the gateway does not solve this difference.', {
      field: 'id',
    })
}

/** When comparisons of a night begin: after midnight, before people work, in hours of the account's zone. */
const NIGHT = 2 * HOUR

/** The last time at which comparisons were due, in Unix seconds. */
export function nightBefore(now: number, zone: string): number {
  const today = startOfDay(now, zone) + NIGHT
  return today <= now ? today : startOfDay(now - DAY, zone) + NIGHT
}
