import { DAY } from '#lib/values/time.ts'
import { durationText } from '#lib/values/time-text.ts'

/** The middle of chance: when the attempts of a day fall, in seconds after the first one. */
export const ATTEMPTS_IN_A_DAY: number[] = timesOf()

function timesOf(): number[] {
  const times = [0]
  for (let pause = 5; (times.at(-1) ?? 0) < DAY; pause = Math.min(3600, pause * 3))
    times.push(Math.min(DAY, (times.at(-1) ?? 0) + pause))
  return times
}

const WIDTH = 600
const FLOOR = 26

/** When a delivery that fails is tried again, drawn: the axis is stretched at its beginning, where most happens. */
export function RetrySchedule() {
  const end = ATTEMPTS_IN_A_DAY.at(-1) ?? 1
  const place = (at: number) => 8 + (Math.log1p(at) / Math.log1p(end)) * (WIDTH - 16)
  const named = ATTEMPTS_IN_A_DAY.filter((_, at) => at > 0 && at < 8)
  return (
    <figure aria-labelledby="retry-title">
      <figcaption id="retry-title" className="mb-2 text-table font-semibold">
        Retry schedule
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} 46`} className="num block w-full max-w-150 text-note" aria-hidden="true">
        <path d={`M0 ${FLOOR + 0.5}H${WIDTH}`} className="stroke-line-strong" />
        {ATTEMPTS_IN_A_DAY.map((at, index) => (
          <circle
            key={at}
            cx={place(at)}
            cy={FLOOR}
            r={index === 0 ? 4.5 : 3.5}
            className={index === 0 ? 'fill-accent' : 'fill-surface stroke-accent'}
            strokeWidth="1.5"
          />
        ))}
        {named.map((at) => (
          <text key={at} x={place(at)} y={FLOOR + 17} textAnchor="middle" className="fill-ink-3">
            {durationText(at)}
          </text>
        ))}
        <text x={WIDTH} y={FLOOR + 17} textAnchor="end" className="fill-ink-3">
          24 h
        </text>
      </svg>
      <p className="text-small text-ink-2">
        Immediately, then after 5, 15 and 45 seconds and so on. Each interval is 3 times the previous one, up
        to 1 hour, with 25% jitter. About {ATTEMPTS_IN_A_DAY.length} attempts in 24 hours, then the delivery
        fails.
      </p>
    </figure>
  )
}
