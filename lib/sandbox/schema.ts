import { z } from 'zod'
import { CreateMerchant } from '#lib/domain/merchants/schema.ts'

/** An account for one test, as the sandbox control creates it. */
export const NewSandboxAccount = CreateMerchant.pick({ name: true, country: true }).extend({
  name: CreateMerchant.shape.name.default('Sandbox'),
  /** Whether its customers can have wallets. */
  wallets: z.boolean('wallets must be true or false.').default(false),
})
export type NewSandboxAccount = z.output<typeof NewSandboxAccount>

/** How long a caller may wait for records, in milliseconds. */
const MAX_WAIT_MS = 30_000

const text = z.string().min(1).max(300)

/** Of a query: JSON, of which every property must be in the record with the same value. */
const jsonObject = z
  .string()
  .max(4000, 'The JSON can have up to 4000 characters.')
  .transform((value, context) => {
    try {
      const parsed: unknown = JSON.parse(value)
      if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return parsed
    } catch {
      // The same error as for JSON that is no object.
    }
    context.addIssue('Send a JSON object, such as {"amount":100}.')
    return z.NEVER
  })

const waiting = {
  /** How many records are expected: the response comes when there are as many, or at the deadline. */
  count: z.coerce.number().int().min(0).max(1000, 'count must be an integer from 0 to 1000.').default(1),
  /** The deadline. 0 looks once. */
  wait_ms: z.coerce
    .number()
    .int()
    .min(0)
    .max(MAX_WAIT_MS, `wait_ms must be an integer from 0 to ${MAX_WAIT_MS}.`)
    .default(0),
}

/** Which requests of an account are counted. */
export const SandboxRequestFilter = z.strictObject({
  operation: text.optional(),
  method: text.optional(),
  path: text.optional(),
  status: z.coerce.number().int().min(100).max(599).optional(),
  body: jsonObject.optional(),
  ...waiting,
})
export type SandboxRequestFilter = z.output<typeof SandboxRequestFilter>

/** Which events of an account are counted. */
export const SandboxEventFilter = z.strictObject({
  event: text.optional(),
  object_id: text.optional(),
  payload: jsonObject.optional(),
  ...waiting,
})
export type SandboxEventFilter = z.output<typeof SandboxEventFilter>
