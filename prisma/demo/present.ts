import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'
import { REFUND_SECONDS } from './bank.ts'
import { atBankOf, instantOf } from './instruments.ts'
import { bought, type Planned } from './planned.ts'
import type { Random } from './random.ts'
import { RETURNING, refundAfter } from './returns.ts'
import { leftAtBank } from './stories.ts'

/** The used share of an authorization's time: more than half of them expire within a day of three. */
const USED_UP = [0.03, 0.12, 0.3, 0.45, 0.6, 0.72, 0.8, 0.87, 0.94, 0.985]

/**
 * The open payments as the server is opened for the first time: authorized and waiting to be captured, in refund,
 * open on a bank's page, and just paid.
 */
export function planPresent(random: Random, end: number, window: number): Planned[] {
  const authorized = USED_UP.map(
    (part, index): Planned => ({
      at: Math.round(end - part * Math.min(window, 3 * DAY)) - 6 * MINUTE,
      size: index % 5 === 3 ? 'dear' : 'usual',
      tell: bought({ capture: 'never', orderedBy: index % 3 === 0 ? 'support' : 'key' }),
    }),
  )
  const lapsed = [0.2, 0.7].map(
    (part): Planned => ({
      at: Math.round(end - window - part * REFUND_SECONDS),
      tell: bought({ capture: 'never' }),
    }),
  )
  const returning = RETURNING.map(({ part, ...plan }): Planned => {
    const at = Math.round(end - part * REFUND_SECONDS)
    const refunds = [{ ...refundAfter(random, at, plan), at }]
    return { at: at - 2 * DAY, instrument: instantOf(random), tell: bought({ capture: 'at once', refunds }) }
  })
  const open = [4, 9].map(
    (minutes): Planned => ({
      at: end - minutes * MINUTE,
      tell: leftAtBank,
      instrument: atBankOf(random),
    }),
  )
  const today = [1, 2.5, 4, 7].map(
    (hours): Planned => ({ at: Math.round(end - hours * HOUR), tell: bought({ capture: 'at once' }) }),
  )
  return [...authorized, ...lapsed, ...returning, ...open, ...today]
}
