import { z } from 'zod'
import { StoredInteger } from '#lib/values/money.ts'
import { Notes } from '#lib/values/notes.ts'

/** Money moved into a customer's wallet, as the specification has it. */
export const Transfer = z.object({
  id: z.string(),
  entity: z.literal('transfer').default('transfer'),
  status: z.enum(['created', 'processed', 'failed']),
  source: z.string(),
  recipient: z.string(),
  amount: StoredInteger,
  currency: z.string(),
  amount_reversed: StoredInteger,
  fees: StoredInteger,
  tax: StoredInteger,
  notes: Notes,
  linked_account_notes: z.array(z.string()),
  on_hold: z.boolean(),
  on_hold_until: StoredInteger.nullable(),
  recipient_settlement_id: z.string().nullable(),
  created_at: StoredInteger,
})
export type Transfer = z.output<typeof Transfer>
