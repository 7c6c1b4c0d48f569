import type { ReactNode } from 'react'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { Session } from '#lib/domain/profile/schema.ts'
import { browserName } from '#lib/values/browser-name.ts'

/** Where the person is signed in. @param end the button that ends a session */
export function SessionsTable({
  sessions,
  end,
}: {
  sessions: Session[]
  end: (session: Session) => ReactNode
}) {
  return (
    <DataTable
      caption="Active sessions, last used first"
      columns={columnsOf(end)}
      rows={sessions}
      rowKey={(session) => session.id}
    />
  )
}

function columnsOf(end: (session: Session) => ReactNode): Column<Session>[] {
  return [
    {
      key: 'browser',
      header: 'Browser',
      place: 'title',
      cell: ({ user_agent }) => <span title={user_agent ?? undefined}>{browserName(user_agent)}</span>,
    },
    {
      key: 'ip',
      header: 'IP address',
      place: 'detail',
      mono: true,
      soft: true,
      cell: ({ ip }) => ip ?? '—',
    },
    {
      key: 'seen',
      header: (
        <>
          Last used, <ZoneName />
        </>
      ),
      soft: true,
      place: 'note',
      label: 'Last used',
      sorted: 'descending',
      cell: ({ last_seen_at }) => <Time at={last_seen_at} />,
    },
    {
      key: 'created',
      header: 'Signed in',
      soft: true,
      show: '52rem',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
    {
      key: 'end',
      header: <span className="sr-only">End</span>,
      align: 'end',
      place: 'amount',
      cell: (session) =>
        session.own ? (
          <Pill tone="good" icon={glyphs.check}>
            This browser
          </Pill>
        ) : (
          end(session)
        ),
    },
  ]
}
