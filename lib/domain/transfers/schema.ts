import { z } from 'zod'
import { Settlement } from '#lib/domain/settlements/schema.ts'
import { Rupees } from '#lib/domain/wallets/schema.ts'
import { Collection, cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { Amount, CreatedAt, StoredInteger } from '#lib/values/money.ts'
import { Notes, NotesInput } from '#lib/values/notes.ts'
import { Timestamp } from '#lib/values/timestamp.ts'
import { Truth } from '#lib/values/truth.ts'

export const TRANSFER_STATUSES = ['created', 'processed', 'failed'] as const
export const TransferStatus = z.enum(TRANSFER_STATUSES)

/** The reasons for which a transfer fails, as the error body of its request has them. */
export const TRANSFER_FAILURES: Record<string, { step: string; description: string }> = {
  insufficient_balance: { step: 'balance_check', description: 'Your account balance is insufficient.' },
  wallet_limit_exceeded: {
    step: 'NA',
    description: "This would exceed the wallet's balance or monthly limit.",
  },
}

/** Why a transfer failed, in the shape of the error body. */
const TransferError = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && !('code' in value) ? failureOf(value) : value),
  z.object({
    id: z.string().meta({ description: 'ID of the transfer.', examples: ['trf_NfLw3gQ81xRt0a'] }),
    code: z.string().meta({ description: 'Code of the error.', examples: ['BAD_REQUEST_ERROR'] }),
    description: z.string().meta({
      description: 'Explanation of the failure.',
      examples: ['Your account balance is insufficient.'],
    }),
    field: z.null().meta({ description: 'Always null.' }),
    source: z.string().meta({ description: 'Source of the error.', examples: ['business'] }),
    step: z.string().meta({ description: 'Step at which the transfer failed.', examples: ['balance_check'] }),
    reason: z.string().meta({ description: 'Reason of the failure.', examples: ['insufficient_balance'] }),
    metadata: z.null().meta({ description: 'Always null.' }),
  }),
)

function failureOf({ id, reason }: { id?: unknown; reason?: unknown }) {
  const failure = TRANSFER_FAILURES[String(reason)]
  return {
    id,
    code: 'BAD_REQUEST_ERROR',
    description: failure?.description ?? 'The transfer failed.',
    field: null,
    source: 'business',
    step: failure?.step ?? 'NA',
    reason,
    metadata: null,
  }
}

/**
 * The failure reason is one column. A transfer that did not fail has no error, not even an empty one: Ruby's client
 * library raises whenever a response has that property.
 */
function withError(row: unknown) {
  if (typeof row !== 'object' || row === null || 'error' in row) return row
  const { id, failure_reason } = row as { id?: string; failure_reason?: string | null }
  return typeof failure_reason === 'string' ? { ...row, error: { id, reason: failure_reason } } : row
}

/** Money transferred to a customer's wallet, as specified. `created` means on hold. */
export const Transfer = z.preprocess(
  withError,
  z.object({
    id: z
      .string()
      .meta({ description: 'ID of the transfer, with the prefix trf_.', examples: ['trf_NfLw3gQ81xRt0a'] }),
    entity: z.literal('transfer').default('transfer').meta({ description: 'Always transfer.' }),
    status: TransferStatus.meta({
      description:
        'created: on hold. processed: credited to the wallet. failed: the amount is back in your balance.',
      examples: ['processed'],
    }),
    source: z.string().meta({
      description: 'ID of the payment that was transferred from, or of your account for a direct transfer.',
      examples: ['pay_NfLw3gQ81xRt0a'],
    }),
    recipient: z.string().meta({
      description: 'ID of the customer whose wallet receives the transfer.',
      examples: ['cust_NfLw3gQ81xRt0a'],
    }),
    amount: StoredInteger.meta({
      description: 'Amount of the transfer in the smallest currency unit (paise for INR).',
      examples: [10_000],
    }),
    currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
    amount_reversed: StoredInteger.meta({ description: 'Amount reversed so far.', examples: [0] }),
    fees: StoredInteger.meta({ description: 'Fee charged for the transfer, excluding tax.', examples: [0] }),
    tax: StoredInteger.meta({ description: 'Tax on the fee.', examples: [0] }),
    notes: Notes.meta({ examples: [[]] }),
    linked_account_notes: z
      .array(z.string())
      .meta({ description: 'Keys of the notes that the recipient can see.', examples: [[]] }),
    on_hold: z.boolean().meta({ description: 'Whether the transfer is on hold.', examples: [false] }),
    on_hold_until: StoredInteger.nullable().meta({
      description: 'When the hold ends, as a Unix timestamp in seconds. Null without an end.',
      examples: [null],
    }),
    recipient_settlement_id: z
      .string()
      .nullable()
      .meta({
        description: 'ID of the settlement that the transfer was deducted from. Null until then.',
        examples: [null],
      }),
    recipient_settlement: Settlement.nullable().optional().meta({
      description:
        'Settlement that the transfer was deducted from, null until then. Only with expand[]=recipient_settlement.',
    }),
    settlement_status: z
      .literal(null)
      .default(null)
      .meta({ description: 'Always null: wallets are credited at once, without a settlement.' }),
    error: TransferError.optional().meta({
      description: 'Why the transfer failed. Absent unless it did.',
    }),
    processed_at: StoredInteger.nullable().meta({
      description:
        'When the wallet was credited, as a Unix timestamp in seconds. Null on hold or after a failure.',
      examples: [1_781_505_000],
    }),
    created_at: CreatedAt,
  }),
)
export type Transfer = z.output<typeof Transfer>

/** The account that reversed, which the row has under another name. */
function withInitiator(row: unknown) {
  if (typeof row !== 'object' || row === null || 'initiator_id' in row) return row
  return { ...row, initiator_id: (row as { account_id?: string }).account_id }
}

/** The money that was returned from the wallet. */
export const Reversal = z.preprocess(
  withInitiator,
  z.object({
    id: z.string().meta({
      description: 'ID of the reversal, with the prefix rvrsl_.',
      examples: ['rvrsl_NfLw3gQ81xRt0a'],
    }),
    entity: z.literal('reversal').default('reversal').meta({ description: 'Always reversal.' }),
    transfer_id: z
      .string()
      .meta({ description: 'ID of the transfer that was reversed.', examples: ['trf_NfLw3gQ81xRt0a'] }),
    amount: StoredInteger.meta({
      description: 'Amount reversed, in the smallest currency unit (paise for INR).',
      examples: [10_000],
    }),
    currency: z.string().meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] }),
    fee: StoredInteger.meta({ description: 'Fee charged for the reversal, including tax.', examples: [0] }),
    tax: StoredInteger.meta({ description: 'Tax included in the fee.', examples: [0] }),
    notes: Notes.meta({ examples: [[]] }),
    initiator_id: z.string().meta({
      description: 'ID of the account that reversed the transfer.',
      examples: ['acc_NfLw3gQ81xRt0a'],
    }),
    customer_refund_id: z
      .literal(null)
      .default(null)
      .meta({ description: 'Always null: a reversal refunds no customer.' }),
    created_at: CreatedAt,
  }),
)

const hold = {
  on_hold: Truth.default(false).meta({
    description:
      'true holds the transfer until on_hold_until or, without it, until you release it; false releases it.',
    examples: [false],
  }),
  on_hold_until: Timestamp.nullish().meta({
    description: 'When the hold ends, as a Unix timestamp in seconds. Must be in the future.',
  }),
}

const request = {
  amount: Amount.meta({ examples: [10_000] }),
  currency: Rupees,
  notes: NotesInput.default({}).meta({ examples: [{ reason: 'Cashback' }] }),
  linked_account_notes: z
    .array(z.string().max(256))
    .max(15, 'Up to 15 keys of notes that the recipient can see.')
    .default([])
    .meta({ description: 'Keys of the notes that the recipient can see.' }),
  ...hold,
}

/** `POST /v1/payments/:id/transfers`: one customer per call. */
export const TransferPayment = z.strictObject({
  id: Id('payment'),
  transfers: z
    .array(
      z.strictObject({
        customer: Id('customer').meta({
          description: 'ID of the customer whose wallet receives the transfer.',
          examples: ['cust_NfLw3gQ81xRt0a'],
        }),
        ...request,
      }),
      'transfers must be an array.',
    )
    .length(1, 'Send exactly one transfer per request.')
    .meta({ description: 'The transfer to create. Send exactly one.' }),
})

/** `POST /v1/transfers`: the specification names the customer in two ways, and both are accepted. */
export const CreateTransfer = z
  .strictObject({
    customer: Id('customer')
      .optional()
      .meta({ description: 'Customer that the transfer goes to, as customer_id. Send one of the two.' }),
    customer_id: Id('customer')
      .optional()
      .meta({
        description: 'ID of the customer whose wallet receives the transfer.',
        examples: ['cust_NfLw3gQ81xRt0a'],
      }),
    ...request,
  })
  .refine(({ customer, customer_id }) => customer !== undefined || customer_id !== undefined, {
    path: ['customer_id'],
    error: 'customer_id is required.',
    // Beside what else is wrong, so that all missing fields are named at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })

const TRANSFER_EXPANSIONS = ['recipient_settlement'] as const
export type TransferExpansion = (typeof TRANSFER_EXPANSIONS)[number]

/** The four forms of expand are normalized to a list before this (lib/surfaces). */
export const TransferExpand = z
  .array(z.enum(TRANSFER_EXPANSIONS, `expand accepts ${TRANSFER_EXPANSIONS.join(', ')} here.`))
  .default([])
  .meta({ description: 'Related objects to include: recipient_settlement.' })

export const FetchTransfer = z.strictObject({ id: Id('transfer') })

/** `GET /v1/transfers/:id` */
export const FetchExpandedTransfer = FetchTransfer.extend({ expand: TransferExpand })

/** `GET /v1/transfers/:id/reversals` */
export const FetchTransferReversals = z.strictObject({
  id: Id('transfer'),
  ...PageQuery,
  ...cursors(Id('reversal')),
})

export const FetchAllTransfers = z.strictObject({
  ...PageQuery,
  ...cursors(Id('transfer')),
  expand: TransferExpand,
  recipient: Id('customer')
    .optional()
    .meta({ description: 'Only transfers to the wallet of this customer.' }),
  status: TransferStatus.optional().meta({ description: 'Only transfers with this status.' }),
  recipient_settlement_id: Id('settlement')
    .optional()
    .meta({ description: 'Only transfers that were deducted from this settlement.' }),
  query: filterText('status:failed amount:>=500 created:last-month'),
})

export const UpdateTransfer = z.strictObject({
  id: Id('transfer'),
  on_hold: Truth.optional().meta({
    description: 'false releases the transfer, true keeps it on hold.',
    examples: [false],
  }),
  on_hold_until: Timestamp.nullish().meta({
    description: 'When the hold ends, as a Unix timestamp in seconds. null removes the end.',
  }),
})

export const ReverseTransfer = z.strictObject({
  id: Id('transfer'),
  amount: Amount.optional().meta({ description: 'Defaults to the full amount left.', examples: [5_000] }),
  notes: NotesInput.default({}),
})

export const Transfers = Collection(Transfer)

export const ListedTransfer = z.preprocess(
  withError,
  Transfer.out.extend({
    customer_name: z.string().nullable(),
    failure_reason: z.string().nullable(),
    created_by: z.string().nullable(),
    processed_at: StoredInteger.nullable(),
  }),
)
export type ListedTransfer = z.output<typeof ListedTransfer>
