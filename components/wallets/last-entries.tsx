import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { CustomerTransaction } from '#lib/domain/wallets/schema.ts'

export function LastEntries({ entries, href }: { entries: CustomerTransaction[]; href: string }) {
  if (entries.length === 0) return <p className="mt-5 text-ink-2">No entries yet.</p>
  return (
    <section aria-labelledby="entries" className="mt-6 [--paper:var(--surface)]">
      <h2 id="entries" className="text-table font-semibold">
        Last entries
      </h2>
      <DataTable
        few
        caption="The newest entries of the wallet"
        columns={COLUMNS}
        rows={entries}
        rowKey={(entry) => entry.id}
      />
      <p className="mt-3 text-table text-ink-2">
        <Link href={href} className="link">
          View full statement
        </Link>
      </p>
    </section>
  )
}

const COLUMNS: Column<CustomerTransaction>[] = [
  {
    key: 'date',
    header: (
      <>
        Date, <ZoneName />
      </>
    ),
    soft: true,
    sorted: 'descending',
    place: 'note',
    cell: (entry) => <Time at={entry.created_at} />,
  },
  {
    key: 'kind',
    header: 'Kind',
    place: 'title',
    cell: ({ source, description }) => (
      <span className="block max-w-56 truncate" title={description ?? undefined}>
        {KINDS[prefixOf(source)]?.[0] ?? 'Entry'}
        {description && <span className="text-ink-2">, {description}</span>}
      </span>
    ),
  },
  {
    key: 'out',
    header: 'Out',
    align: 'end',
    place: 'detail',
    cell: (entry) => <Side amount={entry.debit} word="out" currency={entry.currency} />,
  },
  {
    key: 'in',
    header: 'In',
    align: 'end',
    place: 'detail',
    cell: (entry) => <Side amount={entry.credit} word="in" currency={entry.currency} />,
  },
  {
    key: 'balance',
    header: 'Balance after',
    align: 'end',
    strong: true,
    place: 'amount',
    cell: (entry) => <Money amount={entry.balance} currency={entry.currency} symbol={false} />,
  },
  {
    key: 'reference',
    header: 'Reference',
    place: 'status',
    cell: ({ source }) => {
      const path = KINDS[prefixOf(source)]?.[1]
      return <Id short value={source} {...(path === undefined ? {} : { href: `${path}/${source}` })} />
    },
  },
]

function Side({ amount, word, currency }: { amount: number; word: string; currency: string }) {
  if (amount === 0) return <span className="folded:hidden">—</span>
  return (
    <>
      <span className="hidden text-ink-2 folded:inline">{word} </span>
      <Money amount={amount} currency={currency} symbol={false} />
    </>
  )
}

const prefixOf = (id: string) => id.slice(0, id.indexOf('_'))

/** What an entry is, by the prefix of its source, and where that has its page. */
const KINDS: Record<string, [word: string, path?: string]> = {
  trf: ['Transfer', '/transfers'],
  pay: ['Payment', '/payments'],
  rfnd: ['Refund', '/refunds'],
  pout: ['Payout', '/payouts'],
  rvrsl: ['Reversal'],
}
