import { LINK_PLACE } from '#lib/domain/users/link.ts'
import { escapeHtml } from '#lib/values/html.ts'

type InvitationEmail = { merchant: string; name: string; role: string; by: string }

/** The email that invites a person to a team: plain text, and the same as HTML that loads nothing. */
export function invitationEmail({ merchant, name, role, by }: InvitationEmail) {
  const subject = `${by} invited you to ${merchant} on Counterfoil`.replace(/\s+/g, ' ')
  const greeting = `Hello ${name},`
  const sentence = `${by} invited you to join ${merchant} with the role ${role}.`
  const footer = 'The link works once and expires after 7 days. If you did not expect this email, ignore it.'
  return {
    subject,
    text: `${greeting}\n\n${sentence}\n\nAccept the invitation:\n${LINK_PLACE}\n\n--\n${footer}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>`,
      `<p style="margin:0 0 24px;overflow-wrap:anywhere">${escapeHtml(sentence)}</p>`,
      `<p style="margin:0 0 24px"><a href="${LINK_PLACE}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">Accept invitation</a></p>`,
      `<p style="margin:0;padding-top:16px;border-top:1px dashed #d9d3c5;font-size:13px;color:#5b564c">${escapeHtml(footer)}</p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}
