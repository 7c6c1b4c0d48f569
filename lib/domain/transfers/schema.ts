import { z } from 'zod'
import { Rupees } from '#lib/domain/wallets/schema.ts'
import { Id } from '#lib/values/id.ts'
import { Moment } from '#lib/values/moment.ts'
import { Amount, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { Collection, cursors, PageQuery } from '#lib/values/page.ts'
import { Truth } from '#lib/values/truth.ts'

export const TRANSFER_STATUSES = ['created', 'processed', 'failed'] as const
export const TransferStatus = z.enum(TRANSFER_STATUSES)

/** Money moved into a customer's wallet, as the specification has it. `created` waits on hold. */
export const Transfer = z.object({
  id: z.string(),
  entity: z.literal('transfer').default('transfer'),
  status: TransferStatus,
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

/** Money of a transfer that was taken back from the wallet. */
export const Reversal = z.object({
  id: z.string(),
  entity: z.literal('reversal').default('reversal'),
  transfer_id: z.string(),
  amount: StoredInteger,
  currency: z.string(),
  fee: StoredInteger,
  tax: StoredInteger,
  notes: Notes,
  created_at: StoredInteger,
})

const hold = {
  on_hold: Truth.default(false).meta({
    description:
      'true holds the transfer until on_hold_until or, without it, until you release it; false releases it.',
  }),
  on_hold_until: Moment.nullish(),
}

const asked = {
  amount: Amount,
  currency: Rupees,
  notes: NotesInput.default({}),
  linked_account_notes: z
    .array(z.string().max(256))
    .max(15, 'Up to 15 keys of notes that the recipient can see.')
    .default([]),
  ...hold,
}

/** `POST /v1/payments/:id/transfers`: one customer a call. */
export const TransferPayment = z.strictObject({
  id: Id('payment'),
  transfers: z
    .array(z.strictObject({ customer: Id('customer'), ...asked }), 'transfers must be an array.')
    .length(1, 'Send exactly one transfer per request.'),
})

/** `POST /v1/transfers`: the specification names the customer in two ways, and both are taken. */
export const CreateTransfer = z.strictObject({
  customer: Id('customer').optional(),
  customer_id: Id('customer').optional(),
  ...asked,
})

export const FetchTransfer = z.strictObject({ id: Id('transfer') })

export const FetchAllTransfers = z.strictObject({
  ...PageQuery,
  ...cursors(Id('transfer')),
  recipient: Id('customer').optional(),
  status: TransferStatus.optional(),
})

export const UpdateTransfer = z.strictObject({
  id: Id('transfer'),
  on_hold: Truth.optional(),
  on_hold_until: Moment.nullish(),
})

export const ReverseTransfer = z.strictObject({
  id: Id('transfer'),
  amount: Amount.optional().meta({ description: 'Defaults to the full amount left.' }),
  notes: NotesInput.default({}),
})

export const Transfers = Collection(Transfer)

/** A transfer in the list of the pages. */
export const ListedTransfer = Transfer.extend({
  customer_name: z.string().nullable(),
  failure_reason: z.string().nullable(),
  created_by: z.string().nullable(),
  processed_at: StoredInteger.nullable(),
})
export type ListedTransfer = z.output<typeof ListedTransfer>
