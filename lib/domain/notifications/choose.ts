import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { mutedAfter, offeredTo } from '#lib/domain/notifications/rules.ts'
import { Notifications, UpdateNotifications } from '#lib/domain/notifications/schema.ts'
import type { memberships } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const fetchNotifications = defineOperation({
  name: 'fetch_notifications',
  title: 'Fetch your notifications',
  summary:
    'Lists the kinds of email that the signed-in person gets about this merchant, and whether each is on.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: Notifications,
  run: async (context) => shown(context, await mutedOf(context)),
})

export const updateNotifications = defineOperation({
  name: 'update_notifications',
  title: 'Update your notifications',
  summary: 'Switches kinds of email on and off for the signed-in person, in both modes of this merchant.',
  permission: 'profile:write',
  http: null,
  input: UpdateNotifications,
  output: Notifications,
  async run(context, { on }) {
    const { account, actor } = context
    const before = await mutedOf(context)
    const muted_kinds = mutedAfter(before, offeredTo(actor.permissions), on)
    await context.tables.memberships.update({
      where: { merchant_id_user_id: { merchant_id: account.merchant_id, user_id: actor.id } },
      data: { muted_kinds },
    })
    context.about(actor.id)
    context.noteChange({ muted_kinds: before }, { muted_kinds })
    return shown(context, muted_kinds)
  },
})

function shown({ actor }: Context, muted: readonly string[]): Notifications {
  return { items: offeredTo(actor.permissions).map((kind) => ({ kind, on: !muted.includes(kind) })) }
}

/** @throws record_not_found for an actor who is no person of the merchant */
async function mutedOf({ account, actor, rows }: Context): Promise<string[]> {
  const [row] =
    actor.kind === 'user'
      ? await rows<Columns<memberships, 'muted_kinds'>>(
          'SELECT muted_kinds FROM memberships WHERE merchant_id = $1 AND user_id = $2',
          [account.merchant_id, actor.id],
        )
      : []
  if (!row) throw refused('record_not_found', 'Only a person who is signed in has notifications.')
  return row.muted_kinds
}
