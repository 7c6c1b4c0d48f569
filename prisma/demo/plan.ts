import { DAY } from '#lib/values/time.ts'
import { shoppingMoment, yearOf } from './calendar.ts'
import { atBankOf, cardOf, DECLINES, EVERY_INSTRUMENT, type Instrument, instantOf } from './instruments.ts'
import { bought, type Planned } from './planned.ts'
import { planPresent } from './present.ts'
import type { Random } from './random.ts'
import { RETURNS } from './returns.ts'
import * as stories from './stories.ts'

type Kind = Omit<Planned, 'at'>

/** The days of history before the present. */
export const DAYS = 120

/**
 * Everything that happens at the demo merchant, in the order in which it begins.
 * @param end the present, in Unix seconds
 * @param window how long an authorization lasts, in seconds
 */
export function planPast(random: Random, end: number, window: number): Planned[] {
  const start = end - DAYS * DAY
  const everyday = KINDS.flatMap(({ count, kind }) =>
    times(count, (index) => ({ ...kind(random, index), at: shoppingMoment(random, start, end) })),
  )
  const returned = RETURNS.flatMap(({ count, course }) =>
    times(count, () => {
      // Refunds need a balance, which the first week makes.
      const at = shoppingMoment(random, start + 7 * DAY, end)
      const tell = bought({ capture: 'at once', refunds: course(random, at) })
      return { at, instrument: instantOf(random), tell }
    }),
  )
  return [...everyday, ...returned, ...planPresent(random, end, window)]
    .filter(({ at }) => at >= start)
    .sort((left, right) => left.at - right.at)
}

const declines = Object.values(DECLINES)
const LATE: Instrument = { method: 'upi', vpa: 'late@upi' }
const PENDING: Instrument = { method: 'upi', vpa: 'pending@upi' }

/** The events of any day, and how often each occurs in all. */
const KINDS: { count: number; kind: (random: Random, index: number) => Kind }[] = [
  { count: 70, kind: (random) => ({ tell: bought({ capture: 'at once', noted: random.chance(0.12) }) }) },
  { count: EVERY_INSTRUMENT.length, kind: (_random, index) => paidWith(index) },
  { count: 34, kind: () => ({ tell: bought({ capture: 'by key' }) }) },
  { count: 16, kind: () => ({ tell: bought({ capture: 'by staff', orderedBy: 'support' }) }) },
  { count: 9, kind: () => ({ size: 'dear', tell: bought({ capture: 'by staff', noted: true }) }) },
  { count: 9, kind: () => ({ tell: bought({ capture: 'never' }) }) },
  { count: 34, kind: (random) => ({ tell: retried(random) }) },
  { count: 3 * declines.length, kind: (_random, index) => gaveUp(index) },
  { count: 22, kind: () => ({ tell: stories.neverTried }) },
  { count: 6, kind: (random) => ({ tell: stories.leftAtBank, instrument: atBankOf(random) }) },
  { count: 5, kind: (random) => ({ tell: stories.cancelledAtBank, instrument: atBankOf(random) }) },
  {
    count: 3,
    kind: () => ({ tell: stories.wrongPassword, instrument: (year) => cardOf('5500670000001002', year) }),
  },
  { count: 5, kind: () => ({ tell: (shop, purchase) => stories.lateReply(shop, purchase, LATE, false) }) },
  { count: 3, kind: () => ({ tell: (shop, purchase) => stories.lateReply(shop, purchase, LATE, true) }) },
  { count: 4, kind: () => ({ tell: (shop, purchase) => stories.lateReply(shop, purchase, PENDING, false) }) },
  { count: 5, kind: () => ({ tell: inParts(50, 50) }) },
  { count: 3, kind: () => ({ size: 'dear', tell: inParts(30, 30, 40) }) },
  { count: 4, kind: () => ({ size: 'dear', tell: inParts(25) }) },
  { count: 2, kind: () => ({ tell: inParts(40, 20) }) },
]

/** Paid with one thing after the other, so that everything that can be paid with comes up. */
function paidWith(index: number): Kind {
  return { instrument: EVERY_INSTRUMENT[index], tell: bought({ capture: 'at once' }) }
}

/** Declined once or twice, and then paid. */
function retried(random: Random): Kind['tell'] {
  const attempts = times(random.chance(0.25) ? 2 : 1, () => random.one(declines))
  return (shop, purchase) => {
    const fails = attempts.map((decline) => decline(yearOf(shop.now())))
    return stories.bought(shop, purchase, { capture: 'at once', fails })
  }
}

/** Declined, for one reason after the other, and given up. */
function gaveUp(index: number): Kind {
  const decline = declines[index % declines.length] as (typeof declines)[number]
  return {
    via: index % 2 === 0 ? 'checkout' : 'server',
    tell: (shop, purchase) => {
      const fails = [decline(yearOf(shop.now()))]
      return stories.bought(shop, purchase, { capture: 'at once', fails, givesUp: true })
    },
  }
}

function inParts(...parts: number[]): Kind['tell'] {
  return (shop, purchase) => stories.inParts(shop, purchase, parts)
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
