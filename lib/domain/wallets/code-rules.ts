import { HOUR, MINUTE } from '#lib/values/time.ts'

/** How long a one-time password is valid, and how long the wallet stays open to the browser that entered it. */
const VALID_FOR = 10 * MINUTE
const OPEN_FOR = 15 * MINUTE
/** The number of wrong entries before a new password is needed. */
export const TRIES = 5
/** The one-time passwords per hour: for one order, and for one number on any order. */
export const MAX_OF_ORDER = 10
export const MAX_OF_NUMBER = 5
export const WITHIN = HOUR

type Code = { created_at: bigint; proven_at: bigint | null; used_at: bigint | null; tries: number }

/**
 * The state of a payer who requested a one-time password: it was sent, it was correct and the wallet is open, or it
 * ended, with or without a reason to show.
 */
type Standing =
  | { step: 'code'; tries_left: number; until: number }
  | { step: 'open'; until: number }
  | { step: 'over'; why: 'tries' | 'time' | 'used' }

/** The state of a one-time password. It opens the wallet once, and an open wallet pays once. */
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
