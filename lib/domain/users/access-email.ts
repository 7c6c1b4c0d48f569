import { escapeHtml } from '#lib/values/html.ts'

export type AccessEmail = {
  merchant: string
  /** Name and email address. */
  person: string
  how: 'disabled' | 'removed'
  /** Whether the keys were revoked, too. */
  revoked: boolean
  keys: { id: string; name: string; mode: string }[]
  /** The URL of the API keys page. */
  page: string
}

/**
 * The email to owners about a person who was disabled or removed: the API keys that the person created, and what to do.
 */
export function accessEmail({ merchant, person, how, revoked, keys, page }: AccessEmail) {
  const subject = `${person} was ${how} at ${merchant}`.replace(/\s+/g, ' ')
  const ended = 'Their sessions and connected apps have ended.'
  const about =
    keys.length === 0
      ? 'They created no API keys that still work.'
      : revoked
        ? 'The API keys that they created were revoked:'
        : 'The API keys that they created still work. Revoke or rotate every key that they could have copied:'
  const lines = keys.map(({ id, name, mode }) => `${name} (${id}, ${mode} mode)`)
  const parts = [`${person} was ${how}. ${ended}`, [about, ...lines].join('\n'), page]
  return {
    subject,
    text: `${parts.join('\n\n')}\n`,
    html: [
      '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
      `<title>${escapeHtml(subject)}</title></head>`,
      '<body style="margin:0;padding:24px 12px;background:#f6f3ec;color:#1f1d1a;font:16px/1.5 system-ui,sans-serif">',
      '<div style="max-width:480px;margin:0 auto;background:#fffdf8;border:1px solid #d9d3c5;border-radius:6px;padding:24px">',
      `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(parts[0] ?? '')}</p>`,
      `<p style="margin:0 0 16px">${escapeHtml(about)}</p>`,
      `<ul style="margin:0 0 16px;overflow-wrap:anywhere">${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`,
      `<p style="margin:0"><a href="${escapeHtml(page)}" style="display:inline-block;background:#17603f;color:#fff;text-decoration:none;padding:10px 18px;border-radius:4px">See the API keys</a></p>`,
      '</div></body></html>',
    ].join('\n'),
  }
}
