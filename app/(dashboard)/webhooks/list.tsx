import { Create, Export, staffList } from '#app/(dashboard)/list-page.tsx'
import type { Draw } from '#components/shared/list/list.ts'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { BookOpen, Plus, SearchCheck } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { WebhooksTable } from '#components/webhooks/webhooks-table.tsx'
import { createDescribedWebhook } from '#lib/domain/webhooks/create.ts'
import { WEBHOOK_FILTERS } from '#lib/domain/webhooks/filters.ts'
import { listWebhooksForDashboard } from '#lib/domain/webhooks/list.ts'

export const webhookList = staffList({
  path: '/webhooks',
  title: 'Webhooks',
  noun: 'webhook',
  cursor: 'webhook',
  operation: listWebhooksForDashboard,
  exported: true,
  tabs: {
    label: 'Status',
    of: [
      { count: 'all', label: 'All' },
      { count: 'failing', label: 'Failing or disabled', set: { failing: '1' } },
    ],
  },
  filters: WEBHOOK_FILTERS,
  table: (webhooks, _, kit) => <WebhooksTable kit={kit} webhooks={webhooks} />,
  actions: (draw) => (
    <>
      <LinkButton href="/webhooks/catalogue">
        <BookOpen aria-hidden="true" /> Event catalogue
      </LinkButton>
      <LinkButton href="/webhooks/debug">
        <SearchCheck aria-hidden="true" /> Debug signature
      </LinkButton>
      <Export list={{ path: '/webhooks' }} draw={draw} />
      <CreateWebhook draw={draw} />
    </>
  ),
  nothing: (draw) => (
    <NothingYet
      title="No webhooks yet"
      action={draw.may(createDescribedWebhook.permission) && <CreateWebhook draw={draw} />}
    >
      Webhooks send signed events about payments, refunds and other changes to your URL, with automatic
      retries.
    </NothingYet>
  ),
})

function CreateWebhook({ draw }: { draw: Draw }) {
  return (
    <Create
      draw={draw}
      permission={createDescribedWebhook.permission}
      href="/webhooks/new"
      label="Create webhook"
      icon={<Plus aria-hidden="true" />}
    />
  )
}
