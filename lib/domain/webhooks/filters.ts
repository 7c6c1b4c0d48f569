import type { Condition } from '#lib/database/conditions.ts'
import { flag } from '#lib/domain/filters.ts'

/** Endpoints that should receive events and do not: disabled after failures, or failing. */
export const FAILING: Condition[] = [
  { sql: 'active AND (disabled_at IS NOT NULL OR failing_since IS NOT NULL)', values: [] },
]

export const WEBHOOK_FILTERS = [flag('failing', { where: () => FAILING })]
