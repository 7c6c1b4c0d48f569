import type { Metadata } from 'next'
import { uploadStatementAction } from '#app/(dashboard)/settlements/bank-statements/actions.ts'
import { linesText } from '#components/bank-statements/bank-labels.ts'
import { UploadStatementForm } from '#components/bank-statements/import-form.tsx'
import { StatementsTable } from '#components/bank-statements/statements-table.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchBankStatements } from '#lib/domain/bank-statements/fetch.ts'
import { uploadBankStatement } from '#lib/domain/bank-statements/upload.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Import · Bank statements' }

type Props = PageProps<'/settlements/bank-statements/import'>

export default async function ImportStatementPage({ searchParams }: Props) {
  const [{ permissions, account }, { known }, { items }] = await Promise.all([
    requireStaff(),
    searchParams,
    read(fetchBankStatements, {}),
  ])
  const before = Number(known) || 0
  return (
    <>
      <Crumbs href="/settlements/bank-statements" label="Bank statements" id="import" name="Import" />
      <PageHead title="Import bank statement">
        Credits are matched with settlements by reference, then by amount and date. Amounts are in{' '}
        {account.currency}.
      </PageHead>
      <div className="grid gap-6">
        {before > 0 && (
          <Notice role="status" title="No new lines">
            {linesText(before)} in this file, all imported before.
          </Notice>
        )}
        {permissions.has(uploadBankStatement.permission) ? (
          <UploadStatementForm action={uploadStatementAction} initial={openForm()} />
        ) : (
          <Notice tone="wait" title="You can't import statements">
            {missingPermission(uploadBankStatement.permission)}
          </Notice>
        )}
        {items.length > 0 && (
          <section>
            <h2 className="mb-2 font-semibold">Imported statements</h2>
            <StatementsTable statements={items} />
          </section>
        )}
      </div>
    </>
  )
}
