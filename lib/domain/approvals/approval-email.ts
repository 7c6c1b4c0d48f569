import { type Change, describeRequest } from '#lib/domain/approvals/schema.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { escapeHtml } from '#lib/values/html.ts'
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
  /** The URL of the approval. */
  page: string
}

const KINDS: Partial<Record<Actor['kind'], string>> = { client: 'The app ', key: 'The API key ' }

/** The email about a pending approval, for the people who can decide it. */
export function approvalEmail(about: ApprovalEmail): { subject: string; text: string; html: string } {
  const amount = formatMoney(about.amount, about.currency)
  const mode = about.mode === 'test' ? ' (test mode)' : ''
  const subject = about.changes
    ? `A looser limit ${about.takes_effect_at ? 'takes effect in 24 hours' : 'waits for your approval'}${mode}`
    : `${amount} waits for your approval${mode}`
  const asks = `${KINDS[about.kind] ?? ''}${about.requester} asks to ${describeRequest(about.operation, amount)} at ${about.merchant}${mode}.`
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
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 4px;color:#5b564c">${escapeHtml(about.merchant + mode)}</p>`,
      ...(about.changes
        ? []
        : [`<p style="margin:0 0 20px;font-size:28px;font-weight:600">${escapeHtml(amount)}</p>`]),
      `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(asks)}</p>`,
      ...changes.map(
        (change) =>
          `<p style="margin:0 0 8px;overflow-wrap:anywhere;font-weight:600">${escapeHtml(change)}</p>`,
      ),
      ...(reason ? [`<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(reason)}</p>`] : []),
      `<p style="margin:0 0 16px;color:#5b564c">${escapeHtml(about.why)}</p>`,
      `<p style="margin:0 0 24px">${escapeHtml(advice)}</p>`,
      `<p style="margin:0"><a href="${escapeHtml(about.page)}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">Review request</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}
