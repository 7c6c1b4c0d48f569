import type { ReactNode } from 'react'
import { Code } from '#components/docs/code.tsx'
import { guideSampleOf, type SampleName } from '#lib/api-docs/guide-samples.ts'
import type { SampleReader } from '#lib/api-docs/samples.ts'

/** Text to be read: paragraphs, lists and code with room between them. */
export const prose =
  'mt-[14px] grid grid-cols-[minmax(0,1fr)] gap-[14px] [:where(&_:is(p,li))]:[line-height:1.375rem] [:where(&_:is(ul,ol))]:grid [:where(&_:is(ul,ol))]:gap-[6px]'

/** A part of a guide, with an address of its own. */
export function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <div className="mt-[14px] grid scroll-mt-[72px] grid-cols-[minmax(0,1fr)] gap-[12px]">
      <h2 id={id} className="text-lead font-semibold">
        <a href={`#${id}`} className="hover:underline">
          {title}
        </a>
      </h2>
      {children}
    </div>
  )
}

/** A code sample of the guides; `file` names it when the language alone does not. */
export function CodeSample({
  name,
  reader,
  file,
}: {
  name: SampleName
  reader: SampleReader
  file?: string
}) {
  const { language, code } = guideSampleOf(name, reader)
  return <Code code={code} label={file ?? language} />
}

export function C({ children }: { children: ReactNode }) {
  return <code className="mono">{children}</code>
}

export function Reason({ name }: { name: string }) {
  return (
    <a className="link mono" href={`/docs/errors#${name}`}>
      {name}
    </a>
  )
}

export function Facts({ caption, heads, rows }: { caption: string; heads: string[]; rows: ReactNode[][] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className="overflow-x-auto print:overflow-visible" tabIndex={0} aria-label={caption}>
      <table className="w-full border-collapse text-table [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:py-[7px] [&_:is(th,td)]:pr-[14px] [&_:is(th,td)]:text-left [&_:is(th,td)]:align-top [&_:is(th,td)]:font-[450] [&_thead_th]:text-[0.75rem] [&_thead_th]:text-ink-3">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows are written down and never move.
            <tr key={at}>
              {cells.map((cell, column) =>
                column === 0 ? (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <th key={column} scope="row">
                    {cell}
                  </th>
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                  <td key={column}>{cell}</td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
