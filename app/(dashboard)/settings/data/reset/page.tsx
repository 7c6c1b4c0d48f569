import type { Metadata } from 'next'
import { resetTestDataAction } from '#app/(dashboard)/settings/data/actions.ts'
import { DeleteDataForm } from '#components/settings/data-forms.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchClosure } from '#lib/domain/closures/request.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Delete test data · Settings' }

export default async function ResetTestData() {
  const [{ account }] = await Promise.all([requireStaff(), read(fetchClosure, {})])
  return (
    <FormPage
      title="Delete all test data"
      crumbs={<Crumbs href="/settings/data" label="Data and deletion" id="reset" name="Delete test data" />}
      disabledReason={
        account.mode === 'test' ? null : 'Only the data of test mode can be deleted. Switch to test mode.'
      }
      disabledTitle="Live data can't be deleted this way"
    >
      <ul className="mb-6 max-w-[72ch] list-disc space-y-1 pl-5">
        <li>
          Orders, payments, refunds, customers, wallets, bills, documents, comments, events, emails and logs
          of test mode are deleted permanently. Live mode is not touched.
        </li>
        <li>People, settings, saved views, API keys, webhooks, connected apps and the audit log stay.</li>
        <li>Changes in test mode are rejected until it is done, usually for 2 minutes.</li>
      </ul>
      <DeleteDataForm
        name={account.merchant_name}
        action={resetTestDataAction}
        initial={openForm()}
        label="Delete test data"
        failed="Test data not deleted"
        pendingText="Deleting…"
      />
    </FormPage>
  )
}
