import Link from 'next/link'
import { Money } from '#components/ui/money.tsx'
import type { StatementLine, StatementSums } from '#lib/domain/wallets/schema.ts'
import { figuresOf } from '#lib/print/figures.ts'
import { type Month, monthsOf } from '#lib/print/statement-months.ts'
import { descriptionWords, kindWords, sourcePath } from '#lib/print/statement-names.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'

type StatementTableProps = {
  lines: StatementLine[]
  /** What each month comes to, by its title. */
  sums: Map<string, StatementSums>
  currency: string
  period: { from?: number | undefined; to?: number | undefined }
  zone: string
}

/** The entries by month. Debits and credits have a column each, and never share one with a sign. */
export function StatementTable({ lines, sums, currency, period, zone }: StatementTableProps) {
  if (lines.length === 0) return <p className="px-6 pb-5 text-ink-2">No entries in this period.</p>
  const { symbol } = figuresOf(currency)
  return (
    <div className="rows-box px-6 pb-4 [--paper:var(--surface)] max-phone:px-4">
      <table className="rows">
        <caption className="sr-only">Entries of the wallet, newest first</caption>
        <thead>
          <tr>
            <th scope="col" aria-sort="descending">
              Date
            </th>
            <th scope="col">Description</th>
            <th scope="col" data-show="60rem">
              Source
            </th>
            <th scope="col">Kind</th>
            {['Debit', 'Credit', 'Balance'].map((name) => (
              <th key={name} scope="col" data-align="end">
                {name}, {symbol}
              </th>
            ))}
          </tr>
        </thead>
        {monthsOf(lines, period, zone).map((month) => (
          <tbody key={month.title}>
            <MonthHead month={month} sums={sums.get(month.title)} currency={currency} />
            {month.lines.map((line) => (
              <Line key={line.id} line={line} zone={zone} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function MonthHead({
  month,
  sums,
  currency,
}: {
  month: Month<StatementLine>
  sums: StatementSums | undefined
  currency: string
}) {
  const total = (amount: bigint | undefined, word: string) => (
    <>
      <span className="statement-word">{word} </span>
      <Money amount={amount} currency={currency} symbol={false} />
    </>
  )
  return (
    <tr className="statement-month">
      <th scope="rowgroup" colSpan={3} data-place="title">
        {month.title}
      </th>
      <td data-show="60rem" />
      <td data-align="end" data-place="status">
        {total(sums?.debits, 'debits')}
      </td>
      <td data-align="end" data-place="detail">
        {total(sums?.credits, 'credits')}
      </td>
      <td />
    </tr>
  )
}

function Line({ line, zone }: { line: StatementLine; zone: string }) {
  const { currency, debit, credit, balance, source } = line
  const path = sourcePath(line)
  const description = descriptionWords(line)
  const kind = kindWords(line)
  return (
    <tr>
      <th scope="row" data-place="note">
        <time dateTime={new Date(line.created_at * 1000).toISOString()} className="num">
          {dateText(line.created_at, zone)}, {clockText(line.created_at, zone)}
        </time>
      </th>
      <td data-place="title" className="statement-text">
        {description}
      </td>
      <td data-show="60rem" className="mono">
        {path === null ? (
          source
        ) : (
          <Link href={path} prefetch={false} title={source} className="link">
            {source}
          </Link>
        )}
      </td>
      <td data-place="status" data-soft="">
        {path === null ? (
          kind
        ) : (
          <Link href={path} prefetch={false} className="hover:underline" aria-label={`${kind} ${source}`}>
            {kind}
          </Link>
        )}
      </td>
      <td data-align="end" {...(debit === 0 ? {} : { 'data-place': 'detail' })}>
        {debit === 0 ? null : (
          <>
            <span className="statement-word">debit </span>
            <Money amount={debit} currency={currency} symbol={false} />
          </>
        )}
      </td>
      <td data-align="end" {...(credit === 0 ? {} : { 'data-place': 'detail' })}>
        {credit === 0 ? null : (
          <>
            <span className="statement-word">credit </span>
            <Money amount={credit} currency={currency} symbol={false} />
          </>
        )}
      </td>
      <td data-align="end" data-strong="" data-place="amount">
        <Money amount={balance} currency={currency} symbol={false} />
      </td>
    </tr>
  )
}
