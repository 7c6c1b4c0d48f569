import { Time } from '#components/ui/time.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { ageText } from '#lib/values/time-text.ts'

/** When a hold ends: at a time, with the remaining duration, or when it is released. */
export function HoldEnd({ transfer, now }: { transfer: ListedTransfer; now: number }) {
  if (transfer.status !== 'created') return <>—</>
  if (transfer.on_hold_until === null) return <>until released</>
  const { on_hold_until: until } = transfer
  return (
    <span className="num">
      until <Time at={until} />{' '}
      <span className="text-ink-3">{until > now ? ageText(until, now) : 'ending now'}</span>
    </span>
  )
}
