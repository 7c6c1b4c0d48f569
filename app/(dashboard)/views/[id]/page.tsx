import type { Metadata } from 'next'
import { LISTS } from '#app/(dashboard)/lists.ts'
import { deleteViewAction, updateViewAction } from '#app/(dashboard)/views/actions.ts'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { viewHref } from '#components/shared/list/view-tabs.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { ViewForm } from '#components/views/view-form.tsx'
import { fetchListView } from '#lib/domain/views/fetch.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Edit view' }

/** Renames, shares or deletes a view. One that others share is only deleted, by who may change settings. */
export default async function ViewPage({ params }: PageProps<'/views/[id]'>) {
  const { id } = await params
  const view = await read(fetchListView, { id })
  const href = viewHref(view)
  return (
    <FormPage
      title="Edit view"
      crumbs={
        <Crumbs href={href} label={LISTS.get(view.list)?.title ?? view.list} id={id} name={view.name} />
      }
      disabledReason={view.delete_error?.description ?? null}
    >
      {view.update_error === null && (
        <ViewForm
          action={updateViewAction}
          initial={openForm({
            name: view.name,
            shared: view.shared ? '1' : '',
            is_default: view.is_default ? '1' : '',
          })}
          hidden={{ id }}
          unshareable={view.share_error?.description ?? null}
          cancelHref={href}
        />
      )}
      <div className="mt-6 border-t border-line pt-4">
        <ActionButton
          action={deleteViewAction}
          initial={openForm()}
          hidden={{ id }}
          pendingText="Deleting…"
          variant="danger"
        >
          Delete view
        </ActionButton>
      </div>
    </FormPage>
  )
}
