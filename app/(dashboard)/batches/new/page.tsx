import type { Metadata } from 'next'
import { checkBatchAction } from '#app/(dashboard)/batches/actions.ts'
import { BatchForm } from '#components/batches/batch-form.tsx'
import { KIND_WORDS } from '#components/batches/batch-labels.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Create batch · Batches' }

export default async function NewBatchPage({ searchParams }: PageProps<'/batches/new'>) {
  const [{ permissions }, { kind }] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has('payments:read')) deny()
  const kinds = {
    ...(permissions.has('refunds:write') ? { refund: KIND_WORDS.refund } : {}),
    ...(permissions.has('payments:capture') ? { capture: KIND_WORDS.capture } : {}),
  }
  const [first = null] = Object.keys(kinds)
  const chosen = typeof kind === 'string' && kind in kinds ? kind : first
  return (
    <FormPage
      title="Create batch"
      crumbs={<Crumbs href="/batches" label="Batches" id="new" name="New" />}
      disabledReason={first === null ? missingPermission('refunds:write') : null}
    >
      <BatchForm action={checkBatchAction} initial={openForm({ kind: chosen ?? '' })} kinds={kinds} />
    </FormPage>
  )
}
