import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { Mail } from '#lib/domain/mails/schema.ts'
import { MailPill } from './mail-pill.tsx'
import { kindWord, writerWords } from './mail-words.ts'

/** The outbox: the subject first, as the head of its row and the way to the mail. */
export function MailsTable({ mails }: { mails: Mail[] }) {
  return (
    <DataTable
      caption="Mails, newest first"
      columns={COLUMNS}
      rows={mails}
      rowKey={(mail) => mail.id}
      rowHref={(mail) => `/outbox/${mail.id}`}
    />
  )
}

const COLUMNS: Column<Mail>[] = [
  { key: 'subject', header: 'Subject', place: 'title', cell: (mail) => mail.subject },
  { key: 'to', header: 'To', place: 'detail', cell: (mail) => mail.recipient },
  { key: 'status', header: 'Status', place: 'status', cell: (mail) => <MailPill status={mail.status} /> },
  { key: 'kind', header: 'About', soft: true, show: 'medium', cell: kindWord },
  {
    key: 'by',
    header: 'Written by',
    soft: true,
    show: 'wide',
    cell: (mail) => writerWords(mail.created_by) ?? '—',
  },
  {
    key: 'created',
    header: (
      <>
        Written, <ZoneName />
      </>
    ),
    align: 'end',
    soft: true,
    sorted: 'descending',
    place: 'note',
    cell: (mail) => <Time at={mail.created_at} />,
  },
]
