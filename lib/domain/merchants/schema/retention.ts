import { z } from 'zod'
import { StoredInteger } from '#lib/values/money.ts'

/** For how many days an account keeps what it may choose. Null: as long as the operator keeps it. */
export const Retention = z.object({
  request_log_days: z.int(),
  event_days: z.int().nullable(),
  mail_days: z.int().nullable(),
  log: z.object({
    lines: StoredInteger,
    /** An estimate from the newest thousand lines. */
    bytes: StoredInteger,
    oldest_at: StoredInteger.nullable(),
  }),
})
export type Retention = z.output<typeof Retention>

const Days = z.int('Enter a number of days.').max(36_500, 'The maximum retention is 36,500 days.')

/** The least is what the product needs: resends and replays reach back 30 days. */
export const UpdateRetention = z.strictObject({
  request_log_days: z
    .int('Enter a number of days.')
    .min(1, 'The minimum retention is 1 day.')
    .max(365, 'The maximum retention is 365 days.'),
  event_days: Days.min(31, 'Events are kept for at least 31 days.').nullable(),
  mail_days: Days.min(7, 'Emails are kept for at least 7 days.').nullable(),
})
