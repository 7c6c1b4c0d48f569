import { z } from 'zod'
import { findView, viewOf } from '#lib/domain/views/find.ts'
import { FetchViews, ListView, MAX_SHARED, MAX_VIEWS, ViewId } from '#lib/domain/views/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchListViews = defineOperation({
  name: 'fetch_list_views',
  title: 'Fetch the views of a list',
  summary: 'The saved views of a list: those of the signed-in person first, then those that others share.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: FetchViews,
  output: z.object({ items: z.array(ListView) }),
  async run(context, { list }) {
    const { account, actor, tables } = context
    const of = { account_id: account.id, list }
    const orderBy = [{ name: 'asc' as const }, { id: 'asc' as const }]
    const [own, shared] = await Promise.all([
      tables.list_views.findMany({ where: { ...of, user_id: actor.id }, orderBy, take: MAX_VIEWS }),
      tables.list_views.findMany({
        where: { ...of, shared: true, NOT: { user_id: actor.id } },
        ...{ orderBy, take: MAX_SHARED },
      }),
    ])
    return { items: [...own, ...shared].map((row) => viewOf(context, row)) }
  },
})

export const fetchListView = defineOperation({
  name: 'fetch_list_view',
  title: 'Fetch a view',
  summary: 'A saved view of a list, of the signed-in person or shared.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: ViewId,
  output: ListView,
  run: async (context, { id }) => viewOf(context, await findView(context, id)),
})
