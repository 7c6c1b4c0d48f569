import { DAY, HOUR, MINUTE } from '#lib/values/time.ts'

/**
 * How long what the authorization server gives is good for, in seconds, as the guide says it.
 * authorization-samples.db.test.ts holds it to what the server does.
 */
export const TOKEN_LIFETIMES = {
  consent: 15 * MINUTE,
  pushed: MINUTE,
  code: MINUTE,
  access: HOUR,
  refresh: 30 * DAY,
  /** For how long a used refresh token gets the same response again, while the new one is unused. */
  repeat: 10 * MINUTE,
  grants: [DAY, 30 * DAY, 90 * DAY, 180 * DAY],
} as const

/** A whole length of time in words: "15 minutes", "1 hour". */
export function wholeTime(seconds: number): string {
  const [size, unit] =
    seconds < HOUR ? [MINUTE, 'minute'] : seconds < DAY ? [HOUR, 'hour'] : ([DAY, 'day'] as const)
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
