import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LISTS } from '#app/(dashboard)/lists.ts'
import { saveViewAction } from '#app/(dashboard)/views/actions.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { ViewForm } from '#components/views/view-form.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchListViews } from '#lib/domain/views/fetch.ts'
import { saveListView } from '#lib/domain/views/save.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Save view' }

/** Saves the filters, columns and tab that a list was opened with. */
export default async function NewViewPage({ searchParams }: PageProps<'/views/new'>) {
  const [{ permissions }, sent] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(saveListView.permission)) deny()
  const { list: path = '', query = '', name = '' } = queryOf(sent)
  const list = LISTS.get(path) ?? notFound()
  const views = await read(fetchListViews, { list: path })
  return (
    <FormPage
      title="Save view"
      crumbs={<Crumbs href={path} label={list.title} id="new" name="New view" />}
      disabledReason={null}
    >
      <ViewForm
        action={saveViewAction}
        initial={openForm({ name })}
        hidden={{ list: path, query }}
        unshareable={views.share_error?.description ?? null}
        cancelHref={query === '' ? path : `${path}?${query}`}
      />
    </FormPage>
  )
}
