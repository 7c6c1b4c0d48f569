import type { Tone } from '#components/ui/pill.tsx'
import type { glyphs } from '#components/ui/status-glyphs.tsx'
import type { Mail, MailStatus } from '#lib/domain/mails/schema.ts'
import { objectPath } from '#lib/values/object-path.ts'

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; hint: string }

/** The states of a mail, one sentence each. */
export const MAIL_LOOKS: Record<MailStatus, Look> = {
  queued: {
    tone: 'wait',
    icon: 'sand',
    word: 'Queued',
    hint: 'Sent shortly, or retried after the mail server deferred it.',
  },
  sent: { tone: 'good', icon: 'check', word: 'Sent', hint: 'Accepted by the mail server.' },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'Rejected by the mail server, or the server was unreachable for 9 hours.',
  },
  kept: {
    tone: 'plain',
    icon: 'ring',
    word: 'Not sent',
    hint: "Email isn't set up on this server.",
  },
}

const KINDS: Record<string, string> = {
  bill: 'Bill',
  wallet_code: 'Wallet OTP',
  webhook_failing: 'Webhook failing',
  webhook_disabled: 'Webhook disabled',
  webhook_recovered: 'Webhook recovered',
  approval: 'Approval',
  user_disabled: 'Access ended',
  key_expiring: 'API key expiring',
  invitation: 'Invitation',
  password_reset: 'Password reset',
  account_security: 'Account security',
  mention: 'Mention',
  export: 'Scheduled export',
  export_failed: 'Export failed',
  receipt: 'Receipt',
  payment_link: 'Payment link',
  refund_failed: 'Refund failed',
  payout_reversed: 'Payout reversed',
  settlement_failed: 'Settlement failed',
  gateway_difference: 'Differences from a gateway',
  account_export: 'Data export',
  closure: 'Deletion of the business',
}

/** The kinds that are about a record with a page of its own. */
const RECORDS = new Set([
  'mention',
  'receipt',
  'payment_link',
  'refund_failed',
  'payout_reversed',
  'settlement_failed',
])

export function kindWord(mail: Pick<Mail, 'kind'>): string {
  return KINDS[mail.kind] ?? mail.kind
}

export function objectHref(mail: Pick<Mail, 'kind' | 'object_id'>): string | null {
  if (mail.object_id === null) return null
  if (mail.kind === 'approval') return `/approvals/${mail.object_id}`
  if (mail.kind === 'invitation') return '/settings/team/invitations'
  if (mail.kind === 'gateway_difference') return `/settings/acquirer/${mail.object_id}`
  if (mail.kind === 'key_expiring') return `/api-keys/${mail.object_id}`
  if (mail.kind === 'bill') return `/bills/${mail.object_id}`
  if (mail.kind === 'export' || mail.kind === 'export_failed') return '/exports/schedules'
  if (mail.kind === 'account_export' || mail.kind === 'closure') return '/settings/data'
  if (RECORDS.has(mail.kind)) return objectPath(mail.object_id)
  return mail.kind.startsWith('webhook_') ? `/webhooks/${mail.object_id}` : null
}
