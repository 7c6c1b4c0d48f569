import type { Tone } from '#components/ui/pill.tsx'
import type { glyphs } from '#components/ui/status-glyphs.tsx'
import type { ApprovalStatus, ListedApproval } from '#lib/domain/approvals/schema.ts'

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; hint: string }

/** The states of an approval, one sentence each. */
export const APPROVAL_LOOKS: Record<ApprovalStatus, Look> = {
  waiting: {
    tone: 'wait',
    icon: 'sand',
    word: 'Waiting',
    hint: 'Awaiting approval. Nothing has moved or changed.',
  },
  approved: {
    tone: 'good',
    icon: 'check',
    word: 'Approved',
    hint: 'Approved. The request runs now or has run.',
  },
  rejected: {
    tone: 'bad',
    icon: 'cross',
    word: 'Rejected',
    hint: 'Rejected. Nothing has moved or changed.',
  },
  withdrawn: {
    tone: 'back',
    icon: 'back',
    word: 'Withdrawn',
    hint: 'Withdrawn by the requester, or the app was disconnected. Nothing has moved or changed.',
  },
  expired: {
    tone: 'plain',
    icon: 'ring',
    word: 'Expired',
    hint: 'No decision within 24 hours. Nothing has moved or changed.',
  },
  failed: {
    tone: 'bad',
    icon: 'half',
    word: 'Failed',
    hint: 'Approved, but the request failed.',
  },
}

/** The request, as the label of its operation: for filters and lists. */
export const OPERATION_LABELS: Record<string, string> = {
  capture_payment: 'Capture',
  refund_payment: 'Refund',
  create_refund: 'Refund',
  refund_payment_if_unchanged: 'Refund',
  transfer_payment: 'Transfer from a payment',
  create_transfer: 'Direct transfer',
  update_transfer: 'Release of a transfer',
  reverse_transfer: 'Reversal of a transfer',
  create_payout: 'Payout',
  create_wallet_payment: 'Wallet payment',
  update_approval_thresholds: 'Approval thresholds',
  update_key: 'API key',
  reduce_app_scopes: 'Connected app limits',
  update_app_settings: 'Connected app policy',
  unblock_client: 'Unblock app',
  update_role: 'Role',
  delete_role: 'Deletion of a role',
  change_role: 'Role of a person',
  update_second_factor_roles: 'Second factor rules',
  use_acquirer: 'Acquirer',
  switch_direct_collection: 'Direct collection',
  rotate_acquirer_secret: 'Secret of an acquirer',
  rotate_gateway_credentials: 'Credentials of a gateway account',
  stop_acquirer: 'Use of an acquirer',
}

/** The requester, in a few words: a person, their app, or an API key. */
export function requesterText({
  actor_kind,
  actor_name,
  user_email,
}: Pick<ListedApproval, 'actor_kind' | 'actor_name' | 'user_email'>): string {
  if (actor_kind === 'client') return `${actor_name} for ${user_email}`
  if (actor_kind === 'key') return `API key ${actor_name}${user_email ? ` of ${user_email}` : ''}`
  return user_email
}
