import { randomUUID } from 'node:crypto'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { capturePayment } from '#lib/domain/payments/capture.ts'
import { createPayment } from '#lib/domain/payments/create.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { fetchAllPayments } from '#lib/domain/payments/fetch-all.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { refundPayment } from '#lib/domain/refunds/create.ts'
import { createTransfer, transferPayment } from '#lib/domain/transfers/create.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import { createWalletPayment } from '#lib/domain/wallets/pay.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { runJob } from '#lib/jobs/run.ts'
import type { Jobs } from '#lib/ports/jobs.ts'
import { goodCard, type Instance, payer } from '#lib/testing/instance.ts'
import type { Body } from '#lib/testing/shop.ts'
import { tripsOf } from '#lib/testing/trips.ts'

/**
 * The maximum round trips of each operation with everything on: an idempotency key, an endpoint that gets every event,
 * the audit line, jobs in the queue. Those of the bank simulator count, too, since it keeps its data in the same
 * database. When a number falls, lower it here, so that it can't rise again.
 */
export const MAX_TRIPS = {
  'create an order': 1,
  'pay by card': 4,
  'pay by card and capture': 6,
  'capture a payment': 4,
  'refund a part': 2,
  'process a refund': 4,
  'transfer from the balance': 2,
  'transfer a payment': 2,
  'reverse a transfer': 2,
  'pay from a wallet': 2,
  'pay from a wallet and capture': 2,
  'create a payout': 2,
  'process a payout': 3,
  'replace the notes of an order': 2,
  'replace the notes of a payment': 2,
  'list 100 payments': 1,
  'fetch a payment': 1,
  'fetch an order': 1,
}
export type CountedOperation = keyof typeof MAX_TRIPS

/** Those that the worker runs as jobs. */
const JOBS = new Set<CountedOperation>(['process a refund', 'process a payout'])

/** Those that a request runs, with the maximum of each. */
export const MAX_TRIPS_OF_REQUESTS = (Object.entries(MAX_TRIPS) as [CountedOperation, number][]).filter(
  ([name]) => !JOBS.has(name),
)

type Counted = { prepare(): Promise<Body>; work(prepared: Body): Promise<unknown> }

/**
 * Prepares an instance, with its jobs in the queue of the database, so that the trips of each operation can be counted.
 * @param run how operations are run: by the pipeline itself, or by a surface
 * @param settle ends what earlier operations left to be written in the background
 * @returns the trips of an operation: the least of three counts when the first is above the maximum, since a background
 *   task may have added one
 */
export async function openTrips(
  instance: Instance,
  run: Instance['run'] = (operation, input) => instance.run(operation, input, randomUUID()),
  settle: () => Promise<void> = async () => {},
): Promise<(name: CountedOperation) => Promise<number>> {
  const operations = await operationsOf(instance, run)
  return async (name) => {
    const { prepare, work } = operations[name]
    const count = async () => {
      const prepared = await prepare()
      await settle()
      return (await tripsOf(() => work(prepared))).trips
    }
    // The first call may prepare statements and start the queue.
    await count()
    let trips = await count()
    for (let again = 0; trips > MAX_TRIPS[name] && again < 2; again += 1)
      trips = Math.min(trips, await count())
    return trips
  }
}

async function operationsOf(
  instance: Instance,
  run: Instance['run'],
): Promise<Record<CountedOperation, Counted>> {
  const order = (amount = 10_000, more = {}) => run(createOrder, { amount, currency: 'INR', ...more })
  const payByCard = ({ id, amount }: Body) =>
    run(createPayment, { ...payer, order_id: id, amount, method: 'card', card: goodCard })
  const authorized = async () => payByCard(await order())
  const captured = async (amount = 10_000) => payByCard(await order(amount, { payment_capture: true }))

  await run(createWebhook, { url: 'http://localhost:9/hooks', events: ['*'] })
  const { payer: paid, holder, account } = await peopleOf()
  for (let count = 0; count < 100; count += 1) await authorized()

  async function peopleOf() {
    for (let count = 0; count < 5; count += 1) await captured(10_000_000)
    const contact = '+919876510000'
    const customer = await run(createCustomer, { name: 'Wallet Holder', email: 'w@example.com', contact })
    await run(createTransfer, { customer_id: customer.id, amount: 1_000_000, currency: 'INR', notes: {} })
    const bank_account = { name: 'Wallet Holder', ifsc: 'hdfc0000001', account_number: '123456789012' }
    const fund = { customer_id: customer.id, account_type: 'bank_account' as const, bank_account }
    return {
      payer: await captured(1_000_000),
      holder: { id: customer.id, contact, email: 'w@example.com' },
      account: await run(createFundAccount, fund),
    }
  }

  const payFromWallet = ({ id, amount }: Body) =>
    run(createWalletPayment, {
      method: 'wallet',
      wallet: 'openwallet',
      customer_id: holder.id,
      order_id: id,
      amount,
      currency: 'INR',
      contact: holder.contact,
      email: holder.email,
    })
  const transfer = (amount: number) =>
    run(createTransfer, { customer_id: holder.id, amount, currency: 'INR', notes: {} })
  const payOut = () =>
    run(createPayout, {
      id: holder.id,
      fund_account_id: account.id,
      purpose: 'refund',
      amount: 10_000,
      currency: 'INR',
    })
  const nothing = async () => null
  const capturing = () => order(10_000, { payment_capture: true })

  function job<N extends 'process-refund' | 'process-payout'>(name: N, data: Omit<Jobs[N], 'account_id'>) {
    const { runtime, actor } = instance
    return runJob(runtime, name, { account_id: actor.account.id, ...data } as Jobs[N])
  }

  return {
    'create an order': {
      prepare: nothing,
      work: () => order(10_000, { receipt: 'R-1', notes: { shelf: 'A' } }),
    },
    'pay by card': { prepare: () => order(), work: payByCard },
    'pay by card and capture': { prepare: capturing, work: payByCard },
    'capture a payment': {
      prepare: authorized,
      work: ({ id, amount }) => run(capturePayment, { id, amount }),
    },
    'refund a part': {
      prepare: () => captured(),
      work: ({ id }) => run(refundPayment, { id, amount: 1000 }),
    },
    'process a refund': {
      prepare: async () => run(refundPayment, { id: (await captured()).id, amount: 1000 }),
      work: ({ id }) => job('process-refund', { refund_id: id }),
    },
    'transfer from the balance': { prepare: nothing, work: () => transfer(1000) },
    'transfer a payment': {
      prepare: nothing,
      work: () =>
        run(transferPayment, {
          id: paid.id,
          transfers: [{ customer: holder.id, amount: 1000, currency: 'INR' }],
        }),
    },
    'reverse a transfer': {
      prepare: () => transfer(1000),
      work: ({ id }) => run(reverseTransfer, { id, amount: 500 }),
    },
    'pay from a wallet': { prepare: () => order(), work: payFromWallet },
    'pay from a wallet and capture': { prepare: capturing, work: payFromWallet },
    'create a payout': { prepare: nothing, work: payOut },
    'process a payout': { prepare: payOut, work: ({ id }) => job('process-payout', { payout_id: id }) },
    'replace the notes of an order': {
      prepare: nothing,
      work: () => run(updateOrder, { id: String(paid.order_id), notes: { shelf: randomUUID() } }),
    },
    'replace the notes of a payment': {
      prepare: nothing,
      work: () => run(updatePayment, { id: paid.id, notes: { shelf: randomUUID() } }),
    },
    'list 100 payments': { prepare: nothing, work: () => run(fetchAllPayments, { count: 100 }) },
    'fetch a payment': { prepare: nothing, work: () => run(fetchPayment, { id: paid.id }) },
    'fetch an order': { prepare: nothing, work: () => run(fetchOrder, { id: String(paid.order_id) }) },
  }
}
