import type { Metadata } from 'next'
import { checkBatchAction } from '#app/(dashboard)/batches/actions.ts'
import { readSelection } from '#app/(dashboard)/list-page.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { BatchForm, SelectedBatchForm } from '#components/batches/batch-form.tsx'
import { BATCH_KIND_LABELS } from '#components/batches/batch-labels.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { checkCaptureBatch, checkRefundBatch } from '#lib/domain/batches/check.ts'
import { listBatchesForDashboard } from '#lib/domain/batches/fetch.ts'
import { MAX_ROWS } from '#lib/domain/batches/schema.ts'
import { fetchRefundReasons } from '#lib/domain/refunds/reasons.ts'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Create batch · Batches' }

export default async function NewBatchPage({ searchParams }: PageProps<'/batches/new'>) {
  const [{ permissions }, { kind, ...sent }] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(listBatchesForDashboard.permission)) deny()
  const reasons = await read(fetchRefundReasons, {})
  const kinds = {
    ...(permissions.has(checkRefundBatch.permission) ? { refund: BATCH_KIND_LABELS.refund } : {}),
    ...(permissions.has(checkCaptureBatch.permission) ? { capture: BATCH_KIND_LABELS.capture } : {}),
  }
  const [first = null] = Object.keys(kinds)
  const chosen = typeof kind === 'string' && kind in kinds ? kind : first
  const selected = sent.ids !== undefined || sent.all === '1' ? await readSelection(paymentList, sent) : null
  return (
    <FormPage
      title="Create batch"
      crumbs={<Crumbs href="/batches" label="Batches" id="new" name="New" />}
      disabledReason={first === null ? missingPermission(checkRefundBatch.permission) : null}
    >
      {selected && chosen ? (
        <Selected kind={chosen} reasons={reasons} {...selected} />
      ) : (
        <BatchForm
          action={checkBatchAction}
          initial={openForm({ kind: chosen ?? '' })}
          kinds={kinds}
          reasons={reasons}
        />
      )}
    </FormPage>
  )
}

type SelectedProps = { kind: string; reasons: RefundReasons } & Awaited<ReturnType<typeof readSelection>>

/** What is selected in the list of payments, and what becomes of it. */
function Selected({ kind, reasons, query, text, problems }: SelectedProps) {
  const selection = new URLSearchParams(query).toString()
  if (problems.length > 0) return <Notice tone="bad">{problems.join(' ')}</Notice>
  return (
    <>
      <p className="mb-5 text-table">
        <b className="font-semibold">{kind === 'refund' ? 'Refund' : 'Capture'} selected payments.</b> {text}.
        Each is checked first, and no money moves until you confirm the total. A batch has at most{' '}
        {MAX_ROWS.toLocaleString('en-IN')} payments.
      </p>
      <SelectedBatchForm
        {...{ kind, selection, reasons }}
        action={checkBatchAction}
        initial={openForm({ kind, selection: `?${selection}` })}
      />
    </>
  )
}
