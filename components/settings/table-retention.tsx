import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TableRetention } from '#lib/domain/retention/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'

/** For how long each table of the database is kept. @param counted whether rows and sizes are shown */
export function TableRetentionList({ tables, counted }: { tables: TableRetention[]; counted: boolean }) {
  return (
    <DataTable
      caption="Retention of each table"
      rows={tables}
      rowKey={({ name }) => name}
      columns={[
        { key: 'name', header: 'Table', place: 'title', mono: true, cell: ({ name }) => name },
        {
          key: 'deleted',
          header: 'Deleted',
          place: 'note',
          cell: ({ deleted, why }) => (
            <span className="block max-w-[52ch] whitespace-normal py-1.5">
              <span className="block">{plain(deleted ?? 'Kept for ever')}</span>
              <span className="block text-ink-2">{plain(why)}</span>
            </span>
          ),
        },
        ...(counted ? COUNTED : []),
        {
          key: 'next_at',
          header: 'Next cleanup',
          label: 'Next cleanup',
          align: 'end',
          place: 'detail',
          cell: ({ next_at }) => next_at !== null && <Time at={next_at} />,
        },
      ]}
    />
  )
}

const COUNTED: Column<TableRetention>[] = [
  {
    key: 'rows',
    header: 'Rows, about',
    label: 'Rows, about',
    align: 'end',
    place: 'amount',
    cell: ({ rows }) => rows !== null && <Count of={rows} />,
  },
  {
    key: 'bytes',
    header: 'Size',
    align: 'end',
    soft: true,
    show: '52rem',
    cell: ({ bytes }) => bytes !== null && sizeText(bytes),
  },
  {
    key: 'oldest_at',
    header: 'Oldest row',
    align: 'end',
    show: '60rem',
    cell: ({ oldest_at }) => oldest_at !== null && <Time at={oldest_at} />,
  },
]

/** The texts are those of docs/operations.md, where names of settings are code. */
function plain(text: string): string {
  return text.replaceAll('`', '')
}
