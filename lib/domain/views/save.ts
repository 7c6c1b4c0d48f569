import {
  assertDeletable,
  assertOwn,
  assertShareable,
  findView,
  lockViewer,
  viewOf,
} from '#lib/domain/views/find.ts'
import { ListView, MAX_VIEWS, SaveView, UpdateView, ViewId } from '#lib/domain/views/schema.ts'
import type { list_views } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

export const saveListView = defineOperation({
  name: 'save_list_view',
  title: 'Save a view',
  summary:
    'Saves the filters, columns and tab of a list under a name. A view of the same name gets these filters.',
  permission: 'profile:write',
  http: null,
  input: SaveView,
  output: ListView,
  async run(context, { list, name, query, shared, is_default }) {
    const { account, tables, now } = context
    const user_id = await lockViewer(context)
    if (shared) assertShareable(context)
    const of = { account_id: account.id, list, user_id }
    const same = await tables.list_views.findFirst({ where: { ...of, name } })
    if (same?.shared) assertShareable(context)
    if (!same && (await tables.list_views.count({ where: of })) >= MAX_VIEWS)
      throw refused('input_validation_failed', `You can save up to ${MAX_VIEWS} views of a list.`, {
        field: 'name',
      })
    if (is_default) await endDefault(context, { list, user_id })
    const id = same?.id ?? context.newId('view')
    const set = { query, shared, is_default }
    const row = await tables.list_views.upsert({
      where: { account_id_id: { account_id: account.id, id } },
      create: { ...of, ...set, id, name, created_at: now },
      update: set,
    })
    context.about(id)
    context.note({ list, name, shared })
    if (same) context.noteChange(same, set)
    return viewOf(context, row)
  },
})

export const updateListView = defineOperation({
  name: 'update_list_view',
  title: 'Update a view',
  summary: 'Renames a view, shares it, or opens the list with it.',
  permission: 'profile:write',
  http: null,
  input: UpdateView,
  output: ListView,
  async run(context, { id, name, shared, is_default }) {
    const user_id = await lockViewer(context)
    const view = await findView(context, id)
    assertOwn(context, view)
    if (shared || view.shared) assertShareable(context)
    const { account, tables } = context
    const { list } = view
    const same = await tables.list_views.findFirst({
      where: { account_id: account.id, list, user_id, name, NOT: { id } },
    })
    if (same) throw refused('input_validation_failed', 'You have a view of this name.', { field: 'name' })
    if (is_default) await endDefault(context, { list, user_id })
    const row = await tables.list_views.update({
      where: { account_id_id: { account_id: account.id, id } },
      data: { name, shared, is_default },
    })
    context.about(id)
    context.note({ list })
    context.noteChange(view, { name, shared, is_default })
    return viewOf(context, row)
  },
})

export const deleteListView = defineOperation({
  name: 'delete_list_view',
  title: 'Delete a view',
  summary:
    'Deletes a view. A shared view can be deleted by its owner, or by a person who can change settings.',
  permission: 'profile:write',
  http: null,
  input: ViewId,
  output: ListView,
  async run(context, { id }) {
    await lockViewer(context)
    const view = await findView(context, id)
    assertDeletable(context, view)
    await context.tables.list_views.delete({
      where: { account_id_id: { account_id: context.account.id, id } },
    })
    context.about(id)
    context.note({ list: view.list, name: view.name })
    return viewOf(context, view)
  },
})

/** A list opens with one view. */
async function endDefault({ account, tables }: Context, of: Pick<list_views, 'list' | 'user_id'>) {
  await tables.list_views.updateMany({
    where: { account_id: account.id, ...of, is_default: true },
    data: { is_default: false },
  })
}
