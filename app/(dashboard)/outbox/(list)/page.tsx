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
import { browseMails } from '#lib/domain/mails/browse.ts'
import { readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Outbox' }

const STATUSES = { queued: 'queued', sent: 'sent', failed: 'failed', kept: 'kept here' }

export default async function Outbox({ searchParams }: PageProps<'/outbox'>) {
  const query = queryOf(await searchParams)
  return (
    <>
      <PageHead title="Outbox">What this house has written to customers.</PageHead>
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
        result={page && `${page.total} ${page.total === 1 ? 'mail' : 'mails'}`}
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
      <Notice tone="wait" title="No server for mail is configured">
        Mails are kept here and nobody receives them. Set SMTP_URL and MAIL_FROM, then send them again.
      </Notice>
    </div>
  )
}

function NoMails({ sends }: { sends: boolean }) {
  return (
    <NothingYet
      title="No mails yet"
      action={
        <LinkButton href="/bills" variant="primary">
          See bills
        </LinkButton>
      }
    >
      {sends
        ? 'Send a bill by mail and it shows here, with what became of it.'
        : 'No server for mail is configured. Mails that you send are kept here to be read.'}
    </NothingYet>
  )
}
