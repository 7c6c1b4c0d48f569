import { z } from 'zod'
import { StoredInteger } from '#lib/values/money.ts'

const Count = z.object({
  attempts: z.int(),
  accepted: z.int(),
  /** The 95th percentile of the duration, in milliseconds; null without an attempt. */
  p95_ms: z.int().nullable(),
})

/** The results of the attempts of the last 24 hours at an endpoint: in total, and by hour, oldest first. */
export const WebhookStats = Count.extend({
  id: z.string(),
  /** When the last failed attempt of these hours was; null without one. */
  last_failed_at: StoredInteger.nullable(),
  /** When the first of the hours began. */
  from: z.int(),
  hours: z.array(Count).length(24),
})
export type WebhookStats = z.output<typeof WebhookStats>
