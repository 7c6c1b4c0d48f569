import { amountColumn, createdColumn, idColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { BatchStatus, ListedBatch, RowStatus } from '#lib/domain/batches/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { BATCH_KIND_LABELS, BATCH_LOOKS, ROW_LOOKS } from './batch-labels.ts'

export function BatchesTable({ batches, kit }: { batches: ListedBatch[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Batches, newest first"
      columns={COLUMNS}
      rows={batches.map((batch) => ({ ...batch, amount: batch.total }))}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/batches/${id}`}
    />
  )
}

const COLUMNS: Column<ListedBatch & { amount: number }>[] = [
  idColumn('Batch'),
  amountColumn('Total'),
  statusColumn(({ status }) => <BatchPill status={status} />),
  {
    key: 'kind',
    header: 'Kind',
    place: 'detail',
    cell: ({ kind, count }) => `${BATCH_KIND_LABELS[kind]}, ${count} ${count === 1 ? 'row' : 'rows'}`,
  },
  {
    key: 'name',
    header: 'Name',
    soft: true,
    show: '60rem',
    cell: ({ name }) => <Truncate text={name ?? '—'} width="max-w-40" />,
  },
  {
    key: 'by',
    header: 'Created by',
    soft: true,
    show: '70rem',
    cell: ({ created_by }) => (
      <Truncate text={creatorText(created_by) ?? '—'} width="max-w-[calc(10rem+var(--spare)/4)]" />
    ),
  },
  createdColumn(),
]

export function BatchPill({ status }: { status: BatchStatus }) {
  const { tone, icon, word, hint } = BATCH_LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}

export function RowPill({ status }: { status: RowStatus }) {
  const { tone, icon, word, hint } = ROW_LOOKS[status]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}
