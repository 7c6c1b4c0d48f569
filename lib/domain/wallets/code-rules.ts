import { HOUR, MINUTE } from '#lib/values/time.ts'

/** How long a one-time password can be entered, and for how long the wallet is open to the browser that entered it. */
const VALID_FOR = 10 * MINUTE
const OPEN_FOR = 15 * MINUTE
/** Passwords that may be wrong before there has to be a new one. */
export const TRIES = 5
/** Passwords that are given out in an hour: for one order, and for one number whatever the order. */
export const MAX_OF_ORDER = 10
export const MAX_OF_NUMBER = 5
export const WITHIN = HOUR

type Code = { created_at: bigint; proven_at: bigint | null; used_at: bigint | null; tries: number }

/**
 * How far the payer is who asked for a password: it is on its way, it was right and the wallet is open, or it is over,
 * for a reason that is worth a word or not.
 */
export type Standing =
  | { step: 'code'; tries_left: number; until: number }
  | { step: 'open'; until: number }
  | { step: 'over'; why: 'tries' | 'time' | 'used' }

/** Where a one-time password stands. It opens the wallet once, and an open wallet pays once. */
export function standingOf(code: Code, now: number): Standing {
  if (code.used_at !== null) return { step: 'over', why: 'used' }
  if (code.proven_at !== null) {
    const until = Number(code.proven_at) + OPEN_FOR
    return now < until ? { step: 'open', until } : { step: 'over', why: 'time' }
  }
  if (code.tries >= TRIES) return { step: 'over', why: 'tries' }
  const until = Number(code.created_at) + VALID_FOR
  return now < until ? { step: 'code', tries_left: TRIES - code.tries, until } : { step: 'over', why: 'time' }
}
