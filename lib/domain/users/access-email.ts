import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'

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
    html: emailHtml({
      title: subject,
      body: [
        paragraph(parts[0] ?? ''),
        paragraph(about),
        ...(lines.length === 0 ? [] : [paragraph(lines.join('\n'), 'facts')]),
        button('See the API keys', page),
      ],
    }),
  }
}
