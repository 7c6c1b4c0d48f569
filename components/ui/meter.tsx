import { useId } from 'react'
import { Money } from '#components/ui/money.tsx'

type MeterProps = {
  label: string
  /** The used part, and within it the pending part: drawn hatched. Minor units. */
  used: number
  waiting?: number
  max: number
  currency: string
  /** The text below: the pending amount, or the start of the count. */
  note?: string | undefined
}

/** How much of a limit is used, as a bar and in words. */
export function Meter({ label, used, waiting = 0, max, currency, note }: MeterProps) {
  const id = useId()
  const hatch = `${id}-hatch`
  const share = (amount: number) => (max === 0 ? 0 : Math.min(100, (amount / max) * 100))
  const full = used + waiting >= max
  return (
    <div>
      <p id={id} className="flex flex-wrap items-baseline justify-between gap-x-3 text-table">
        <span className="font-[540]">{label}</span>
        <span className="text-ink-2">
          <Money amount={used} currency={currency} className="font-semibold text-ink" /> of{' '}
          <Money amount={max} currency={currency} />
        </span>
      </p>
      <svg
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="mt-1.5 block h-2 w-full"
        aria-hidden="true"
      >
        <defs>
          <pattern id={hatch} width="1.2" height="6" patternUnits="userSpaceOnUse">
            <rect width="0.5" height="6" className="fill-accent" />
          </pattern>
        </defs>
        <rect width="100" height="6" className="fill-plain-tint" />
        <rect width={share(used)} height="6" className={full ? 'fill-wait' : 'fill-accent'} />
        <rect
          x={share(used)}
          width={Math.min(100 - share(used), share(waiting))}
          height="6"
          fill={`url(#${hatch})`}
        />
      </svg>
      <p className="mt-1 text-small text-ink-2">
        {full ? (
          'Limit reached. '
        ) : (
          <>
            Available: <Money amount={max - used - waiting} currency={currency} />.{' '}
          </>
        )}
        {note}
      </p>
    </div>
  )
}
