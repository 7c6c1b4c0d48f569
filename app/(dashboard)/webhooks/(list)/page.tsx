import { BookOpen, Plus, SearchCheck } from 'lucide-react'
import type { Metadata } from 'next'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { WebhooksTable } from '#components/webhooks/webhooks-table.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { browseWebhooks } from '#lib/domain/webhooks/browse.ts'
import { fetchWebhookStats } from '#lib/domain/webhooks/stats.ts'
import { read, readFiltered } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Webhooks' }

export default async function Webhooks() {
  const { permissions } = await requireStaff()
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          <>
            <LinkButton href="/webhooks/catalogue" prefetch={false}>
              <BookOpen aria-hidden="true" /> Event catalogue
            </LinkButton>
            <LinkButton href="/webhooks/debug" prefetch={false}>
              <SearchCheck aria-hidden="true" /> Debug signature
            </LinkButton>
            <Permitted
              allowed={permissions.has('webhooks:write')}
              permission="webhooks:write"
              label="Create webhook"
              variant="primary"
            >
              <LinkButton href="/webhooks/new" variant="primary" prefetch={false}>
                <Plus aria-hidden="true" /> Create webhook
              </LinkButton>
            </Permitted>
          </>
        }
      />
      <List mayWrite={permissions.has('webhooks:write')} />
    </>
  )
}

async function List({ mayWrite }: { mayWrite: boolean }) {
  const found = await readFiltered(browseWebhooks, {})
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  const { items } = found.value
  if (items.length === 0)
    return (
      <NothingYet
        title="No webhooks yet"
        action={
          mayWrite && (
            <LinkButton href="/webhooks/new" variant="primary" prefetch={false}>
              Create webhook
            </LinkButton>
          )
        }
      >
        Webhooks send signed events about payments, refunds and other changes to your URL, with automatic
        retries.
      </NothingYet>
    )
  const stats = await read(fetchWebhookStats, { ids: items.map(({ id }) => id) })
  return <WebhooksTable webhooks={items} stats={stats.items} />
}
