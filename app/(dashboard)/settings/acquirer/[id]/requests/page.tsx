import type { Metadata } from 'next'
import { CallsTable } from '#components/acquirers/acquirer-parts.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { fetchAcquirerCalls, getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Requests · Acquirer · Settings' }

export default async function AcquirerRequestsPage({
  params,
  searchParams,
}: PageProps<'/settings/acquirer/[id]/requests'>) {
  const [{ id }, { failed, before }] = await Promise.all([params, searchParams])
  const only = failed === '1'
  const [acquirer, { items, next }] = await Promise.all([
    read(getAcquirerDetails, { id }),
    read(fetchAcquirerCalls, { id, failed: only, ...(typeof before === 'string' ? { before } : {}) }),
  ])
  const path = `/settings/acquirer/${id}/requests`
  return (
    <>
      <Crumbs href={`/settings/acquirer/${id}`} label={acquirer.name} id={id} name="Requests" />
      <PageHead title="Requests">
        Requests to {acquirer.name} and messages of it, newest first, without data of cards or accounts.
      </PageHead>
      <Tabs
        label="Requests"
        tabs={[
          { href: path, label: 'All', current: !only },
          { href: `${path}?failed=1`, label: 'Failed', current: only },
        ]}
      />
      {items.length === 0 ? (
        <p className="py-6 text-ink-2">{only ? 'No request failed.' : 'No requests yet.'}</p>
      ) : (
        <CallsTable caption="Requests" rows={items} />
      )}
      {next !== null && (
        <p className="mt-4">
          <LinkButton
            href={`${path}?${new URLSearchParams({ ...(only ? { failed: '1' } : {}), before: next })}`}
          >
            Older requests
          </LinkButton>
        </p>
      )}
    </>
  )
}
