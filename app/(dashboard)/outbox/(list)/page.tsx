import type { Metadata } from 'next'
import { PATH, readOutbox } from '#app/(dashboard)/outbox/query.ts'
import { MailsTable } from '#components/mails/mails-table.tsx'
import { choiceFilter, textFilter } from '#components/record/filter-controls.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { browseMails } from '#lib/domain/mails/list.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Outbox' }

const STATUSES = { queued: 'queued', sent: 'sent', failed: 'failed', kept: 'not sent' }

export default async function Outbox({ searchParams }: PageProps<'/outbox'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead title="Outbox">Emails sent to customers and staff.</PageHead>
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const { input, problems } = readOutbox(query)
  const found = await readFiltered(browseMails, input)
  const filtered = 'status' in query || 'recipient' in query
  const page = problems.length === 0 && found.ok ? found.value : null
  if (page?.total === 0 && !filtered) return <NoMails sends={page.sends} />
  return (
    <>
      {page?.sends === false && <NoServer />}
      <FilterBar
        path={PATH}
        query={query}
        filters={[
          choiceFilter(query, 'status', 'Status', STATUSES),
          textFilter(query, 'recipient', 'To', 'name@example.com', { inputMode: 'email', maxLength: 64 }),
        ]}
        result={page && `${page.total} ${page.total === 1 ? 'email' : 'emails'}`}
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="mails"
        size={input.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <MailsTable mails={rows} />}
      </FoundList>
    </>
  )
}

function NoServer() {
  return (
    <div className="mb-3">
      <Notice tone="wait" title="Email isn't set up">
        Emails are kept here and not sent. Set SMTP_URL and MAIL_FROM, then send them again.
      </Notice>
    </div>
  )
}

function NoMails({ sends }: { sends: boolean }) {
  return (
    <NothingYet
      title="No emails yet"
      action={
        <LinkButton href="/bills" variant="primary">
          View bills
        </LinkButton>
      }
    >
      {sends
        ? 'Bills sent by email appear here with their status.'
        : "Email isn't set up. Emails are kept here to read."}
    </NothingYet>
  )
}
