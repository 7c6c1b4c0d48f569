import { z } from 'zod'

const Count = z.object({ attempts: z.int(), accepted: z.int() })

/** The results of the attempts of the last 24 hours at an endpoint: in total, and by hour, oldest first. */
export const WebhookStats = Count.extend({
  id: z.string(),
  /** The 95th percentile of the duration, in milliseconds; null without an attempt. */
  p95_ms: z.int().nullable(),
  hours: z.array(Count).length(24),
})
export type WebhookStats = z.output<typeof WebhookStats>
