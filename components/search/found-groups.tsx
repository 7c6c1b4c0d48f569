import { IdText } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { FoundRecord, FoundRecords } from '#lib/domain/search/schema.ts'
import { actionOf, SEARCH_KIND_LABELS, statusText } from './search-labels.ts'

/** The records that a search found, under the names of their kinds. */
export function FoundGroups({ groups }: { groups: FoundRecords['groups'] }) {
  return (
    <div className="grid gap-6">
      {groups.map(({ kind, items, more }) => (
        <section key={kind} aria-labelledby={`found-${kind}`}>
          <h2 id={`found-${kind}`} className="mb-1 text-table font-semibold">
            {SEARCH_KIND_LABELS[kind][items.length === 1 ? 0 : 1]}
          </h2>
          <ul className="border-t border-line">
            {items.map((record) => (
              <li
                key={record.id}
                className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-2 text-table"
              >
                <Link href={record.href} aria-label={record.id} className="mono link max-w-full">
                  <IdText value={record.id} />
                </Link>
                <Facts record={record} />
              </li>
            ))}
          </ul>
          {more && (
            <p className="mt-2 text-table">
              <Link href={more} className="link">
                Show all {SEARCH_KIND_LABELS[kind][1].toLowerCase()}
              </Link>
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

function Facts({ record }: { record: FoundRecord }) {
  const { amount, currency, status, text, created_at } = record
  const action = actionOf(record)
  return (
    <>
      {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
      {status !== null && <span>{statusText(status)}</span>}
      {text !== null && <span className="min-w-0 text-ink-2 wrap-anywhere">{text}</span>}
      {action && (
        <Link href={action.href} className="link">
          {action.label.split(' ')[0]}
          <span className="sr-only"> {record.id}</span>
        </Link>
      )}
      <span className="ml-auto text-ink-2">
        <Time at={created_at} />
      </span>
    </>
  )
}
