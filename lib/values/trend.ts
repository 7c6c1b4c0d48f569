import { z } from 'zod'
import { StoredInteger } from './money.ts'
import { isPreference } from './preferences.ts'
import { Timestamp } from './timestamp.ts'

/** The unit of a drawing: the stretches of a trend are as long. */
export const BucketStep = z.enum(['hour', 'day', 'month'])
export type BucketStep = z.output<typeof BucketStep>

/** The IANA name of the zone in which hours, days and months begin. */
export const Zone = z.string().refine((zone) => isPreference('time_zone', zone), 'Unknown time zone.')

/** The input of a trend: the period of a list, open ends included, and the reader's zone. */
export const TREND_INPUT = { from: Timestamp.optional(), to: Timestamp.optional(), zone: Zone }

/** A stretch of a trend; both ends belong to it. */
const TREND_POINT = { name: z.string(), from: StoredInteger, to: StoredInteger }

/** The output of a trend: its stretches, oldest first, each with its figures. */
export function trendOf<T extends z.ZodRawShape>(figures: T) {
  return z.object({ step: BucketStep, points: z.array(z.object({ ...TREND_POINT, ...figures })) })
}
