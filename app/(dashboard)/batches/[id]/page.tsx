import type { Metadata } from 'next'
import {
  cancelCaptureBatchAction,
  cancelRefundBatchAction,
  pauseCaptureBatchAction,
  pauseRefundBatchAction,
  resumeCaptureBatchAction,
  resumeRefundBatchAction,
  retryCaptureRowsAction,
  retryRefundRowsAction,
  startCaptureBatchAction,
  startRefundBatchAction,
} from '#app/(dashboard)/batches/actions.ts'
import { BATCH_KIND_LABELS, ROW_LOOKS } from '#components/batches/batch-labels.ts'
import { BatchPill } from '#components/batches/batches-table.tsx'
import { BatchProgress } from '#components/batches/progress.tsx'
import { RowsTable } from '#components/batches/rows-table.tsx'
import { StartForm } from '#components/batches/start-form.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { MoneyButton } from '#components/shared/form/money-button.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchBatchRows, getBatchDetails } from '#lib/domain/batches/fetch.ts'
import { type Batch, ROW_STATUSES, RowStatus } from '#lib/domain/batches/schema.ts'
import { startCaptureBatch, startRefundBatch } from '#lib/domain/batches/start.ts'
import { fetchRefundReasons } from '#lib/domain/refunds/reasons.ts'
import type { RefundReasons } from '#lib/domain/refunds/schema/reasons.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

const ROWS = 100
const PERMISSION = { refund: startRefundBatch.permission, capture: startCaptureBatch.permission } as const

const ACTIONS = {
  refund: {
    start: startRefundBatchAction,
    pause: pauseRefundBatchAction,
    resume: resumeRefundBatchAction,
    cancel: cancelRefundBatchAction,
    retry: retryRefundRowsAction,
  },
  capture: {
    start: startCaptureBatchAction,
    pause: pauseCaptureBatchAction,
    resume: resumeCaptureBatchAction,
    cancel: cancelCaptureBatchAction,
    retry: retryCaptureRowsAction,
  },
}

export async function generateMetadata({ params }: PageProps<'/batches/[id]'>): Promise<Metadata> {
  return { title: `${(await params).id} · Batches` }
}

export default async function BatchPage({ params, searchParams }: PageProps<'/batches/[id]'>) {
  const [{ id }, sent, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const status = RowStatus.safeParse(sent.status).data
  const after = Math.max(0, Math.floor(Number(sent.after)) || 0)
  const batch = await read(getBatchDetails, { id })
  const { items, more } = await read(fetchBatchRows, {
    id,
    ...(status ? { status } : {}),
    after,
    count: ROWS,
  })
  const reasons = await read(fetchRefundReasons, {})
  const allowed = permissions.has(PERMISSION[batch.kind])
  const last = items.at(-1)
  return (
    <>
      <Crumbs href="/batches" label="Batches" id={id} />
      <PageHead
        title={batch.name ?? `Batch of ${BATCH_KIND_LABELS[batch.kind].toLowerCase()}`}
        actions={
          <>
            {batch.status !== 'checked' && (
              <Permitted
                allowed={permissions.has(EXPORT_PERMISSION)}
                permission={EXPORT_PERMISSION}
                label="Result file"
              >
                <DocumentButton href={`/batches/${id}/results`}>Result file</DocumentButton>
              </Permitted>
            )}
            {allowed && <Controls batch={batch} />}
          </>
        }
      >
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <BatchPill status={batch.status} />
          <span>
            {batch.count} {batch.count === 1 ? 'row' : 'rows'} ·{' '}
            <Money amount={batch.total} currency={batch.currency} />
          </span>
          <span>
            {creatorText(batch.created_by)}, <Time at={batch.created_at} />
          </span>
        </span>
      </PageHead>
      <BatchProgress batch={batch} now={Math.floor(Date.now() / 1000)} />
      {batch.status === 'checked' && <Start batch={batch} reasons={reasons} allowed={allowed} />}
      <div className="mt-5">
        <Tabs label="Rows by status" tabs={tabsOf(batch, status)} />
      </div>
      {items.length === 0 ? <p className="py-6 text-ink-2">No rows.</p> : <RowsTable rows={items} />}
      {more && last && (
        <p className="mt-3">
          <LinkButton
            href={`/batches/${id}?${new URLSearchParams({ ...(status ? { status } : {}), after: String(last.number) })}`}
          >
            Next {ROWS} rows
          </LinkButton>
        </p>
      )}
      {batch.status === 'running' && <AutoRefresh seconds={2} untilDone />}
    </>
  )
}

function tabsOf({ id, rows }: Batch, status: RowStatus | undefined) {
  const all = ROW_STATUSES.reduce((sum, one) => sum + (rows[one]?.count ?? 0), 0)
  const some = ROW_STATUSES.filter((one) => (rows[one]?.count ?? 0) > 0)
  return [
    { href: `/batches/${id}`, label: 'All', count: all, current: status === undefined },
    ...some.map((one) => ({
      href: `/batches/${id}?status=${one}`,
      label: ROW_LOOKS[one].word,
      count: rows[one]?.count ?? 0,
      current: status === one,
    })),
  ]
}

function IgnoredColumns({ kind, heads }: { kind: Batch['kind']; heads: string[] }) {
  return (
    <Notice
      tone="wait"
      title={heads.length === 1 ? '1 column is not used' : `${heads.length} columns are not used`}
    >
      A batch takes the columns{' '}
      {kind === 'refund' ? 'payment_id, amount and reason' : 'payment_id and amount'}. Not used:{' '}
      {heads.join(', ')}.
    </Notice>
  )
}

/** What the rows come to that would be processed, and those that would not. */
function Sums({ batch: { rows, currency } }: { batch: Batch }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-2 text-table">
      {(['ready', 'rejected'] as const).map((status) => {
        const { count = 0, amount = 0 } = rows[status] ?? {}
        return (
          <div key={status}>
            <dt className="text-ink-2">{ROW_LOOKS[status].word}</dt>
            <dd className="num font-[580]">
              {count} {count === 1 ? 'row' : 'rows'} · <Money amount={amount} currency={currency} />
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Start({ batch, reasons, allowed }: { batch: Batch; reasons: RefundReasons; allowed: boolean }) {
  const rejected = batch.rows.rejected?.count ?? 0
  return (
    <div className="mt-4 grid gap-3">
      <Sums batch={batch} />
      {batch.ignored_columns.length > 0 && <IgnoredColumns kind={batch.kind} heads={batch.ignored_columns} />}
      {rejected > 0 && (
        <Notice tone="wait" title={`${rejected} ${rejected === 1 ? 'row is' : 'rows are'} rejected`}>
          {rejected === 1 ? "It won't be processed; it comes" : "They won't be processed; they come"} first in
          the list below. An amount that can't be read is not in the sum.
          {batch.count > 0 && ' The other rows can be started.'}
        </Notice>
      )}
      {batch.adds > 0 && (
        <Notice
          tone="wait"
          title={`${batch.adds} ${batch.adds === 1 ? 'row adds' : 'rows add'} to a refund of the last 24 hours`}
        >
          A batch refunded another amount of {batch.adds === 1 ? 'this payment' : 'these payments'}. Check
          that the {batch.adds === 1 ? 'row is' : 'rows are'} not a correction.
        </Notice>
      )}
      {!batch.covered && (
        <Notice tone="bad" title="Your balance does not cover the total">
          Refunds are deducted from your balance. Create a batch with fewer rows, or start this one when the
          balance covers it.
        </Notice>
      )}
      {batch.count === 0 ? (
        <Notice tone="bad">No valid rows. Create another batch with other payments.</Notice>
      ) : (
        <Permitted allowed={allowed} permission={PERMISSION[batch.kind]} label="Start batch">
          <StartForm
            batch={batch}
            reasons={reasons}
            action={ACTIONS[batch.kind].start}
            initial={openForm()}
          />
        </Permitted>
      )}
    </div>
  )
}

/** Pause, resume, cancel and retry, as the status of the batch allows. */
function Controls({ batch: { id, kind, status, rows } }: { batch: Batch }) {
  const { pause, resume, cancel, retry } = ACTIONS[kind]
  const failed = rows.failed?.count ?? 0
  const hidden = { id }
  return (
    <>
      {status === 'running' && (
        <ActionButton action={pause} initial={openForm()} hidden={hidden} pendingText="Pausing…">
          Pause
        </ActionButton>
      )}
      {status === 'paused' && (
        <MoneyButton
          returnTo={`/batches/${id}`}
          action={resume}
          initial={openForm()}
          hidden={hidden}
          pendingText="Resuming…"
        >
          Resume
        </MoneyButton>
      )}
      {(status === 'finished' || status === 'cancelled') && failed > 0 && (
        <ActionButton action={retry} initial={openForm()} hidden={hidden} pendingText="Checking…">
          Retry failed rows
        </ActionButton>
      )}
      {(status === 'running' || status === 'paused') && (
        <ActionButton
          action={cancel}
          initial={openForm()}
          hidden={hidden}
          pendingText="Cancelling…"
          variant="danger"
        >
          Cancel remaining rows
        </ActionButton>
      )}
      {status === 'checked' && (
        <ActionButton
          action={cancel}
          initial={openForm()}
          hidden={hidden}
          pendingText="Discarding…"
          variant="danger"
        >
          Discard batch
        </ActionButton>
      )}
    </>
  )
}
