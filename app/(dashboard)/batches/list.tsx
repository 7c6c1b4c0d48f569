import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { BATCH_LOOKS } from '#components/batches/batch-labels.ts'
import { BatchesTable } from '#components/batches/batches-table.tsx'
import { choice, period } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { checkRefundBatch } from '#lib/domain/batches/check.ts'
import { listBatchesForDashboard } from '#lib/domain/batches/fetch.ts'
import { BATCH_STATUSES, BatchStatus } from '#lib/domain/batches/schema.ts'
import { param } from '#lib/filters/list-params.ts'

const WORDS = Object.fromEntries(BATCH_STATUSES.map((status) => [status, BATCH_LOOKS[status].word]))

export const batchList = staffList({
  path: '/batches',
  title: 'Batches',
  noun: 'batch',
  nouns: 'batches',
  cursor: 'batch',
  operation: listBatchesForDashboard,
  exported: true,
  filters: [choice(param('status', BatchStatus), { label: 'Status', choices: WORDS }), period()],
  result: ({ total }) => `${total} ${total === 1 ? 'batch' : 'batches'}`,
  lead: () => 'Refunds and captures of many payments, from a file.',
  table: (batches, _, kit) => <BatchesTable kit={kit} batches={batches} />,
  actions: (draw) => (
    <>
      <Export list={{ path: '/batches' }} draw={draw} />
      <Create draw={draw} permission={checkRefundBatch.permission} href="/batches/new" label="Create batch" />
    </>
  ),
  nothing: () => (
    <NothingYet title="No batches yet">
      Create a batch from a file. Every row is checked before money moves.
    </NothingYet>
  ),
})
