import type { ReactNode } from 'react'
import { quietLink } from '#components/ui/looks.ts'
import { Cell, ColumnHead, RowHead, Table, TableHead, TableRow } from '#components/ui/table.tsx'

type ChartProps = {
  id: string
  title: string
  /** The description of the chart, in a sentence. */
  note: ReactNode
  /** The same figures as a table, behind the drawing. */
  table: { head: string[]; rows: { key: string; cells: ReactNode[] }[] }
  children: ReactNode
}

/** A drawing with its name, and the table that it was drawn from. */
export function Chart({ id, title, note, table, children }: ChartProps) {
  return (
    <figure aria-labelledby={id} className="mb-8">
      <figcaption className="mb-3">
        <h2 id={id} className="text-table font-semibold">
          {title}
        </h2>
        <p className="num text-small text-ink-2">{note}</p>
      </figcaption>
      {children}
      {table.rows.length > 0 && (
        <details className="print:hidden mt-2">
          <summary className={`${quietLink} -ml-1.5 inline-block`}>View as table</summary>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label={`${title} as a table`}
            className="mt-1 max-h-90 overflow-auto [--sticky-top:0px]"
          >
            <Table caption={title}>
              <TableHead>
                {table.head.map((name, at) => (
                  <ColumnHead key={name} align={at === 0 ? 'start' : 'end'}>
                    {name}
                  </ColumnHead>
                ))}
              </TableHead>
              <tbody>
                {table.rows.map(({ key, cells: [first, ...others] }) => (
                  <TableRow key={key}>
                    <RowHead>{first}</RowHead>
                    {others.map((cell, at) => (
                      <Cell key={table.head[at + 1]} align="end" place={at === 0 ? 'amount' : 'detail'}>
                        {cell}
                      </Cell>
                    ))}
                  </TableRow>
                ))}
              </tbody>
            </Table>
          </section>
        </details>
      )}
    </figure>
  )
}
