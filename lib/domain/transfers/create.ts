import { gatePart, holdForApproval } from '#lib/domain/approvals/hold.ts'
import type { RequesterRow } from '#lib/domain/approvals/requester.ts'
import { type CustomerRow, existingCustomer } from '#lib/domain/customers/find.ts'
import { addTransferred, existingPayment, type PaymentRow } from '#lib/domain/payments/find.ts'
import { recordPart, unlocked } from '#lib/domain/record.ts'
import { assertTransferable } from '#lib/domain/transfers/rules.ts'
import { CreateTransfer, Transfer, TransferPayment, Transfers } from '#lib/domain/transfers/schema.ts'
import {
  type NewTransfer,
  recordFailedTransfer,
  sendTransfer,
  TRANSFER_EVENTS,
} from '#lib/domain/transfers/send.ts'
import { TRANSFER_FEATURES } from '#lib/domain/unsupported.ts'
import { type WalletRow, walletPart } from '#lib/domain/wallets/move.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { collection } from '#lib/filters/page.ts'
import type { Reason } from '#lib/pipeline/error-reasons.ts'
import { type AppError, refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/**
 * The errors that are recorded as a failed transfer: insufficient balance, or a limit. Any other error rejects the
 * request.
 */
const ON_RECORD: Reason[] = ['insufficient_balance', 'wallet_limit_exceeded']

/** The data that a transfer depends on. */
type Read = { customer: CustomerRow; wallet: WalletRow; gate: RequesterRow }

export const transferPayment = defineOperation({
  name: 'transfer_payment',
  title: 'Transfer a payment to a wallet',
  summary: "Transfers all or part of a captured payment from your balance to a customer's wallet.",
  permission: 'transfers:write',
  emits: TRANSFER_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/payments/:id/transfers',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: false },
  status: 201,
  discontinued: true,
  effect: 'optimistic',
  input: TransferPayment,
  output: Transfers,
  unsupported: TRANSFER_FEATURES,
  errors: [
    'product_discontinued',
    'record_not_found',
    'payment_not_captured',
    'transfer_amount_too_large',
    'invalid_mobile_number',
    'insufficient_balance',
    'wallet_limit_exceeded',
  ],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const [request] = input.transfers
    if (!request) throw new Error('Send exactly one transfer.')
    const { customer: id, ...wanted } = request
    const found = await context.read<Read & { payment: PaymentRow }>({
      payment: recordPart(context, 'payments', input.id),
      customer: unlocked(recordPart(context, 'customers', id)),
      wallet: walletPart(context, id),
      gate: gatePart(context, { operation: 'transfer_payment', object_id: input.id }),
    })
    // The ID in the path is checked before those in the body.
    const payment = existingPayment(found.payment, input.id)
    const customer = existingCustomer(found.customer, id, 'transfers.0.customer')
    assertTransferable(payment, wanted.amount, 'transfers.0.amount')
    const movement = {
      operation: 'transfer_payment',
      input,
      amount: wanted.amount,
      currency: wanted.currency,
      object_id: payment.id,
      record: customer.id,
    }
    await holdForApproval(context, movement, found.gate)
    addTransferred(context, payment.id, wanted.amount)
    const recipient = { ...customer, wallet: found.wallet }
    return collection([await sendTransfer(context, recipient, { ...wanted, source: input.id })])
  },
  onRecord: {
    reasons: ON_RECORD,
    write(context, { id: source, transfers: [request] }, error) {
      if (!request) return Promise.resolve(error)
      const { customer, ...wanted } = request
      return failedTransfer(context, customer, { ...wanted, source }, error, 'transfers.0.amount')
    },
  },
})

export const createTransfer = defineOperation({
  name: 'create_transfer',
  title: 'Create a direct transfer',
  summary: "Transfers money from your balance to a customer's wallet, as cashback.",
  permission: 'transfers:write',
  emits: TRANSFER_EVENTS,
  movesMoney: true,
  confirm: 'live',
  http: 'POST /v1/transfers',
  scope: 'wallet:write',
  tool: { destructive: true, idempotent: false, openWorld: false },
  toolName: 'transfer_to_wallet',
  status: 201,
  discontinued: true,
  effect: 'optimistic',
  input: CreateTransfer,
  output: Transfer,
  unsupported: TRANSFER_FEATURES,
  errors: [
    'product_discontinued',
    'record_not_found',
    'invalid_mobile_number',
    'insufficient_balance',
    'wallet_limit_exceeded',
  ],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const { id, field, wanted } = directTransfer(input)
    const found = await context.read<Read>({
      customer: unlocked(recordPart(context, 'customers', id)),
      wallet: walletPart(context, id),
      gate: gatePart(context, { operation: 'create_transfer', object_id: id }),
    })
    const customer = existingCustomer(found.customer, id, field)
    const movement = {
      operation: 'create_transfer',
      input,
      amount: wanted.amount,
      currency: wanted.currency,
      object_id: id,
    }
    await holdForApproval(context, movement, found.gate)
    const recipient = { ...customer, wallet: found.wallet }
    return sendTransfer(context, recipient, { ...wanted, source: context.account.id })
  },
  onRecord: {
    reasons: ON_RECORD,
    write(context, input, error) {
      const { id, wanted } = directTransfer(input)
      return failedTransfer(context, id, { ...wanted, source: context.account.id }, error, 'amount')
    },
  },
})

/** The recipient customer, by either of the two property names. */
function directTransfer({ customer, customer_id, ...wanted }: ReturnType<typeof CreateTransfer.parse>) {
  // One of the two is there: the schema asks for it.
  const id = customer ?? customer_id ?? ''
  if (customer !== undefined && customer_id !== undefined && customer !== customer_id) {
    throw refused(
      'input_validation_failed',
      'customer and customer_id name different customers. Send one of them.',
      {
        field: 'customer_id',
      },
    )
  }
  return { id, field: customer === undefined ? 'customer_id' : 'customer', wanted }
}

/** Records a failed transfer and adds its ID to the response. */
async function failedTransfer(
  context: Context,
  customerId: string,
  request: NewTransfer,
  { reason, message, field, metadata }: AppError,
  amountField: string,
): Promise<AppError> {
  const failed = recordFailedTransfer(context, customerId, request, reason)
  return refused(reason, message, {
    field: field === 'amount' ? amountField : field,
    metadata: { ...metadata, transfer_id: failed.id },
  })
}
