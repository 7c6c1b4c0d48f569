import type { ReactNode } from 'react'
import { quietLink } from '#components/ui/looks.ts'

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
      <ChartTable title={title} table={table} />
    </figure>
  )
}

type ChartTableProps = Pick<ChartProps, 'title' | 'table'>

/** The figures of a drawing, for those who would rather read, or cannot see it. Plain, because most are never opened. */
export function ChartTable({ title, table }: ChartTableProps) {
  if (table.rows.length === 0) return null
  return (
    <details className="chart-table print:hidden">
      <summary className={`${quietLink} -ml-1.5 inline-block`}>View as table</summary>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={`${title} as a table`}
      >
        <table className="num">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr>
              {table.head.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {table.rows.map(({ key, cells: [first, ...others] }) => (
              <tr key={key}>
                <th scope="row">{first}</th>
                {others.map((cell, at) => (
                  <td key={table.head[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
