import { createdColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import type { DifferenceState, GatewayDifference } from '#lib/domain/gateway-checks/schema.ts'
import type { Grouping } from '#lib/values/money-text.ts'
import { differenceWord, STATE_LOOKS, SUBJECT_WORDS, sideText } from './difference-labels.ts'

type TableProps = { differences: GatewayDifference[]; kit?: TableKit; grouping?: Grouping }

export function DifferencesTable({ differences, kit, grouping }: TableProps) {
  return (
    <DataTable
      kit={kit}
      caption="Differences from the gateway, newest first"
      columns={columnsFor(grouping)}
      rows={differences}
      rowKey={({ id }) => id}
      rowHref={({ id }) => `/settings/acquirer/differences/${id}`}
    />
  )
}

function columnsFor(grouping: Grouping | undefined): Column<GatewayDifference>[] {
  // A phone shows both sides rather than when the difference was found.
  const { place: _, ...created } = createdColumn<GatewayDifference>()
  return [
    {
      key: 'record',
      header: 'Record',
      place: 'title',
      cell: ({ subject, object_id, gateway_id }) => (
        <>
          {SUBJECT_WORDS[subject]} <span className="mono text-ink-2">{object_id ?? gateway_id}</span>
        </>
      ),
    },
    { key: 'kind', header: 'Difference', place: 'detail', cell: ({ kind }) => differenceWord(kind) },
    statusColumn(({ state }) => <StatePill state={state} />),
    {
      key: 'here',
      header: 'Here',
      label: 'Here',
      place: 'amount',
      align: 'end',
      show: '52rem',
      cell: (row) => sideText(row.here, row, grouping) ?? '—',
    },
    {
      key: 'there',
      header: 'At the gateway',
      label: 'At the gateway',
      place: 'note',
      align: 'end',
      show: '52rem',
      cell: (row) => sideText(row.there, row, grouping) ?? '—',
    },
    created,
  ]
}

export function StatePill({ state }: { state: DifferenceState }) {
  const { tone, icon, word, hint } = STATE_LOOKS[state]
  return (
    <Pill tone={tone} icon={glyphs[icon]} hint={hint}>
      {word}
    </Pill>
  )
}
