import { z } from 'zod'
import type { Permission, Role } from '#lib/values/permissions.ts'

/** The period over which amounts add up, and for which a bank account counts as new, in hours. */
export const POLICY_HOURS = 24

/** The kinds of outgoing money that have thresholds. */
export const FLOW_NAMES = ['refunds', 'wallet_credits', 'payouts'] as const
export type Flow = (typeof FLOW_NAMES)[number]

type FlowRule = {
  /** The noun for headings and the documentation. */
  label: string
  /** The label of the merchant's threshold. */
  threshold: string
  /** The operations that move this money. */
  operations: readonly string[]
  /** The record whose requests add up, across requesters. */
  record: 'payment' | 'customer'
  /** The amount that counts. */
  amount: string
  /** The permission that moves it. Each role with it can have a threshold. */
  permission: Permission
  /** The built-in roles with that permission. */
  roles: readonly Role[]
  /** The columns of the account: for everyone, and by role. */
  columns: { above: string; by_role: string }
}

/** What counts towards which threshold. The gate, the settings and the documentation read this table. */
export const FLOWS = {
  refunds: {
    label: 'Refunds',
    threshold: 'Require approval for refunds above',
    operations: ['refund_payment', 'create_refund', 'refund_payment_if_unchanged'],
    record: 'payment',
    amount: 'the refunded amount',
    permission: 'refunds:write',
    roles: ['owner', 'admin', 'finance', 'support'],
    columns: { above: 'refund_approval_above', by_role: 'refund_approval_by_role' },
  },
  wallet_credits: {
    label: 'Wallet credits',
    threshold: 'Require approval for wallet credits above',
    operations: ['transfer_payment', 'create_transfer'],
    record: 'customer',
    amount: 'the transferred amount, also while it is on hold',
    permission: 'transfers:write',
    roles: ['owner', 'admin', 'finance'],
    columns: { above: 'wallet_credit_approval_above', by_role: 'wallet_credit_approval_by_role' },
  },
  payouts: {
    label: 'Payouts',
    threshold: 'Require approval for payouts above',
    operations: ['create_payout'],
    record: 'customer',
    amount: 'the amount with fees and tax',
    permission: 'payouts:write',
    roles: ['owner', 'admin', 'finance'],
    columns: { above: 'payout_approval_above', by_role: 'payout_approval_by_role' },
  },
} as const satisfies Record<Flow, FlowRule>

/** The label of the threshold of a role: in the form, and where a change of it waits. */
export function roleThresholdLabel(flow: Flow, role: string): string {
  return `${FLOWS[flow].label} by ${role} above`
}

/** The flow of an operation; null if no threshold applies to it. */
export function flowOf(operation: string): Flow | null {
  return FLOW_NAMES.find((flow) => (FLOWS[flow].operations as readonly string[]).includes(operation)) ?? null
}

type PolicyRow = { who: string; what: string; how_much: string; over: string; loosened_by: string }

const MONEY = 'Refunds, wallet credits, payouts'
const THRESHOLDS = 'Raising or removing a threshold'

/** The whole policy, row by row, as the settings page, the guide and docs/approval-policy.md show it. */
export const POLICY: readonly PolicyRow[] = [
  {
    who: 'A person',
    what: MONEY,
    how_much: 'The lower of the merchant threshold and the threshold of their role',
    over: `${POLICY_HOURS} hours, with everything that their API keys and connected apps move`,
    loosened_by: THRESHOLDS,
  },
  {
    who: 'A connected app',
    what: MONEY,
    how_much: 'The threshold of the person who connected it',
    over: `${POLICY_HOURS} hours, for that person, and for the app across all people`,
    loosened_by: THRESHOLDS,
  },
  {
    who: 'A connected app',
    what: 'Everything that moves money',
    how_much: 'Its limit per call and its limit per 24 hours',
    over: `One call, and ${POLICY_HOURS} hours`,
    loosened_by: 'Raising a limit above the threshold of its person',
  },
  {
    who: 'An API key made by a person',
    what: MONEY,
    how_much: 'The threshold of the person who made it, or rotated it last',
    over: `${POLICY_HOURS} hours, together with that person`,
    loosened_by:
      'More permissions, more networks, a higher limit or a later expiry of a key that moves money',
  },
  {
    who: 'An API key with a threshold of its own',
    what: MONEY,
    how_much: 'That threshold',
    over: `${POLICY_HOURS} hours, for the key alone`,
    loosened_by: 'Setting, raising or removing that threshold',
  },
  {
    who: 'An API key whose creator was disabled or removed',
    what: MONEY,
    how_much: 'The lower of the merchant threshold and the lowest threshold of any role',
    over: `${POLICY_HOURS} hours, together with that person`,
    loosened_by: THRESHOLDS,
  },
  {
    who: 'An API key made by the platform',
    what: MONEY,
    how_much: 'The merchant threshold',
    over: `${POLICY_HOURS} hours, for all such keys together`,
    loosened_by: THRESHOLDS,
  },
  {
    who: 'All of the above, together',
    what: 'Refunds of one payment; wallet credits or payouts of one customer',
    how_much: 'The threshold of the requester',
    over: `${POLICY_HOURS} hours`,
    loosened_by: THRESHOLDS,
  },
  {
    who: 'All of the above with any threshold',
    what: `Payouts to a bank account added in the last ${POLICY_HOURS} hours`,
    how_much: 'Every amount',
    over: 'One request',
    loosened_by: 'Removing the last threshold',
  },
  {
    who: 'A role of the merchant',
    what: 'What its people may do',
    how_much: 'The permissions of the role',
    over: 'Always',
    loosened_by:
      'Adding a permission that moves money or decides about limits, or deleting a role with a threshold or for one that may do more',
  },
  {
    who: 'A person',
    what: 'Their role',
    how_much: 'The permissions, thresholds and second factor of the role',
    over: 'Always',
    loosened_by:
      'A role that adds a permission that moves money or decides about limits, or that holds them, or the person who gives it, to less',
  },
  {
    who: 'The merchant',
    what: 'Which roles need a second factor',
    how_much: 'The roles',
    over: 'Always',
    loosened_by: 'Requiring it of fewer roles',
  },
  {
    who: 'The merchant',
    what: 'Which apps may connect',
    how_much: 'The policy for self-registered apps and redirect hosts',
    over: 'Always',
    loosened_by: 'Allowing self-registered apps or more redirect hosts',
  },
  {
    who: 'The merchant',
    what: 'Its acquirer',
    how_much:
      'The acquirer of new payments, its credentials, and whether card numbers pass through this server',
    over: 'Always',
    loosened_by: 'Any of these, also without a threshold, once two people can change settings',
  },
]

/** The sentences that apply to every row. */
export const POLICY_NOTES: readonly string[] = [
  'Above a threshold, a request waits until someone else approves it. The requester and the person behind the app or key cannot approve it.',
  'Once any threshold is set, loosening a limit also needs a second person. Tightening takes effect immediately.',
  `If no one else can approve a limit change, it takes effect after ${POLICY_HOURS} hours. Everyone who can manage it gets an email and can reject it until then.`,
  'Approved requests and requests made before a threshold was set do not count towards the totals.',
  'Captures, payments from a wallet and reversals bring money in, so no threshold applies to them.',
]

/** Why a requester asks for a looser limit: needed where another person approves it. */
export const RequestReason = z
  .string()
  .trim()
  .max(300, 'The reason can be up to 300 characters.')
  .nullish()
  .meta({ description: 'Reason for a change that another person must approve. Up to 300 characters.' })
