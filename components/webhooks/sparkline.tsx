import type { WebhookStats } from '#lib/domain/webhooks/schema/stats.ts'
import { shareText } from './webhook-labels.ts'

const HEIGHT = 16
const SLOT = 4

/** The last 24 hours as bars: accepted deliveries at the bottom, failed ones on top, in another shape. */
export function Sparkline({ stats }: { stats: WebhookStats }) {
  const max = Math.max(1, ...stats.hours.map(({ attempts }) => attempts))
  return (
    <span className="inline-flex items-center gap-2">
      <svg
        viewBox={`0 0 ${24 * SLOT} ${HEIGHT}`}
        width={24 * SLOT}
        height={HEIGHT}
        aria-hidden="true"
        className="flex-none"
      >
        <path d={`M0 ${HEIGHT - 0.5}H${24 * SLOT}`} className="stroke-line-strong" />
        {stats.hours.map(({ attempts, accepted }, hour) => {
          const [all, good] = [heightOf(attempts, max), heightOf(accepted, max)]
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an hour is its place.
            <g key={hour}>
              <rect
                x={hour * SLOT}
                y={HEIGHT - good}
                width={SLOT - 1}
                height={good}
                className="fill-accent"
              />
              {all > good && (
                <rect
                  x={hour * SLOT + 0.5}
                  y={HEIGHT - all + 0.5}
                  width={SLOT - 2}
                  height={Math.max(1, all - good - 0.5)}
                  className="fill-bad-tint stroke-bad"
                />
              )}
            </g>
          )
        })}
      </svg>
      <span className="num">
        {shareText(stats.accepted, stats.attempts)}
        <span className="sr-only">
          {stats.attempts === 0
            ? 'no attempts in 24 hours'
            : ` of ${stats.attempts} attempts in 24 hours succeeded`}
        </span>
      </span>
    </span>
  )
}

/** The smallest count can still be seen, and none is none. */
function heightOf(count: number, max: number): number {
  return count === 0 ? 0 : Math.max(2, Math.round((count / max) * (HEIGHT - 1)))
}
