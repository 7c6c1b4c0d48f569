import { Count } from '#components/ui/count.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import type { KindSums, MovementKind } from '#lib/domain/balance/schema.ts'
import { MOVEMENT_KIND_LABELS } from '#lib/domain/balance/schema.ts'

type Edge = { label: string; amount: bigint | number }
type KindsTableProps = {
  caption: string
  kinds: KindSums
  currency: string
  href: (kind: MovementKind) => string
  /** The lines around them: what it began with, and what it comes to. */
  opening?: Edge
  closing: Edge
}

/** Movements by kind: gross, fee and tax, debit and credit, and what they come to. */
export function KindsTable({ caption, kinds, currency, href, opening, closing }: KindsTableProps) {
  return (
    <Table caption={caption} className="mt-5">
      <TableHead>
        <ColumnHead>Movement</ColumnHead>
        <ColumnHead align="end">Count</ColumnHead>
        <ColumnHead align="end" show="52rem">
          Gross
        </ColumnHead>
        <ColumnHead align="end" show="52rem">
          Fee + tax
        </ColumnHead>
        <ColumnHead align="end">Debit</ColumnHead>
        <ColumnHead align="end">Credit</ColumnHead>
      </TableHead>
      <tbody>
        {opening && <EdgeRow edge={opening} currency={currency} />}
        {kinds.map((sums) => (
          <KindRow key={sums.kind} sums={sums} currency={currency} href={href(sums.kind)} />
        ))}
        <EdgeRow edge={closing} currency={currency} />
      </tbody>
    </Table>
  )
}

type KindRowProps = { sums: KindSums[number]; currency: string; href: string }

function KindRow({ sums: { kind, count, amount, fee, debit, credit }, currency, href }: KindRowProps) {
  return (
    <TableRow>
      <RowHead place="title">
        <Link href={href} className="link">
          {MOVEMENT_KIND_LABELS[kind]}
        </Link>
      </RowHead>
      <Cell align="end" place="detail" label="Count">
        <Count of={count} />
      </Cell>
      <Cell align="end" show="52rem">
        <Money amount={amount} currency={currency} />
      </Cell>
      <Cell align="end" show="52rem">
        {fee === 0n ? '—' : <Money amount={fee} currency={currency} />}
      </Cell>
      <Cell align="end" place="amount" label="Debit">
        {debit === 0n ? null : <Money amount={debit} currency={currency} />}
      </Cell>
      <Cell align="end" place="amount" label="Credit">
        {credit === 0n ? null : <Money amount={credit} currency={currency} />}
      </Cell>
    </TableRow>
  )
}

function EdgeRow({ edge: { label, amount }, currency }: { edge: Edge; currency: string }) {
  return (
    <TableRow>
      <RowHead place="title">
        <strong className="font-semibold">{label}</strong>
      </RowHead>
      <Cell />
      <Cell show="52rem" />
      <Cell show="52rem" />
      <Cell />
      <Cell align="end" place="amount" strong>
        <Money amount={amount} currency={currency} />
      </Cell>
    </TableRow>
  )
}
