import { DocumentButton } from '#components/ui/button.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { Time } from '#components/ui/time.tsx'
import type { AccountExport } from '#lib/domain/account-exports/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'

const STATES: Record<AccountExport['status'], { text: string; tone: 'wait' | 'good' | 'bad' | 'plain' }> = {
  queued: { text: 'Queued', tone: 'wait' },
  running: { text: 'In progress', tone: 'wait' },
  ready: { text: 'Ready', tone: 'good' },
  failed: { text: 'Failed', tone: 'bad' },
  expired: { text: 'Expired', tone: 'plain' },
}

/** The exports of everything, with their progress and the download for the person who requested one. */
export function ExportsTable({ rows, readerId }: { rows: AccountExport[]; readerId: string }) {
  return (
    <DataTable
      caption="Exports of all data"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'created_at',
          header: 'Requested',
          cell: ({ created_at }) => <Time at={created_at} />,
        },
        { key: 'requested_by', header: 'By', place: 'detail', cell: ({ requested_by }) => requested_by },
        {
          key: 'status',
          header: 'Status',
          place: 'status',
          cell: ({ status }) => <Pill tone={STATES[status].tone}>{STATES[status].text}</Pill>,
        },
        { key: 'size', header: 'Size', align: 'end', show: '52rem', cell: sizeOf },
        {
          key: 'file',
          header: 'File',
          place: 'note',
          cell: (row) => <FileCell row={row} readerId={readerId} />,
        },
      ]}
    />
  )
}

function sizeOf({ status, bytes }: AccountExport): string {
  return status === 'ready' || status === 'running' ? sizeText(bytes) : '—'
}

function FileCell({ row, readerId }: { row: AccountExport; readerId: string }) {
  if (row.status === 'queued') return <>Waiting for the worker</>
  if (row.status === 'running') return <Progress row={row} />
  if (row.status === 'failed') return <>{row.error}</>
  if (row.status === 'expired') return <>Deleted after 7 days</>
  if (row.requested_by_id !== readerId) return <>For {row.requested_by} only</>
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <DocumentButton size="small" href={`/settings/data/exports/${row.id}`}>
        Download
      </DocumentButton>
      {row.expires_at !== null && (
        <span className="text-ink-2">
          until <Time at={row.expires_at} />
        </span>
      )}
    </span>
  )
}

function Progress({ row }: { row: AccountExport }) {
  const done = row.rows + row.files
  const all = Math.max(1, row.rows_expected + row.files_expected)
  const percent = Math.min(99, Math.floor((done / all) * 100))
  return (
    <span className="inline-flex items-center gap-2">
      <ProgressBar label="Progress" max={100} value={percent} className="w-28" />
      <span className="num text-ink-2">{percent}%</span>
    </span>
  )
}
