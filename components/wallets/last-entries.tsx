import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Time } from '#components/ui/time.tsx'
import type { CustomerTransaction } from '#lib/domain/wallets/schema.ts'

export function LastEntries({ entries, href }: { entries: CustomerTransaction[]; href: string }) {
  if (entries.length === 0) return <p className="mt-5 text-ink-2">No entries yet.</p>
  return (
    <section aria-labelledby="entries" className="mt-6 [--paper:var(--surface)]">
      <h2 id="entries" className="text-table font-semibold">
        Last entries
      </h2>
      <DataTable
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
    key: 'what',
    header: 'Entry',
    place: 'title',
    cell: (entry) => (
      <span className="inline-block max-w-64 truncate align-bottom" title={entry.description ?? undefined}>
        {entry.description ?? WORDS[entry.source.slice(0, entry.source.indexOf('_'))] ?? 'Entry'}
      </span>
    ),
  },
  {
    key: 'debit',
    header: 'Debit',
    align: 'end',
    place: 'detail',
    cell: (entry) =>
      entry.debit === 0 ? (
        <span className="folded:hidden">—</span>
      ) : (
        <>
          <span className="hidden text-ink-2 folded:inline">debit </span>
          <Money amount={entry.debit} currency={entry.currency} symbol={false} />
        </>
      ),
  },
  {
    key: 'credit',
    header: 'Credit',
    align: 'end',
    place: 'detail',
    cell: (entry) =>
      entry.credit === 0 ? (
        <span className="folded:hidden">—</span>
      ) : (
        <>
          <span className="hidden text-ink-2 folded:inline">credit </span>
          <Money amount={entry.credit} currency={entry.currency} symbol={false} />
        </>
      ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'end',
    strong: true,
    place: 'amount',
    cell: (entry) => <Money amount={entry.balance} currency={entry.currency} symbol={false} />,
  },
  {
    key: 'date',
    header: 'Date',
    align: 'end',
    soft: true,
    sorted: 'descending',
    place: 'note',
    cell: (entry) => <Time at={entry.created_at} />,
  },
]

const WORDS: Record<string, string> = {
  trf: 'Transfer',
  pay: 'Payment',
  rfnd: 'Refund',
  pout: 'Payout',
  rvrsl: 'Reversal',
}
