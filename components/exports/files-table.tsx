import { ActionButton } from '#components/shared/form/action-button.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Time } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ScheduledExport } from '#lib/domain/exports/schema.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { ExportPill } from './export-pill.tsx'

type FilesTableProps = {
  files: ScheduledExport[]
  now: number
  /** Makes a failed file again, for people who may change the schedule. */
  runAgain?: { action: FormAction; initial: FormState }
}

export function FilesTable({ files, now, runAgain }: FilesTableProps) {
  return (
    <DataTable
      caption="Files, newest first"
      columns={[...columnsOf(now), ...(runAgain ? [runAgainColumn(runAgain)] : [])]}
      rows={files}
      rowKey={({ id }) => id}
    />
  )
}

function runAgainColumn(form: NonNullable<FilesTableProps['runAgain']>): Column<ScheduledExport> {
  return {
    key: 'again',
    header: 'Action',
    align: 'end',
    place: 'amount',
    cell: ({ id, name, status }) =>
      status === 'failed' ? (
        <ActionButton
          {...form}
          hidden={{ id }}
          pendingText="Starting…"
          aria-label={name === '' ? 'Run again' : `Run again: ${name}`}
        >
          Run again
        </ActionButton>
      ) : (
        ''
      ),
  }
}

function columnsOf(now: number): Column<ScheduledExport>[] {
  return [
    {
      key: 'name',
      header: 'File',
      place: 'title',
      cell: (file) =>
        file.status === 'ready' && (file.expires_at ?? 0) > now ? (
          <a className="link" href={`/exports/files/${file.id}`}>
            <Truncate text={file.name} width="max-w-[44cqi]" />
          </a>
        ) : (
          <Truncate text={file.name || 'Not made yet'} width="max-w-[44cqi]" />
        ),
    },
    {
      key: 'status',
      header: 'Status',
      place: 'status',
      cell: (file) => <ExportPill file={file} now={now} />,
    },
    {
      key: 'rows',
      header: 'Rows',
      align: 'end',
      show: '52rem',
      cell: ({ row_count }) => row_count ?? '',
    },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      soft: true,
      show: '60rem',
      cell: ({ size }) => (size === null ? '' : sizeText(size)),
    },
    {
      key: 'due',
      header: 'Due',
      align: 'end',
      place: 'detail',
      cell: ({ due_at }) => <Time at={due_at} />,
    },
  ]
}
