import { holdForApproval } from '#lib/domain/approvals/hold.ts'
import { namedCustomer } from '#lib/domain/customers/find.ts'
import { findPayment, lockPayment } from '#lib/domain/payments/find.ts'
import { transferable } from '#lib/domain/transfers/rules.ts'
import { CreateTransfer, Transfer, TransferPayment, Transfers } from '#lib/domain/transfers/schema.ts'
import { type NewTransfer, recordFailedTransfer, sendTransfer } from '#lib/domain/transfers/send.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { isAppError, type Reason, refused } from '#lib/errors.ts'
import { type Context, defineOperation } from '#lib/operation.ts'
import { collection } from '#lib/values/page.ts'

export const transferPayment = defineOperation({
  name: 'transfer_payment',
  title: 'Transfer a payment to a wallet',
  summary:
    'Moves all or part of a captured payment from the balance of the account into the wallet of a customer.',
  permission: 'transfers:write',
  movesMoney: true,
  http: 'POST /v1/payments/:id/transfers',
  status: 201,
  effect: 'steps',
  discontinued: true,
  input: TransferPayment,
  output: Transfers,
  refusals: [
    'product_discontinued',
    'record_not_found',
    'payment_not_captured',
    'transfer_amount_too_large',
    'invalid_mobile_number',
    'insufficient_balance',
    'wallet_limit_exceeded',
  ],
  async run(context, input) {
    served(context.account)
    const [asked] = input.transfers
    if (!asked) throw new Error('The schema asks for one transfer.')
    // The address is looked at before what the body names.
    await findPayment(context, input.id)
    const { customer: id, ...wanted } = asked
    const transfer = await attempt(
      context,
      id,
      'transfers.0.customer',
      { ...wanted, source: input.id },
      async (inner) => {
        // Locked, so that two transfers of one payment see each other.
        const payment = await lockPayment(inner, input.id)
        const amount = await transferredOf(inner, payment.id)
        transferable(
          { ...payment, amount: Number(payment.amount), amount_refunded: Number(payment.amount_refunded) },
          amount,
          wanted.amount,
          'transfers.0.amount',
        )
        await holdForApproval(inner, {
          operation: 'transfer_payment',
          input,
          amount: wanted.amount,
          currency: wanted.currency,
          object_id: payment.id,
          refund: false,
        })
      },
    )
    return collection([transfer])
  },
})

export const createTransfer = defineOperation({
  name: 'create_transfer',
  title: 'Create a direct transfer',
  summary: 'Moves money from the balance of the account into the wallet of a customer: cashback.',
  permission: 'transfers:write',
  movesMoney: true,
  http: 'POST /v1/transfers',
  status: 201,
  effect: 'steps',
  discontinued: true,
  input: CreateTransfer,
  output: Transfer,
  refusals: [
    'product_discontinued',
    'record_not_found',
    'invalid_mobile_number',
    'insufficient_balance',
    'wallet_limit_exceeded',
  ],
  async run(context, input) {
    const { customer, customer_id, ...wanted } = input
    served(context.account)
    const id = customer ?? customer_id
    if (id === undefined)
      throw refused('input_validation_failed', 'customer_id is required.', { field: 'customer_id' })
    if (customer !== undefined && customer_id !== undefined && customer !== customer_id) {
      throw refused('input_validation_failed', 'customer and customer_id name two customers. Send one.', {
        field: 'customer_id',
      })
    }
    const field = customer === undefined ? 'customer_id' : 'customer'
    return attempt(context, id, field, { ...wanted, source: context.account.id }, (inner) =>
      holdForApproval(inner, {
        operation: 'create_transfer',
        input,
        amount: wanted.amount,
        currency: wanted.currency,
        object_id: id,
        refund: false,
      }),
    )
  },
})

/** What stays on record when money or a limit is lacking; anything else is a request that was wrong. */
const ON_RECORD: Reason[] = ['insufficient_balance', 'wallet_limit_exceeded']

async function attempt(
  context: Context,
  customerId: string,
  field: string,
  asked: NewTransfer,
  allowed: (inner: Context) => Promise<void>,
) {
  const customer = await namedCustomer(context, customerId, field)
  try {
    return await context.transaction(async (inner) => {
      await allowed(inner)
      return sendTransfer(inner, customer, asked)
    })
  } catch (thrown) {
    if (!isAppError(thrown) || !ON_RECORD.includes(thrown.reason)) throw thrown
    const { reason, message, field: member, metadata } = thrown
    const failed = await context.transaction((inner) =>
      recordFailedTransfer(inner, customer.id, asked, reason),
    )
    throw refused(reason, message, {
      field: member === 'amount' ? field.replace(/customer(_id)?$/, 'amount') : member,
      metadata: { ...metadata, transfer_id: failed.id },
    })
  }
}

/** What the transfers of a payment come to, less what was taken back of them. */
async function transferredOf(context: Context, paymentId: string): Promise<number> {
  const sums = await context.tables.transfers.aggregate({
    where: { account_id: context.account.id, source: paymentId, status: { not: 'failed' } },
    _sum: { amount: true, amount_reversed: true },
  })
  return Number(sums._sum.amount ?? 0) - Number(sums._sum.amount_reversed ?? 0)
}
