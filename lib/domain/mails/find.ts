import { visibleKinds } from '#lib/domain/mails/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A mail of the account whose subject the actor may see. @throws record_not_found */
export async function findMail(context: Context, id: string) {
  const row = await context.tables.mails.findUnique({
    where: { account_id_id: { account_id: context.account.id, id }, kind: { in: kindsFor(context) } },
  })
  if (!row) throw recordNotFound('mail', id)
  return row
}

/** The kinds of mail that the actor may see. */
export function kindsFor({ actor }: Context): string[] {
  return visibleKinds(actor.permissions)
}
