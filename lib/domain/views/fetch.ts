import { z } from 'zod'
import { assertDeletable, assertOwn, assertShareable, findView, viewOf } from '#lib/domain/views/find.ts'
import {
  FetchViews,
  ListView,
  ListViewDetails,
  MAX_SHARED,
  MAX_VIEWS,
  ViewId,
} from '#lib/domain/views/schema.ts'
import { ruleErrorOf } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { RuleError } from '#lib/values/rule-error.ts'

export const fetchListViews = defineOperation({
  name: 'fetch_list_views',
  title: 'Fetch the views of a list',
  summary: 'The saved views of a list: those of the signed-in person first, then those that others share.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: FetchViews,
  output: z.object({ items: z.array(ListView), share_error: RuleError.nullable() }),
  async run(context, { list }) {
    const { account, actor, tables } = context
    const of = { account_id: account.id, list }
    const orderBy = [{ name: 'asc' as const }, { id: 'asc' as const }]
    const [own, shared] = await Promise.all([
      tables.list_views.findMany({ where: { ...of, user_id: actor.id }, orderBy, take: MAX_VIEWS }),
      tables.list_views.findMany({
        where: { ...of, shared: true, NOT: { user_id: actor.id } },
        orderBy,
        take: MAX_SHARED,
      }),
    ])
    return {
      items: [...own, ...shared].map((row) => viewOf(context, row)),
      share_error: ruleErrorOf(() => assertShareable(context)),
    }
  },
})

export const fetchListView = defineOperation({
  name: 'fetch_list_view',
  title: 'Fetch a view',
  summary: 'A saved view of a list, of the signed-in person or shared, and whether they can change it.',
  permission: 'profile:write',
  http: null,
  effect: 'read',
  input: ViewId,
  output: ListViewDetails,
  async run(context, { id }) {
    const view = await findView(context, id)
    return {
      ...viewOf(context, view),
      share_error: ruleErrorOf(() => assertShareable(context)),
      update_error: ruleErrorOf(() => assertOwn(context, view)),
      delete_error: ruleErrorOf(() => assertDeletable(context, view)),
    }
  },
})
