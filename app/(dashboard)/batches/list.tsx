import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { BatchesTable } from '#components/batches/batches-table.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { checkRefundBatch } from '#lib/domain/batches/check.ts'
import { BATCH_FILTERS, listBatchesForDashboard } from '#lib/domain/batches/fetch.ts'

export const batchList = staffList({
  path: '/batches',
  title: 'Batches',
  noun: 'batch',
  nouns: 'batches',
  cursor: 'batch',
  operation: listBatchesForDashboard,
  exported: true,
  filters: BATCH_FILTERS,
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
