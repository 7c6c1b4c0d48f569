import type { ReactNode } from 'react'
import { quietLink } from '#components/ui/looks.ts'
import { usePreferences } from '#components/ui/preferences.ts'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { Static } from '#components/ui/static.tsx'
import { capitalized } from '#lib/values/text.ts'
import type { BucketStep } from '#lib/values/trend.ts'
import { ChartTable } from './chart.tsx'
import { FILLS, type Fill, Plot, type PlotLook, Spark } from './plot.tsx'
import { bucketWords } from './scale.ts'

/** A stretch of a trend; both ends belong to it. */
type Drawn = { name: string; from: number; to: number }

export type PlotOf<P> = PlotLook & {
  title: string
  /** What stands for its title in the line of figures, where that is shorter. */
  short?: string
  /** The figure of the whole period, and the list of its rows where there is one. */
  figure?: string | null
  rows?: string | undefined
  /** The names of stacked parts, in their order. */
  parts?: readonly string[]
  /** The name of the dashed line, where there is one. */
  limitText?: string
  values: (point: P) => readonly (number | null)[]
  /** What is said of a point, after its date. */
  words: (point: P) => string
  /** None where no list has these rows alone. */
  href?: ((point: P) => string) | undefined
}

type PictureProps<P> = {
  title: string
  step: BucketStep
  points: readonly P[]
  plots: readonly PlotOf<P>[]
  /** The columns of the table behind it, after the date. */
  columns: readonly [head: string, cell: (point: P) => ReactNode][]
  /** Leads from the table to the rows of a point. */
  href?: ((point: P) => string) | undefined
  /** Whether a point is in the table: those without anything are left out. */
  filled: (point: P) => boolean
  /** Unfolded at first, whatever the reader has chosen: on the page of a record. */
  open?: boolean
}

/**
 * Small drawings of a trend above a list, with one table of all their figures. Folded they are a line of figures, each
 * with its shape, so that the rows come first; whether they are unfolded is remembered. Folded, the page has no more of
 * them than that line: it is a button of the form that it stands in, which chooses the preference, with and without script.
 */
export function Picture<P extends Drawn>(props: PictureProps<P>) {
  const { title, points, plots, open } = props
  const unfolded = usePreferences().pictures === 'open'
  const line = (
    <>
      <span className="picture-title">{title}</span>
      {plots.map((plot) => (
        <span key={plot.title} className="picture-figure num">
          <Spark {...plot} points={points.map((point) => plot.values(point))} />
          {plot.short ?? plot.title} {plot.figure && <b>{plot.figure}</b>}
        </span>
      ))}
    </>
  )
  if (open)
    return (
      <Static as="details" className="picture print:hidden" open>
        <summary className={quietLink}>{line}</summary>
        <Drawings {...props} />
      </Static>
    )
  return (
    <Static as="div" className="picture print:hidden" data-open={unfolded ? '' : undefined}>
      <button
        type="submit"
        name="pictures"
        value={unfolded ? 'folded' : 'open'}
        aria-expanded={unfolded}
        className={quietLink}
      >
        {line}
      </button>
      {unfolded && <Drawings {...props} />}
    </Static>
  )
}

function Drawings<P extends Drawn>(props: PictureProps<P>) {
  const { title, step, points, plots, columns, href, filled } = props
  const { time_zone } = usePreferences()
  const named = points.map((point) => {
    const [words, label] = bucketWords(point.from, step, time_zone)
    return { point, words, label }
  })
  return (
    <div className="picture-body">
      {plots.map((plot) => (
        <figure key={plot.title} aria-label={plot.title}>
          <PlotCaption plot={plot} />
          <Plot
            small
            {...plot}
            points={named.map(({ point, words, label }) => ({
              name: point.name,
              label,
              values: plot.values(point),
              words: `${words}: ${plot.words(point)}`,
              href: plot.href?.(point),
            }))}
          />
        </figure>
      ))}
      <ChartTable
        label="Table"
        title={title}
        table={{
          head: [capitalized(step), ...columns.map(([head]) => head)],
          rows: named
            .filter(({ point }) => filled(point))
            .map(({ point, words }) => ({
              key: point.name,
              cells: [
                href ? (
                  <a key="at" href={href(point)}>
                    {words}
                  </a>
                ) : (
                  words
                ),
                ...columns.map(([, cell]) => cell(point)),
              ],
            })),
        }}
      />
    </div>
  )
}

function PlotCaption<P>({ plot }: { plot: PlotOf<P> }) {
  const { title, figure, rows, parts, fills = FILLS, tone, limitText } = plot
  return (
    <figcaption className="num">
      {title} {figure && <b>{rows ? <a href={rows}>{figure}</a> : figure}</b>}
      {parts?.map((part, at) => (
        <PartKey key={part} fill={fills[at] ?? 'solid'} bad={tone === 'bad'}>
          {part}
        </PartKey>
      ))}
      {limitText && <LimitKey>{limitText}</LimitKey>}
    </figcaption>
  )
}

/** A part of a drawing, with its name. */
export function PartKey({ fill, bad, children }: { fill: Fill; bad: boolean; children: ReactNode }) {
  return (
    <span className={bad ? 'chart-key plot-bad' : 'chart-key'}>
      <svg aria-hidden="true" width="10" height="10">
        <path className={`plot-${fill}`} d="M.5.5h9v9h-9z" />
      </svg>
      {children}
    </span>
  )
}

function LimitKey({ children }: { children: string }) {
  return (
    <span className="chart-key">
      <svg aria-hidden="true" width="14" height="10">
        <path className="plot-limit" d="M0 5.5h14" />
      </svg>
      {children}
    </span>
  )
}

/** The rows of a list in a stretch of a trend, under other filters; without a path from the page of the list itself. */
export function stretchHref(
  { from, to }: { from: number; to: number },
  query: Query = {},
  path = '',
): string {
  return hrefWith(path, query, { ...PLACE, period: null, from, to })
}
