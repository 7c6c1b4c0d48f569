import { scaleLinear } from 'd3-scale'
import { area, line } from 'd3-shape'
import { ceilingOf, everyOf } from './scale.ts'

export type Point = {
  name: string
  /** Stacked as bars from the first up; a line has one, null where nothing is known. */
  values: readonly (number | null)[]
  /** Below the point, where there is room. */
  label: string
  /** All of it in a sentence. */
  words: string
  href?: string | undefined
}

/** How a part is filled. They differ in lightness and outline, so that no one needs to see a hue. */
export type Fill = 'solid' | 'middle' | 'hollow'
export const FILLS: readonly Fill[] = ['solid', 'middle', 'hollow']

export type PlotLook = {
  /** A value short enough for an axis. */
  text: (value: number) => string
  as?: 'bars' | 'line'
  /** The fills of stacked parts, in their order. */
  fills?: readonly Fill[]
  tone?: 'bad'
  /** Where the axis begins and ends, if that does not depend on the values. */
  domain?: readonly [number, number]
  /** What the values are held against: a dashed line. */
  limit?: number
}

type PlotProps = PlotLook & {
  points: readonly Point[]
  /** For a strip above a list, whose rows the keyboard reaches without passing its points: those are in its table. */
  small?: boolean
}

const TOP = 8

/**
 * Values as bars or as a line; each point is a link. Widths are in percent and heights in pixels: it fits any screen
 * without its letters changing size, and needs no script. Its look is in charts.css.
 */
export function Plot({
  points,
  text,
  as = 'bars',
  fills = FILLS,
  tone,
  domain,
  limit = 0,
  small = false,
}: PlotProps) {
  const height = small ? 76 : 176
  const floor = small ? 58 : 154
  const sums = points.map(({ values }) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const lowest = Math.min(0, ...sums)
  const [low, high] = domain ?? [
    lowest < 0 ? -ceilingOf(-lowest) : 0,
    ceilingOf(Math.max(limit * 1.1, ...sums)),
  ]
  const y = scaleLinear([low, high], [floor, TOP])
  const ticks = small || low < 0 ? [high, low] : [high, (high + low) / 2, low]
  return (
    <div className={`plot num${small ? ' plot-small' : ''}${tone === 'bad' ? ' plot-bad' : ''}`}>
      <div aria-hidden="true" className="plot-scale">
        {ticks.map((tick) => (
          <span key={tick}>{text(tick)}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure around it has a name, and so has each point in it. */}
      <svg width="100%" height={height} aria-hidden={small || undefined}>
        {[...ticks, ...(low < 0 ? [0] : [])].map((tick) => (
          <line key={tick} x2="100%" y1={sharp(y(tick))} y2={sharp(y(tick))} />
        ))}
        {limit > 0 && <line className="plot-limit" x2="100%" y1={sharp(y(limit))} y2={sharp(y(limit))} />}
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${points.length} ${height}`}
          preserveAspectRatio="none"
          width="100%"
          height={height}
        >
          {as === 'line' ? <Line points={points} y={y} /> : <Bars points={points} fills={fills} y={y} />}
        </svg>
        <Dates points={points} y={height - 6} small={small} />
        {/* biome-ignore lint/a11y/noSvgWithoutTitle: each link in it has a name. */}
        <svg viewBox={`0 0 ${points.length} ${height}`} preserveAspectRatio="none" height={height}>
          {points.map(({ name, href, words }, at) => (
            <a
              key={name}
              href={href}
              data-hint={words}
              {...(small ? { tabIndex: -1 } : { 'aria-label': words })}
            >
              <rect x={at} />
            </a>
          ))}
        </svg>
      </svg>
    </div>
  )
}

type SparkProps = Omit<PlotLook, 'text'> & { points: readonly Point['values'][] }

/** The shape of a trend in a line of text, without scale or links. */
export function Spark({ points, as = 'bars', fills = FILLS, tone, domain }: SparkProps) {
  const drawn = points.map((values, at) => ({ name: String(at), label: '', words: '', values }))
  const sums = points.map((values) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const y = scaleLinear(domain ?? [Math.min(0, ...sums), Math.max(1, ...sums)], [15, 1])
  return (
    <svg
      aria-hidden="true"
      className={tone === 'bad' ? 'spark plot-bad' : 'spark'}
      viewBox={`0 0 ${points.length} 16`}
      preserveAspectRatio="none"
      width="56"
      height="16"
    >
      {as === 'line' ? <Line points={drawn} y={y} /> : <Bars points={drawn} fills={fills} y={y} />}
    </svg>
  )
}

type Scale = (value: number) => number
type ShapeProps = { points: readonly Point[]; y: Scale }

/** A path for each part: the smallest can still be seen, and nothing is nothing. */
function Bars({ points, fills, y }: ShapeProps & { fills: readonly Fill[] }) {
  return fills.map((fill, part) => {
    const path = points.map(({ values }, at) => {
      const value = values[part] ?? 0
      if (value === 0) return ''
      const below = values.slice(0, part).reduce<number>((sum, some) => sum + (some ?? 0), 0)
      const from = Math.round(y(below))
      const height = Math.max(2, from - Math.round(y(below + value)))
      return `M${at + 0.18} ${from}h.64v-${height}h-.64z`
    })
    return path.some(Boolean) && <path key={fill} className={`plot-${fill}`} d={path.join('')} />
  })
}

/** The line with the area down to zero, broken where nothing is known. */
function Line({ points, y }: ShapeProps) {
  const values = points.map(({ values: [value = null] }) => value)
  const x = (_: unknown, at: number) => at + 0.5
  const known = (value: number | null) => value !== null
  const height = (value: number | null) => rounded(y(value ?? 0))
  const shape = line<number | null>(x, height).defined(known)
  const below = area<number | null>(x, rounded(y(0)), height).defined(known)
  return (
    <>
      <path className="plot-area" d={below(values) ?? ''} />
      <path className="plot-line" d={shape(values) ?? ''} />
    </>
  )
}

function Dates({ points, y, small }: { points: readonly Point[]; y: number; small: boolean }) {
  const every = everyOf(points.length, small ? 3 : 10)
  // A phone shows some of the labels, at the same positions as a wide screen.
  // Where each point has its label, it stands under its middle. Where some have, all begin at their point, so that the
  // first is as far from the second as the others from each other; one without room to the right is left out.
  const begins = every > 1
  const everyOnPhone = every * everyOf(Math.ceil(points.length / every), 4)
  return (
    <svg aria-hidden="true" className={begins ? 'plot-begins' : undefined}>
      {points.map(
        ({ name, label }, at) =>
          at % every === 0 &&
          points.length - at > every * 0.7 && (
            <text
              key={name}
              x={`${rounded(((begins ? at : at + 0.5) * 100) / points.length)}%`}
              y={y}
              {...(at % everyOnPhone === 0 ? {} : { className: 'max-phone:hidden' })}
            >
              {label}
            </text>
          ),
      )}
    </svg>
  )
}

/** On half a pixel, where a hairline is sharp. */
function sharp(y: number): number {
  return Math.round(y) + 0.5
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}
