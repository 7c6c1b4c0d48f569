import { z } from 'zod'

const Count = z.object({ attempts: z.int(), accepted: z.int() })

/** How the attempts of the last 24 hours went at an endpoint: in all, and hour by hour, the oldest first. */
export const WebhookStats = Count.extend({
  id: z.string(),
  /** What 95 of a hundred attempts took at most, in milliseconds; null when there was none. */
  p95_ms: z.int().nullable(),
  hours: z.array(Count).length(24),
})
export type WebhookStats = z.output<typeof WebhookStats>
