import { visibleKinds } from '#lib/domain/mails/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** An email of the account, if the actor has the permission for its kind. @throws record_not_found */
export async function findMail(context: Context, id: string) {
  const row = await context.tables.mails.findUnique({
    where: { account_id_id: { account_id: context.account.id, id }, kind: { in: kindsFor(context) } },
  })
  if (!row) throw recordNotFound('mail', id)
  return row
}

/** The kinds of email that the actor may see. */
export function kindsFor({ actor }: Context): string[] {
  return visibleKinds(actor.permissions)
}
