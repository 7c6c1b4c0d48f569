import { usePreferences } from '#components/ui/preferences.ts'
import { ceilingOf, everyOf, shortMoney } from './scale.ts'

export type Bar = {
  name: string
  /** Minor units. */
  value: number
  /** Under the bar, where there is room. */
  label: string
  /** All of it in a sentence. */
  words: string
  href: string
}

const HEIGHT = 176
const TOP = 8
const FLOOR = HEIGHT - 22

/**
 * Amounts as bars, each a link that the keyboard reaches. Widths are in percent and heights in pixels: it fits any
 * screen without its letters changing size, and needs no script.
 */
export function Bars({ bars, currency }: { bars: Bar[]; currency: string }) {
  const ceiling = ceilingOf(Math.max(0, ...bars.map((bar) => bar.value)))
  const slot = 100 / bars.length
  return (
    <div className="relative">
      <Axes bars={bars} ceiling={ceiling} currency={currency} />
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the figure around it has a name, and so has each bar in it. */}
      <svg width="100%" height={HEIGHT} className="absolute inset-0 overflow-visible">
        {bars.map((bar, at) => {
          const height = heightOf(bar.value, ceiling)
          return (
            <a
              key={bar.name}
              href={bar.href}
              aria-label={bar.words}
              data-hint={bar.words}
              className="group outline-offset-0"
            >
              <rect
                x={`${at * slot}%`}
                y={TOP}
                width={`${slot}%`}
                height={FLOOR - TOP}
                className="fill-transparent group-hover:fill-ink/5"
              />
              <rect
                x={`${(at + 0.16) * slot}%`}
                y={FLOOR - height}
                width={`${0.68 * slot}%`}
                height={height}
                className="fill-accent"
              />
            </a>
          )
        })}
      </svg>
    </div>
  )
}

/** Lines, figures and names behind the bars; each bar says its own to those who cannot see them. */
function Axes({ bars, ceiling, currency }: { bars: Bar[]; ceiling: number; currency: string }) {
  const { grouping } = usePreferences()
  const slot = 100 / bars.length
  const every = everyOf(bars.length, 10)
  // A phone shows some of the names, at the same positions as an instance.
  const everyOnPhone = every * everyOf(Math.ceil(bars.length / every), 4)
  return (
    <svg aria-hidden="true" width="100%" height={HEIGHT} className="num block overflow-visible text-note">
      {[0, 0.5, 1].map((share) => (
        <line
          key={share}
          x1="0"
          x2="100%"
          y1={lineAt(share)}
          y2={lineAt(share)}
          className={share === 0 ? 'stroke-line-strong' : 'stroke-line'}
        />
      ))}
      {[0.5, 1].map((share) => (
        <text key={share} x="0" y={lineAt(share) + 12} className="fill-ink-3">
          {shortMoney(ceiling * share, currency, grouping)}
        </text>
      ))}
      {bars.map(
        (bar, at) =>
          at % every === 0 && (
            <text
              key={bar.name}
              x={`${(at + 0.5) * slot}%`}
              y={HEIGHT - 6}
              textAnchor="middle"
              className={at % everyOnPhone === 0 ? 'fill-ink-3' : 'fill-ink-3 max-phone:hidden'}
            >
              {bar.label}
            </text>
          ),
      )}
    </svg>
  )
}

/** On half a pixel, where a hairline is sharp. */
function lineAt(share: number): number {
  return Math.round(FLOOR - share * (FLOOR - TOP)) + 0.5
}

/** The smallest amount can still be seen, and nothing is nothing. */
function heightOf(value: number, ceiling: number): number {
  return value === 0 ? 0 : Math.max(2, Math.round((value / ceiling) * (FLOOR - TOP)))
}
