import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { StatementLine, StatementSums } from '#lib/domain/wallets/schema.ts'
import { amountColumns, timestampColumns } from '#lib/exports/columns/shared.ts'
import { figuresOf } from '#lib/print/figures.ts'
import { descriptionWords, kindWords, sourcePath } from '#lib/print/statement-layout.ts'
import { type Month, monthsOf } from '#lib/print/statement-periods.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { clockText, dateText } from '#lib/values/time-text.ts'

type StatementTableProps = {
  lines: StatementLine[]
  /** The sums of each month, by its title. */
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
    <Table
      caption="Entries of the wallet, newest first"
      className="px-6 pb-4 [--paper:var(--surface)] max-phone:px-4"
    >
      <TableHead>
        <ColumnHead aria-sort="descending">Date</ColumnHead>
        <ColumnHead>Description</ColumnHead>
        <ColumnHead show="60rem">Source</ColumnHead>
        <ColumnHead>Kind</ColumnHead>
        {['Debit', 'Credit', 'Balance'].map((name) => (
          <ColumnHead key={name} align="end">
            {name}, {symbol}
          </ColumnHead>
        ))}
      </TableHead>
      {monthsOf(lines, period, zone).map((month) => (
        <tbody key={month.title}>
          <MonthHead month={month} sums={sums.get(month.title)} currency={currency} />
          {month.lines.map((line) => (
            <Line key={line.id} line={line} zone={zone} />
          ))}
        </tbody>
      ))}
    </Table>
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
    <TableRow className="statement-month">
      <RowHead scope="rowgroup" colSpan={3}>
        {month.title}
      </RowHead>
      <Cell show="60rem" />
      <Cell align="end" place="status">
        {total(sums?.debits, 'debits')}
      </Cell>
      <Cell align="end" place="detail">
        {total(sums?.credits, 'credits')}
      </Cell>
      <Cell />
    </TableRow>
  )
}

function Line({ line, zone }: { line: StatementLine; zone: string }) {
  const { currency, debit, credit, balance, source } = line
  const path = sourcePath(line)
  const description = descriptionWords(line)
  const kind = kindWords(line)
  return (
    <TableRow>
      <RowHead place="note">
        <time dateTime={new Date(line.created_at * 1000).toISOString()} className="num">
          {dateText(line.created_at, zone)}, {clockText(line.created_at, zone)}
        </time>
      </RowHead>
      <Cell place="title" className="statement-text">
        {description}
      </Cell>
      <Cell show="60rem" className="mono">
        {path === null ? (
          source
        ) : (
          <Link href={path} title={source} className="link">
            {source}
          </Link>
        )}
      </Cell>
      <Cell place="status" soft>
        {path === null ? (
          kind
        ) : (
          <Link href={path} className="hover:underline" aria-label={`${kind} ${source}`}>
            {kind}
          </Link>
        )}
      </Cell>
      <Cell align="end" place={debit === 0 ? undefined : 'detail'}>
        {debit === 0 ? null : (
          <>
            <span className="statement-word">debit </span>
            <Money amount={debit} currency={currency} symbol={false} />
          </>
        )}
      </Cell>
      <Cell align="end" place={credit === 0 ? undefined : 'detail'}>
        {credit === 0 ? null : (
          <>
            <span className="statement-word">credit </span>
            <Money amount={credit} currency={currency} symbol={false} />
          </>
        )}
      </Cell>
      <Cell align="end" strong place="amount">
        <Money amount={balance} currency={currency} symbol={false} />
      </Cell>
    </TableRow>
  )
}

/** The columns of the file of a statement: amounts as people read them and in minor units. */
export function statementColumns(zone: string): [name: string, cell: (line: StatementLine) => CsvCell][] {
  return [
    ['entry_id', (line) => line.id],
    ['number', (line) => line.seq],
    ...timestampColumns<StatementLine>('date', zone, (line) => line.created_at),
    ['description', (line) => line.description],
    ['kind', kindWords],
    ['type', (line) => line.type],
    ['source', (line) => line.source],
    ['payment_id', (line) => line.payment_id],
    ['currency', (line) => line.currency],
    ...amountColumns<StatementLine>('debit', (line) => line.debit),
    ...amountColumns<StatementLine>('credit', (line) => line.credit),
    ...amountColumns<StatementLine>('balance', (line) => line.balance),
  ]
}
