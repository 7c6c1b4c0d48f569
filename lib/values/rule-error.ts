import { z } from 'zod'

/** Why an operation would be rejected now, as the rule itself says it: a page shows it in place of the action. */
export const RuleError = z.object({ reason: z.string(), description: z.string() })
export type RuleError = z.output<typeof RuleError>
