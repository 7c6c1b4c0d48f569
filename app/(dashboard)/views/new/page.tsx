import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { LISTS } from '#app/(dashboard)/lists.ts'
import { saveViewAction } from '#app/(dashboard)/views/actions.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { ViewForm } from '#components/views/view-form.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { saveListView } from '#lib/domain/views/save.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Save view' }

/** Saves the filters, columns and tab that a list was opened with. */
export default async function NewViewPage({ searchParams }: PageProps<'/views/new'>) {
  const [{ permissions }, sent] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(saveListView.permission)) deny()
  const { list: path = '', query = '', name = '' } = queryOf(sent)
  const list = LISTS.get(path) ?? notFound()
  const shareable = permissions.has('business:write')
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
        unshareable={shareable ? null : missingPermission('business:write')}
        cancelHref={query === '' ? path : `${path}?${query}`}
      />
    </FormPage>
  )
}
