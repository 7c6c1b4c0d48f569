import { z } from 'zod'
import type { Permission } from '#lib/permissions.ts'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

/** `approved` is both what is about to be carried out and what was: then it has a result. */
export const APPROVAL_STATUSES = [
  'waiting',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'failed',
] as const
export const ApprovalStatus = z.enum(APPROVAL_STATUSES)
export type ApprovalStatus = z.infer<typeof ApprovalStatus>

/** Why something waits: over a limit of the program that asked, or over what one person may give back alone. */
export const CAUSES = ['limit_per_call', 'limit_per_day', 'merchant_threshold', 'role_threshold'] as const
export const Cause = z.enum(CAUSES)
export type Cause = z.infer<typeof Cause>

/** For how long something waits for a person, in seconds. */
export const APPROVAL_LASTS = 86_400

/** Something that moves money and waits, or waited, for a person. */
export const Approval = z.object({
  id: z.string(),
  entity: z.literal('approval').default('approval'),
  status: ApprovalStatus,
  /** The operation that is carried out once it is approved. */
  operation: z.string(),
  object_id: z.string().nullable(),
  amount: StoredInteger,
  currency: z.string(),
  cause: Cause,
  created_at: StoredInteger,
  expires_at: StoredInteger,
  decided_at: StoredInteger.nullable(),
  decision_reason: z.string().nullable(),
  finished_at: StoredInteger.nullable(),
  /** What the operation answered. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Why it could not be carried out. */
  error: z.object({ reason: z.string(), description: z.string() }).nullable(),
})
export type Approval = z.output<typeof Approval>

/** What a program is told of what it asked: the approval, and in a sentence what to do. */
export const ToldApproval = Approval.extend({ message: z.string() })
export type ToldApproval = z.output<typeof ToldApproval>

/** As the list shows it, to whoever reads it. */
export const ListedApproval = Approval.extend({
  actor_kind: z.enum(['client', 'user']),
  actor_name: z.string(),
  grant_id: z.string().nullable(),
  /** The person who asked, or for whom the program asked. */
  user_id: z.string(),
  user_email: z.string(),
  decided_by: z.string().nullable(),
  /** Asked by the reader, or by a program of theirs. */
  own: z.boolean(),
  /** Why whoever asked can act no more, in a sentence, so that approving it would be in vain; null while they can. */
  asker_gone: z.string().nullable(),
  mine_to_decide: z.boolean(),
})
export type ListedApproval = z.output<typeof ListedApproval>

/** With what it asks for and what it touches, for its page. */
export const ViewedApproval = ListedApproval.extend({
  input: z.record(z.string(), z.unknown()),
  request_id: z.string(),
  /** Why the reader may not decide it; null when they may. */
  refusal: z.string().nullable(),
  /** How many others wait that touch the same record. */
  others_waiting: z.int(),
  payment: z
    .object({
      id: z.string(),
      amount: StoredInteger,
      amount_refunded: StoredInteger,
      currency: z.string(),
      status: z.string(),
      method: z.string(),
      email: z.string().nullable(),
      contact: z.string().nullable(),
      created_at: StoredInteger,
    })
    .nullable(),
  order: z
    .object({ id: z.string(), amount: StoredInteger, currency: z.string(), receipt: z.string().nullable() })
    .nullable(),
  customer: z
    .object({
      id: z.string(),
      name: z.string().nullable(),
      email: z.string().nullable(),
      contact: z.string().nullable(),
    })
    .nullable(),
  transfer: z
    .object({ id: z.string(), amount: StoredInteger, currency: z.string(), status: z.string() })
    .nullable(),
})
export type ViewedApproval = z.output<typeof ViewedApproval>

/** The record that came of it, named by what the operation answered: a refund, a payout; null before, or when there is none. */
export function resultIdOf({ result }: Pick<Approval, 'result'>): string | null {
  const answer = (result ?? {}) as { id?: unknown; service_payment_id?: unknown; items?: { id?: unknown }[] }
  const id = answer.id ?? answer.service_payment_id ?? answer.items?.[0]?.id
  return typeof id === 'string' ? id : null
}

export const FetchApproval = z.strictObject({ id: Id('approval') })

export const RejectApproval = FetchApproval.extend({
  reason: z
    .string({ error: 'Say why it may not happen.' })
    .trim()
    .min(1, 'Say why it may not happen.')
    .max(300, 'A reason is at most 300 characters.'),
})

/** In a sentence, why something waits. */
export function whyItWaits(cause: Cause): string {
  return SENTENCES[cause]
}

const SENTENCES: Record<Cause, string> = {
  limit_per_call: 'This is more than this program may move in one call without a person.',
  limit_per_day: 'With this the program would move more than it may in 24 hours without a person.',
  merchant_threshold: 'A refund of this size takes two people at this merchant.',
  role_threshold:
    'A refund of this size takes two people: members of this role do not give back so much alone.',
}

/** The roles that give money back, of which each can have a threshold of its own. */
export const REFUNDING_ROLES = ['owner', 'admin', 'finance', 'support'] as const

/** Above which amounts refunds take two people; null is never. */
export const RefundThresholds = z.object({
  currency: z.string(),
  merchant: z.int().nullable(),
  by_role: z.partialRecord(z.enum(REFUNDING_ROLES), z.int()),
  /** The lower of the two for whoever reads it. */
  own: z.int().nullable(),
})
export type RefundThresholds = z.output<typeof RefundThresholds>

/** A threshold: 0 has every refund wait. */
const Threshold = z
  .int({ error: 'Write an amount such as 5000 or 5000.50, or leave it empty for none.' })
  .min(0, 'A threshold is 0 or more.')
  .max(50_000_000_000, 'That is more than any payment.')
  .nullable()

export const UpdateRefundThresholds = z.strictObject({
  merchant: Threshold,
  by_role: z.strictObject({
    owner: Threshold.default(null),
    admin: Threshold.default(null),
    finance: Threshold.default(null),
    support: Threshold.default(null),
  }),
})

/**
 * What can be held, by the operation that would move the money: what it does, as the words before and after what moves, and the permission that it
 * takes, which whoever approves must have too.
 */
export const HELD = {
  capture_payment: { deed: ['capture', ''], permission: 'payments:capture' },
  refund_payment: { deed: ['refund', ''], permission: 'refunds:write' },
  create_refund: { deed: ['refund', ''], permission: 'refunds:write' },
  refund_payment_seen: { deed: ['refund', ''], permission: 'refunds:write' },
  transfer_payment: { deed: ['transfer', 'to a wallet'], permission: 'transfers:write' },
  create_transfer: { deed: ['transfer', 'to a wallet'], permission: 'transfers:write' },
  update_transfer: { deed: ['release', 'to a wallet'], permission: 'transfers:write' },
  reverse_transfer: { deed: ['take', 'back from a wallet'], permission: 'transfers:write' },
  create_payout: { deed: ['pay', 'out'], permission: 'payouts:write' },
  create_wallet_payment: { deed: ['pay', 'from a wallet'], permission: 'payments:create' },
} as const satisfies Record<
  string,
  { deed: readonly [before: string, after: string]; permission: Permission }
>
export type HeldOperation = keyof typeof HELD

/** The words before and after what moves: "to transfer", it, "to a wallet". */
export function deedOf(operation: string): readonly [before: string, after: string] {
  return isHeldOperation(operation) ? HELD[operation].deed : ['move', '']
}

/** What is asked, after "to". @param what moves: an amount as text, or "it" */
export function whatIsAsked(operation: string, what: string): string {
  const [before, after] = deedOf(operation)
  return `${before} ${what} ${after}`.trim()
}

export function isHeldOperation(operation: string): operation is HeldOperation {
  return Object.hasOwn(HELD, operation)
}

/** The operations that ask for the same as this one under another name: a refund by its payment, or by its own address. */
export function sameRequests(operation: string): string[] {
  const deed = deedOf(operation).join(' ')
  const same = Object.keys(HELD).filter((name) => deedOf(name).join(' ') === deed)
  return same.includes(operation) ? same : [operation]
}

/** What became of it, and what whoever asked does now, in a sentence. */
export function whatBecameOf(
  approval: Pick<Approval, 'status' | 'decision_reason' | 'error' | 'finished_at'>,
): string {
  const { status, decision_reason: reason, error, finished_at } = approval
  if (status === 'waiting') return 'It waits for a person. Ask again in a while; nothing has moved.'
  if (status === 'rejected')
    return `Somebody rejected it: ${reason ?? 'no reason was given'}. Nothing has moved.`
  if (status === 'withdrawn') return `${reason ?? 'It was taken back.'} Nothing has moved.`
  if (status === 'expired')
    return 'Nobody decided it within 24 hours. Nothing has moved; ask for it anew if it is still wanted.'
  if (status === 'failed')
    return `It was approved and could not be carried out: ${error?.description ?? ''}`.trim()
  return finished_at === null
    ? 'It was approved and is being carried out. Ask again in a moment.'
    : 'It was approved and carried out: result is what was done.'
}
