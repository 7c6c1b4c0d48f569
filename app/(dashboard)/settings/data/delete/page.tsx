import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { confirmClosureAction, requestClosureAction } from '#app/(dashboard)/settings/data/actions.ts'
import { DeleteDataForm } from '#components/settings/data-forms.tsx'
import { Obstacles } from '#components/settings/obstacles.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { confirmClosure } from '#lib/domain/closures/decide.ts'
import { fetchClosure } from '#lib/domain/closures/request.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Delete business · Settings' }

export default async function DeleteBusiness() {
  const [{ closure, obstacles }, { account, id, permissions }] = await Promise.all([
    read(fetchClosure, {}),
    requireStaff(),
  ])
  const waiting = closure?.status === 'waiting' ? closure : null
  if (waiting && (waiting.requested_by_id === id || !permissions.has(confirmClosure.permission)))
    redirect('/settings/data')
  const name = account.merchant_name
  const shared = { name, initial: openForm(), pendingText: 'Deleting…', eachTime: true }
  return (
    <FormPage
      title={waiting ? `Confirm the deletion of ${name}` : `Delete ${name}`}
      crumbs={<Crumbs href="/settings/data" label="Data and deletion" id="delete" name="Delete" />}
      disabledReason={null}
      disabledTitle=""
    >
      <div className="mb-6 grid max-w-[72ch] gap-4">
        <ul className="list-disc space-y-1 pl-5">
          <li>
            {waiting
              ? 'API keys, connected apps, webhooks and sign-ins end immediately.'
              : 'Takes effect when another owner confirms, or after 7 days. Any owner can cancel until then.'}
          </li>
          <li>Then all records, documents, settings and people of both modes are deleted permanently.</li>
          <li>
            Accounting entries of live mode stay for 8 years, as the law requires: amounts, times and IDs, no
            personal data.
          </li>
          <li>Export everything first, if you need it: bills and the audit log are deleted, too.</li>
        </ul>
        <Obstacles obstacles={obstacles} />
      </div>
      {waiting ? (
        <DeleteDataForm
          {...shared}
          id={waiting.id}
          action={confirmClosureAction}
          label="Delete business now"
          failed="Business not deleted"
        />
      ) : (
        <DeleteDataForm
          {...shared}
          action={requestClosureAction}
          label="Request deletion"
          failed="Deletion not requested"
        />
      )}
    </FormPage>
  )
}
