import { recordNotFound } from '#lib/domain/record.ts'
import type { ListView } from '#lib/domain/views/schema.ts'
import type { list_views } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { missingPermission } from '#lib/values/permissions.ts'

/** The person who acts, locked until the transaction ends, so that their views are counted one after another. */
export async function lockViewer({ actor, rows }: Context): Promise<string> {
  const [person] =
    actor.kind === 'user'
      ? await rows<{ id: string }>('SELECT id FROM users WHERE id = $1 FOR NO KEY UPDATE', [actor.id])
      : []
  if (!person) throw refused('record_not_found', 'Only a person who is signed in has views.')
  return person.id
}

/** A view of the account that the person may see. @throws record_not_found */
export async function findView({ account, actor, tables }: Context, id: string): Promise<list_views> {
  const found = await tables.list_views.findUnique({
    where: { account_id_id: { account_id: account.id, id } },
  })
  if (!found || (!found.shared && found.user_id !== actor.id)) throw recordNotFound('view', id)
  return found
}

/** Sharing a view, and changing one that others see, takes the permission to change settings. */
export function assertShareable({ actor }: Context): void {
  if (!actor.permissions.has('business:write'))
    throw refused('permission_denied', missingPermission('business:write'), { field: 'shared' })
}

/** Another person's view is only deleted, by who may change settings. */
export function assertOwn({ actor }: Context, { user_id }: Pick<list_views, 'user_id'>): void {
  if (user_id !== actor.id)
    throw refused('permission_denied', 'Only the person who saved this view can change it.')
}

export function assertDeletable(context: Context, { user_id }: Pick<list_views, 'user_id'>): void {
  if (user_id !== context.actor.id && !context.actor.permissions.has('business:write'))
    throw refused(
      'permission_denied',
      'Only the person who saved this view, an owner or an admin can change it.',
    )
}

export function viewOf({ actor }: Context, { id, list, name, query, ...row }: list_views): ListView {
  const own = row.user_id === actor.id
  // Whether another person opens the list with it is theirs.
  return { id, list, name, query, shared: row.shared, is_default: own && row.is_default, own }
}
