import { type Change, describeRequest } from '#lib/domain/approvals/schema.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { formatMoney } from '#lib/values/money-text.ts'

type ApprovalEmail = {
  merchant: string
  mode: 'test' | 'live'
  amount: number
  currency: string
  operation: string
  requester: string
  /** The requester: a person, their app, or an API key. */
  kind: Actor['kind']
  why: string
  /** What the looser limit changes; null for money. */
  changes: Change[] | null
  /** Why the requester asks for it. */
  reason: string | null
  /** When the change takes effect without a decision; null if it needs one. */
  takes_effect_at: number | null
  page: string
}

const KINDS: Partial<Record<Actor['kind'], string>> = { client: 'The app ', key: 'The API key ' }

/** The email about a pending approval, for the people who can decide it. */
export function approvalEmail(about: ApprovalEmail): { subject: string; text: string; html: string } {
  const amount = formatMoney(about.amount, about.currency)
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const subject = about.changes
    ? `A limit change ${about.takes_effect_at ? 'takes effect in 24 hours' : 'needs your approval'}${mode}`
    : `${amount} needs your approval${mode}`
  const asks = `${KINDS[about.kind] ?? ''}${about.requester} requests approval to ${describeRequest(about.operation, amount)} at ${about.merchant}${mode}.`
  const advice = about.takes_effect_at
    ? 'No one else can approve it, so it takes effect in 24 hours. If this was not you, withdraw it now and change your password.'
    : about.changes
      ? 'Approve or reject it within 24 hours. After that it expires and nothing changes.'
      : 'Approve or reject it within 24 hours. After that it expires and nothing moves.'
  const reason = about.reason && `Reason: ${about.reason.replace(/\s+/g, ' ')}`
  const changes = (about.changes ?? []).map(({ label, before, after }) => `${label}: ${before} → ${after}`)
  return {
    subject: subject.replace(/\s+/g, ' '),
    text: [asks, changes.join('\n'), reason, about.why, `${advice}\n${about.page}\n`]
      .filter(Boolean)
      .join('\n\n'),
    html: emailHtml({
      title: subject,
      body: [
        paragraph(about.merchant + mode, 'head'),
        ...(about.changes ? [] : [paragraph(amount, 'amount')]),
        paragraph(asks),
        ...(changes.length === 0 ? [] : [paragraph(changes.join('\n'), 'facts')]),
        ...(reason ? [paragraph(reason)] : []),
        paragraph(about.why, 'soft'),
        paragraph(advice),
        button('Review request', about.page),
      ],
    }),
  }
}
