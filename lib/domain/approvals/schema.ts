import { z } from 'zod'
import { FLOWS, flowOf, RequestReason } from '#lib/domain/approvals/schema/policy.ts'
import { RoleId } from '#lib/domain/roles/schema.ts'
import { Id } from '#lib/values/id.ts'
import { CreatedAt, StoredInteger } from '#lib/values/money.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** Sees the requests of others; without it, people see their own. */
export const ALL_APPROVALS = 'approvals:read' satisfies Permission

/** `approved` covers both a request that is about to run and one that has run, which has a result. */
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

/** Why approval is needed: a limit of the requesting app, or a threshold. */
export const APPROVAL_CAUSES = [
  'limit_per_call',
  'limit_per_day',
  'merchant_threshold',
  'role_threshold',
  'key_threshold',
  'person_total',
  'app_total',
  'key_total',
  'record_total',
  'new_bank_account',
  'looser_limit',
] as const
export const Cause = z.enum(APPROVAL_CAUSES)
export type Cause = z.infer<typeof Cause>

/** Why something waits, in a few words. */
export const CAUSE_LABELS: Record<Cause, string> = {
  limit_per_call: 'Above the limit per call',
  limit_per_day: 'Above the 24-hour limit',
  merchant_threshold: 'Above the merchant threshold',
  role_threshold: 'Above the role threshold',
  key_threshold: 'Above the threshold of the API key',
  person_total: 'Above the threshold, with the person’s last 24 hours',
  app_total: 'Above the threshold, with the app’s last 24 hours',
  key_total: 'Above the threshold, with the API key’s last 24 hours',
  record_total: 'Above the threshold, with the record’s last 24 hours',
  new_bank_account: 'New bank account',
  looser_limit: 'Limit change',
}

/** One change of a looser limit, in words. */
export const Change = z.object({
  label: z.string().meta({ description: 'What is changed.' }),
  before: z.string().meta({ description: 'Value before the change.' }),
  after: z.string().meta({ description: 'Value after the change.' }),
})
export type Change = z.output<typeof Change>

/** How long an approval stays pending, in seconds. */
export const APPROVAL_LASTS = 86_400

/** A movement of money that needs, or needed, approval. */
export const Approval = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the approval, with the prefix apr_.', examples: ['apr_NfLw3gQ81xRt0a'] }),
  entity: z.literal('approval').default('approval').meta({ description: 'Always approval.' }),
  status: ApprovalStatus.meta({
    description:
      'waiting: not decided. approved: carried out. failed: approved, but it could not run. rejected, withdrawn, expired: nothing was changed.',
  }),
  operation: z.string().meta({ description: 'Name of the operation that runs once it is approved.' }),
  object_id: z
    .string()
    .nullable()
    .meta({ description: 'ID of the object that the operation acts on, or null.' }),
  amount: StoredInteger.meta({
    description: 'Amount that would move, in the smallest currency unit; 0 for a change of a limit.',
  }),
  currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.' }),
  cause: Cause.meta({ description: 'Why approval is needed.' }),
  created_at: CreatedAt,
  expires_at: StoredInteger.meta({
    description: 'When the approval expires without a decision, as a Unix timestamp in seconds.',
  }),
  decided_at: StoredInteger.nullable().meta({
    description: 'Time of the decision, as a Unix timestamp in seconds, or null.',
  }),
  decision_reason: z.string().nullable().meta({ description: 'Reason given for the decision, or null.' }),
  finished_at: StoredInteger.nullable().meta({
    description: 'When the operation finished, as a Unix timestamp in seconds, or null.',
  }),
  /** The changes of a looser limit; null for money. */
  changes: z
    .array(Change)
    .nullable()
    .meta({ description: 'What a change of a limit would change; null for money.' }),
  /** Why a looser limit was requested. */
  request_reason: z
    .string()
    .nullable()
    .meta({ description: 'Reason that the requester gave for a change of a limit, or null.' }),
  /** When it takes effect without a decision, since no one else can decide it; null if it needs a decision. */
  takes_effect_at: StoredInteger.nullable().meta({
    description:
      'When the change takes effect without a decision because no one else can decide it, or null.',
  }),
  /** The response of the operation. */
  result: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'Response of the operation once it has run, or null.' }),
  /** Why it could not run. */
  error: z
    .object({
      reason: z.string().meta({ description: 'Machine-readable reason, see the list of errors.' }),
      description: z.string().meta({ description: 'Explanation of the failure.' }),
    })
    .nullable()
    .meta({ description: 'Why the approved operation failed, or null.' }),
})
export type Approval = z.output<typeof Approval>

/** What an app gets for its request: the approval, and the next step in a sentence. */
export const ApprovalWithMessage = Approval.extend({
  message: z.string().meta({ description: 'What happened and what to do next, in a sentence.' }),
})
export type ApprovalWithMessage = z.output<typeof ApprovalWithMessage>

export const ListedApproval = Approval.extend({
  actor_kind: z.enum(['client', 'user', 'key']),
  actor_name: z.string(),
  grant_id: z.string().nullable(),
  /** The person who requested it, whose app requested it, or who created the key; null for a key of the platform. */
  user_id: z.string().nullable(),
  user_email: z.string(),
  decided_by: z.string().nullable(),
  /** Requested by the reader or an app of theirs. */
  own: z.boolean(),
  /**
   * Why the requester can no longer act, in a sentence, so that approving would have no effect; null while they can.
   */
  requester_gone: z.string().nullable(),
  mine_to_decide: z.boolean(),
})
export type ListedApproval = z.output<typeof ListedApproval>

/** The approval with its request and related records, for its page. */
export const ApprovalDetails = ListedApproval.extend({
  input: z.record(z.string(), z.unknown()),
  /** `shown` has amounts in the currency of the account; an error that was stored has the description alone. */
  error: z.object({ reason: z.string(), description: z.string(), shown: z.string().optional() }).nullable(),
  request_id: z.string(),
  /** Whether the request log has the request. */
  request_kept: z.boolean(),
  /** Why the reader cannot decide it; null if they can. */
  decision_error: z.string().nullable(),
  /** How many other pending requests are about the same record. */
  others_waiting: z.int(),
  /** The threshold that a pending request is above, in the currency of the account; else null. */
  threshold: z.int().nullable(),
  /** The role of the requester whose threshold or total it exceeds, by its name; null where it waits for another reason. */
  role: z.string().nullable(),
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
export type ApprovalDetails = z.output<typeof ApprovalDetails>

/** The record that the operation created, such as a refund or payout; null if it has not run or created none. */
export function resultIdOf({ result }: Pick<Approval, 'result'>): string | null {
  const response = (result ?? {}) as {
    id?: unknown
    service_payment_id?: unknown
    items?: { id?: unknown }[]
  }
  const id = response.id ?? response.service_payment_id ?? response.items?.[0]?.id
  return typeof id === 'string' ? id : null
}

export const FetchApproval = z.strictObject({ id: Id('approval') })

export const RejectApproval = FetchApproval.extend({
  reason: z
    .string({ error: 'Enter a reason for the rejection.' })
    .trim()
    .min(1, 'Enter a reason for the rejection.')
    .max(300, 'The reason can be up to 300 characters.'),
})

/**
 * The limit that a request exceeds, with the role or key that has it: "The approval threshold of the role support for
 * refunds is ₹5,000.00." Null where no amount is the reason.
 */
export function exceededLimit(
  { cause, operation, threshold, role }: Pick<ApprovalDetails, 'cause' | 'operation' | 'threshold' | 'role'>,
  money: (amount: number) => string,
): string | null {
  if (threshold === null) return null
  if (cause === 'limit_per_call') return `The app's limit for one call is ${money(threshold)}.`
  if (cause === 'limit_per_day') return `The app's limit for 24 hours is ${money(threshold)}.`
  const flow = flowOf(operation)
  const of = cause === 'key_threshold' ? ' of the API key' : role === null ? '' : ` of the role ${role}`
  return `The approval threshold${of}${flow === null ? '' : ` for ${FLOWS[flow].label.toLowerCase()}`} is ${money(threshold)}.`
}

/** Why a request needs approval, in a sentence. */
export function whyItWaits(cause: Cause): string {
  return SENTENCES[cause]
}

const SENTENCES: Record<Cause, string> = {
  limit_per_call: "This is above the app's limit for one call, so a person must approve it.",
  limit_per_day: "This is above the app's 24-hour limit, so a person must approve it.",
  merchant_threshold: "This is above the merchant's approval threshold, so someone else must approve it.",
  role_threshold: "This is above the role's approval threshold, so someone else must approve it.",
  key_threshold: "This is above the API key's approval threshold, so a person must approve it.",
  person_total:
    'The total of the last 24 hours is above what one person may move alone, so someone else must approve this.',
  app_total:
    'The total of the last 24 hours is above what the app may move without a second person, so someone else must approve this.',
  key_total:
    'The total of the last 24 hours is above what the API key may move alone, so a person must approve this.',
  record_total:
    'The total of the last 24 hours for this payment or customer is above the approval threshold, so someone else must approve this.',
  new_bank_account:
    'The bank account was added in the last 24 hours, so someone else must approve the payout.',
  looser_limit: 'This loosens a limit, so someone else must approve it.',
}

/** The thresholds of one flow; null is none. */
const FlowThresholds = z.object({
  merchant: z.int().nullable(),
  by_role: z.record(RoleId, z.int()),
  /** The roles that may move this money: built-in ones, then those of the merchant. */
  roles: z.array(z.object({ id: RoleId, name: z.string() })),
  /** The lower of the two thresholds that apply to the reader. */
  own: z.int().nullable(),
  /** What the reader can still move without approval within 24 hours. */
  own_left: z.int().nullable(),
})

/** The amounts above which outgoing money needs a second person. */
export const ApprovalThresholds = z.object({
  currency: z.string(),
  refunds: FlowThresholds,
  wallet_credits: FlowThresholds,
  payouts: FlowThresholds,
  /** How many other people can approve a change of the thresholds. */
  other_approvers: z.int(),
})
export type ApprovalThresholds = z.output<typeof ApprovalThresholds>

/** A threshold. 0 holds every request. */
const Threshold = z
  .int({ error: 'Enter an amount like 5000 or 5000.50, or leave it blank for no threshold.' })
  .min(0, 'A threshold must be 0 or more.')
  .max(50_000_000_000, 'The threshold is too high: it exceeds the maximum payment amount.')
  .nullable()

/** A role that is left out has none. */
const UpdateFlow = z.strictObject({ merchant: Threshold, by_role: z.record(RoleId, Threshold) })

/** An absent flow keeps its thresholds. */
export const UpdateApprovalThresholds = z.strictObject({
  refunds: UpdateFlow.optional(),
  wallet_credits: UpdateFlow.optional(),
  payouts: UpdateFlow.optional(),
  reason: RequestReason,
})

/**
 * The operations that can be held, with the text before and after the amount in their description, and the permission
 * that the approver needs, too.
 */
export const APPROVABLE = {
  capture_payment: { verb: ['capture', ''], permission: 'payments:capture' },
  refund_payment: { verb: ['refund', ''], permission: 'refunds:write' },
  create_refund: { verb: ['refund', ''], permission: 'refunds:write' },
  refund_payment_if_unchanged: { verb: ['refund', ''], permission: 'refunds:write' },
  transfer_payment: { verb: ['transfer', 'to a wallet'], permission: 'transfers:write' },
  create_transfer: { verb: ['transfer', 'to a wallet'], permission: 'transfers:write' },
  update_transfer: { verb: ['release', 'to a wallet'], permission: 'transfers:write' },
  reverse_transfer: { verb: ['reverse', 'from a wallet'], permission: 'transfers:write' },
  create_payout: { verb: ['pay', 'out'], permission: 'payouts:write' },
  create_wallet_payment: { verb: ['pay', 'from a wallet'], permission: 'payments:create' },
  update_approval_thresholds: { verb: ['change', 'approval thresholds'], permission: 'business:write' },
  update_key: { verb: ['loosen', 'an API key'], permission: 'keys:write' },
  reduce_app_scopes: { verb: ['raise', 'the limits of a connected app'], permission: 'apps:connect' },
  update_app_settings: { verb: ['loosen', 'the policy for connected apps'], permission: 'apps:write' },
  unblock_client: { verb: ['unblock', 'an app'], permission: 'apps:write' },
  update_role: { verb: ['loosen', 'a role'], permission: 'team:write' },
  delete_role: { verb: ['delete', 'a role'], permission: 'team:write' },
  change_role: { verb: ['change', 'the role of a person'], permission: 'team:write' },
  update_second_factor_roles: {
    verb: ['require', 'a second factor of fewer roles'],
    permission: 'security:write',
  },
  use_acquirer: { verb: ['change', 'the acquirer'], permission: 'business:write' },
  switch_direct_collection: {
    verb: ['let', 'card numbers pass through this server'],
    permission: 'business:write',
  },
  rotate_acquirer_secret: { verb: ['replace', 'the secret of an acquirer'], permission: 'business:write' },
  rotate_gateway_credentials: {
    verb: ['replace', 'the credentials of a gateway account'],
    permission: 'business:write',
  },
  stop_acquirer: { verb: ['stop', 'using the acquirer'], permission: 'business:write' },
} as const satisfies Record<
  string,
  { verb: readonly [before: string, after: string]; permission: Permission }
>
export type ApprovableOperation = keyof typeof APPROVABLE

/** The operations among them that loosen a limit and move no money. */
export const LOOSER = [
  'update_approval_thresholds',
  'update_key',
  'reduce_app_scopes',
  'update_app_settings',
  'unblock_client',
  'update_role',
  'delete_role',
  'change_role',
  'update_second_factor_roles',
  'use_acquirer',
  'switch_direct_collection',
  'rotate_acquirer_secret',
  'rotate_gateway_credentials',
  'stop_acquirer',
] as const
export type LooserOperation = (typeof LOOSER)[number]

/** Whether a request changes limits and so has no amount. */
export function isLooserRequest(operation: string): operation is LooserOperation {
  return LOOSER.some((name) => name === operation)
}

/** The text before and after the amount: "to transfer", the amount, "to a wallet". */
export function requestVerbOf(operation: string): readonly [before: string, after: string] {
  return isApprovableOperation(operation) ? APPROVABLE[operation].verb : ['move', '']
}

/**
 * The request, to follow the word "to".
 * @param what the amount as text, or "it"; omitted for a change of limits
 */
export function describeRequest(operation: string, what: string): string {
  const [before, after] = requestVerbOf(operation)
  if (isLooserRequest(operation)) return `${before} ${after}`
  return `${before} ${what} ${after}`.trim()
}

export function isApprovableOperation(operation: string): operation is ApprovableOperation {
  return Object.hasOwn(APPROVABLE, operation)
}

/** Operations that make the same request under another name: a refund by its payment, or at its own URL. */
export function sameRequests(operation: string): string[] {
  const verb = requestVerbOf(operation).join(' ')
  const same = Object.keys(APPROVABLE).filter((name) => requestVerbOf(name).join(' ') === verb)
  return same.includes(operation) ? same : [operation]
}

/** The result, and the requester's next step, in a sentence. */
export function whatBecameOf(
  approval: Pick<Approval, 'status' | 'decision_reason' | 'error' | 'finished_at'>,
): string {
  const { status, decision_reason: reason, error, finished_at } = approval
  if (status === 'waiting') return 'Awaiting approval. No money has moved; check again later.'
  // A person may end the reason with a full stop, and may not.
  const why = reason?.trim().replace(/([^.!?।])$/, '$1.')
  if (status === 'rejected') return `Rejected: ${why ?? 'no reason was given.'} No money has moved.`
  if (status === 'withdrawn') return `${why ?? 'It was withdrawn.'} No money has moved.`
  if (status === 'expired')
    return 'The request expired after 24 hours without a decision and no money has moved. Request it again if it is still needed.'
  if (status === 'failed') return `Approved, but it failed: ${error?.description ?? ''}`.trim()
  return finished_at === null
    ? 'Approved and in progress. Check again in a few seconds.'
    : 'Approved and completed. See result.'
}
