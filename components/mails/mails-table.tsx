import { createdColumn, statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import { creatorText } from '#lib/values/creator-text.ts'
import type { GroupedMail } from './grouped-mails.ts'
import { kindWord } from './mail-labels.ts'
import { MailPill } from './mail-pill.tsx'

/** The outbox: the subject first, as the head of its row and the way to the mail. */
export function MailsTable({ mails, kit }: { mails: GroupedMail[]; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="Emails, newest first"
      columns={COLUMNS}
      rows={mails}
      rowKey={(mail) => mail.id}
      rowHref={(mail) => `/outbox/${mail.id}`}
    />
  )
}

const COLUMNS: Column<GroupedMail>[] = [
  {
    key: 'subject',
    header: 'Subject',
    place: 'title',
    cell: (mail) => <Truncate text={mail.subject} width="max-w-[34cqi]" />,
  },
  {
    key: 'to',
    header: 'To',
    place: 'detail',
    cell: ({ recipient, object_id, more = 0 }) =>
      more === 0 || object_id === null ? (
        <Truncate text={recipient} width="max-w-[22cqi]" />
      ) : (
        <span className="inline-flex max-w-full items-baseline gap-1">
          <Truncate text={recipient} width="max-w-[16cqi]" />
          <Link href={`/outbox?about=${object_id}`} className="link shrink-0">
            and {more} more
          </Link>
        </span>
      ),
  },
  statusColumn((mail) => <MailPill status={mail.status} />),
  { key: 'kind', header: 'Object', soft: true, show: '60rem', cell: kindWord },
  {
    key: 'by',
    header: 'Created by',
    soft: true,
    show: '84rem',
    cell: (mail) => (
      <Truncate text={creatorText(mail.created_by)} width="max-w-[calc(10cqi+var(--spare)/4)]" />
    ),
  },
  createdColumn(),
]
