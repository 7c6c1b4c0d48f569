import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import type { StoredKey } from '#lib/domain/users/keys.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type Ended = {
  person: { id: string; email: string; name: string }
  how: AccessEmail['how']
  revoked: boolean
  keys: StoredKey[]
}

/** Notifies the owners of each merchant that a person lost access, with the person's keys that are still active. */
export async function notifyOwners(
  context: Context,
  merchants: string[],
  { person, how, revoked, keys }: Ended,
): Promise<void> {
  const owners = await context.rows<Record<'merchant_id' | 'account_id' | 'merchant' | 'email', string>>(
    `SELECT merchant.id AS merchant_id, account.id AS account_id, merchant.name AS merchant, owner.email
     FROM merchants merchant
     JOIN accounts account ON account.merchant_id = merchant.id AND account.mode = $2
     JOIN memberships membership ON membership.merchant_id = merchant.id AND membership.role = 'owner'
     JOIN users owner ON owner.id = membership.user_id AND owner.disabled_at IS NULL
     WHERE merchant.id = ANY($1::text[]) AND owner.id <> $3 ORDER BY merchant.id, owner.id`,
    [merchants, context.account.mode, person.id],
  )
  for (const { merchant_id, account_id, merchant, email } of owners) {
    const content = accessEmail({
      merchant,
      how,
      revoked,
      person: `${person.name} (${person.email})`,
      keys: keys.filter((key) => key.merchant_id === merchant_id),
      page: `${context.baseUrl}/api-keys`,
    })
    await writeMail(
      context,
      { kind: 'user_disabled', object_id: person.id, recipient: email, ...content },
      account_id,
    )
  }
}

type AccessEmail = {
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
function accessEmail({ merchant, person, how, revoked, keys, page }: AccessEmail) {
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
