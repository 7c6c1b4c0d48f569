import { writeMail } from '#lib/domain/mails/write.ts'
import { type AccessEmail, accessEmail } from '#lib/domain/users/access-email.ts'
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

/**
 * Writes the audit line of a change of a person to the other affected accounts; the pipeline writes that of its own
 * account.
 */
export async function auditElsewhere(
  context: Context,
  merchants: string[],
  line: { action: string; object_id: string; details: Record<string, unknown> },
): Promise<void> {
  const { actor, account, now, requestId, ip, tables } = context
  const accounts = await tables.accounts.findMany({
    where: { merchant_id: { in: merchants }, id: { not: account.id } },
    select: { id: true },
  })
  await tables.audit_lines.createMany({
    data: accounts.map(({ id }) => ({
      account_id: id,
      id: context.newId('audit'),
      action: line.action,
      object_id: line.object_id,
      details: JSON.parse(JSON.stringify(line.details)),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      request_id: requestId,
      ip,
      created_at: now,
    })),
  })
}
