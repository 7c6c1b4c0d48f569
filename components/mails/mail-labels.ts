import type { Tone } from '#components/ui/pill.tsx'
import type { glyphs } from '#components/ui/status-glyphs.tsx'
import type { Mail, MailStatus } from '#lib/domain/mails/schema.ts'

type Look = { tone: Tone; icon: keyof typeof glyphs; word: string; hint: string }

/** The states of a mail, one sentence each. */
export const MAIL_LOOKS: Record<MailStatus, Look> = {
  queued: {
    tone: 'wait',
    icon: 'sand',
    word: 'Queued',
    hint: 'It goes out in a moment, or is tried again after the server put it off.',
  },
  sent: { tone: 'good', icon: 'check', word: 'Sent', hint: 'The server for mail has taken it.' },
  failed: {
    tone: 'bad',
    icon: 'cross',
    word: 'Failed',
    hint: 'The server for mail refused it, or could not be reached for nine hours.',
  },
  kept: {
    tone: 'plain',
    icon: 'ring',
    word: 'Kept here',
    hint: 'No server for mail is configured, so it has not left this house.',
  },
}

const KINDS: Record<string, string> = {
  bill: 'Bill',
  wallet_code: 'Wallet password',
  webhook_disabled: 'Webhook disabled',
  approval: 'Approval',
}

/** What a mail is about, in a word. */
export function kindWord(mail: Pick<Mail, 'kind'>): string {
  return KINDS[mail.kind] ?? mail.kind
}

/** Where the thing is that a mail is about. */
export function objectHref(mail: Pick<Mail, 'kind' | 'object_id'>): string | null {
  if (mail.object_id === null) return null
  if (mail.kind === 'approval') return `/approvals/${mail.object_id}`
  if (mail.kind === 'bill') return `/bills/${mail.object_id}`
  return mail.kind === 'webhook_disabled' ? `/webhooks/${mail.object_id}` : null
}

/** Who wrote it: "user:Asha" is Asha, a key is named as one. */
export function writerWords(createdBy: string | null): string | null {
  if (createdBy === null) return null
  const [kind = '', ...name] = createdBy.split(':')
  return kind === 'key' ? `the key ${name.join(':')}` : name.join(':')
}
