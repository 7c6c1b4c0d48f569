import { readDeliveries } from '#app/(dashboard)/webhooks/[id]/query.ts'
import { KeepFresh } from '#components/record/keep-fresh.tsx'
import { CountLine, Unreadable } from '#components/record/list-result.tsx'
import { NothingFound } from '#components/ui/empty-state.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { DeliveriesTable } from '#components/webhooks/deliveries-table.tsx'
import { deliveryFilters } from '#components/webhooks/delivery-filters.ts'
import { DELIVERY_LOOKS } from '#components/webhooks/webhook-labels.ts'
import { currentPreferences } from '#lib/auth/staff.ts'
import { browseDeliveries } from '#lib/domain/webhooks/deliveries.ts'
import { DELIVERY_STATES, type ListedWebhook } from '#lib/domain/webhooks/schema.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { MINUTE } from '#lib/values/time.ts'

/** What an endpoint was and is to be sent, with filters. */
export async function Deliveries({ webhook, query: asked }: { webhook: ListedWebhook; query: Query }) {
  const { replayed: _, ...query } = asked
  const path = `/webhooks/${webhook.id}`
  const { time_zone: zone } = await currentPreferences()
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readDeliveries(query, { zone, now })
  const found = await tryRead(browseDeliveries, { id: webhook.id, ...filters, ...place })
  const page = problems.length === 0 && found.ok ? found.value : null
  const narrowed = Object.keys(query).some((name) => !(name in PLACE) && name !== 'count')
  const moving = page?.items.some(
    ({ state, due_at }) => state === 'pending' && due_at !== null && due_at < now + MINUTE,
  )
  if (page?.items.length === 0 && !narrowed)
    return (
      <p className="py-6 text-ink-2">
        No deliveries yet. The next subscribed event appears here. Use “Send event” to send one now.
      </p>
    )
  return (
    <>
      <StateChoice path={path} query={query} />
      <FilterBar
        path={path}
        query={query}
        filters={deliveryFilters(query, period)}
        result={page && <CountLine total={page.total} noun={page.total === 1 ? 'delivery' : 'deliverie'} />}
      />
      {page === null ? (
        <Unreadable problems={problems} failed={found.ok ? null : found} clearHref={path} />
      ) : page.items.length === 0 ? (
        <NothingFound title="No deliveries match these filters" clearHref={path} />
      ) : (
        <>
          <DeliveriesTable deliveries={page.items} />
          <Pager
            path={path}
            query={query}
            size={place.count}
            firstId={page.items[0]?.event_id}
            lastId={page.items.at(-1)?.event_id}
            hasNewer={page.has_newer}
            hasOlder={page.has_older}
          />
        </>
      )}
      {moving && <KeepFresh seconds={3} />}
    </>
  )
}

/** The states of deliveries as a row of links. */
function StateChoice({ path, query }: { path: string; query: Query }) {
  const choices = [
    { label: 'All', state: null },
    ...DELIVERY_STATES.map((state) => ({ label: DELIVERY_LOOKS[state].word, state })),
  ]
  return (
    <nav aria-label="Status" className="mb-2.5 flex flex-wrap gap-1.5">
      {choices.map(({ label, state }) => (
        <a
          key={label}
          href={hrefWith(path, query, { ...PLACE, state })}
          aria-current={(query.state ?? null) === state ? 'page' : undefined}
          className="chip aria-[current]:border-accent aria-[current]:bg-accent-tint"
        >
          {label}
        </a>
      ))}
    </nav>
  )
}
