import type { ReactNode } from 'react'
import { quietLink } from '#components/ui/looks.ts'

type ChartProps = {
  id: string
  title: string
  /** In a sentence, what is drawn. */
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
        <details className="no-print mt-2">
          <summary className={`${quietLink} -ml-1.5 inline-block`}>View as table</summary>
          <section
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
            tabIndex={0}
            aria-label={`${title} as a table`}
            className="rows-box mt-1 max-h-90 overflow-auto"
          >
            <table className="rows">
              <caption className="sr-only">{title}</caption>
              <thead>
                <tr>
                  {table.head.map((name, at) => (
                    <th key={name} scope="col" data-align={at === 0 ? undefined : 'end'}>
                      {name}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map(({ key, cells: [first, ...others] }) => (
                  <tr key={key}>
                    <th scope="row" data-place="title">
                      {first}
                    </th>
                    {others.map((cell, at) => (
                      <td
                        key={table.head[at + 1]}
                        data-align="end"
                        data-place={at === 0 ? 'amount' : 'detail'}
                      >
                        {cell}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </details>
      )}
    </figure>
  )
}
