import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
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
import type { Jobs } from '#lib/jobs/names.ts'
import { runJob } from '#lib/jobs/run.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { goodCard, payer } from '#lib/testing/instance.ts'
import type { Body } from '#lib/testing/shop.ts'
import { tripsOf } from '#lib/testing/trips.ts'
import { openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

/**
 * The maximum round trips of each operation with everything on: an idempotency key, an endpoint that gets every event,
 * the audit line, jobs in the queue. Those of the bank simulator count, too, since it keeps its data in the same
 * database. When a number falls, lower it here, so that it can't rise again.
 */
const MAX_TRIPS = {
  'create an order': 1,
  'pay by card': 4,
  'pay by card and capture': 6,
  'capture a payment': 4,
  'refund a part': 2,
  'process a refund': 5,
  'transfer from the balance': 2,
  'transfer a payment': 2,
  'reverse a transfer': 2,
  'pay from a wallet': 2,
  'pay from a wallet and capture': 2,
  'create a payout': 2,
  'process a payout': 4,
  'replace the notes of an order': 2,
  'replace the notes of a payment': 2,
  'list 100 payments': 1,
  'fetch a payment': 1,
  'fetch an order': 1,
}

let wallets: WalletInstance
let holder: Body
let account: Body
let paid: Body
beforeAll(async () => {
  wallets = await openWalletInstance({ queue: 'database' })
  const { instance, shop } = wallets
  await instance.run(createWebhook, { url: 'http://localhost:9/hooks', events: ['*'] })
  holder = await wallets.holder(1_000_000)
  account = await wallets.fundAccount(holder)
  paid = await shop.captured(1_000_000)
  for (let count = 0; count < 100; count += 1) await shop.pay(await shop.order())
})
afterAll(() => wallets.instance.close())

const run: WalletInstance['instance']['run'] = (operation, input) =>
  wallets.instance.run(operation, input, randomUUID())
const payByCard = (order: Body) =>
  run(createPayment, { ...payer, order_id: order.id, amount: order.amount, method: 'card', card: goodCard })
const payFromWallet = (order: Body) =>
  run(createWalletPayment, {
    method: 'wallet',
    wallet: 'openwallet',
    customer_id: holder.id,
    order_id: order.id,
    amount: order.amount,
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

type Measured = { prepare(): Promise<unknown>; work(prepared: Body): Promise<unknown> }
const nothing = async () => null

const OPERATIONS: Record<keyof typeof MAX_TRIPS, Measured> = {
  'create an order': {
    prepare: nothing,
    work: () => run(createOrder, { amount: 10_000, currency: 'INR', receipt: 'R-1', notes: { shelf: 'A' } }),
  },
  'pay by card': { prepare: () => wallets.shop.order(), work: payByCard },
  'pay by card and capture': {
    prepare: () => wallets.shop.order(10_000, { payment_capture: true }),
    work: payByCard,
  },
  'capture a payment': {
    prepare: () => wallets.shop.authorized(),
    work: ({ id, amount }) => run(capturePayment, { id, amount }),
  },
  'refund a part': {
    prepare: () => wallets.shop.captured(),
    work: ({ id }) => run(refundPayment, { id, amount: 1000 }),
  },
  'process a refund': {
    prepare: async () => run(refundPayment, { id: (await wallets.shop.captured()).id, amount: 1000 }),
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
  'pay from a wallet': { prepare: () => wallets.shop.order(), work: payFromWallet },
  'pay from a wallet and capture': {
    prepare: () => wallets.shop.order(10_000, { payment_capture: true }),
    work: payFromWallet,
  },
  'create a payout': { prepare: nothing, work: payOut },
  'process a payout': { prepare: payOut, work: ({ id }) => job('process-payout', { payout_id: id }) },
  'replace the notes of an order': {
    prepare: nothing,
    work: () => run(updateOrder, { id: paid.order_id, notes: { shelf: randomUUID() } }),
  },
  'replace the notes of a payment': {
    prepare: nothing,
    work: () => run(updatePayment, { id: paid.id, notes: { shelf: randomUUID() } }),
  },
  'list 100 payments': { prepare: nothing, work: () => run(fetchAllPayments, { count: 100 }) },
  'fetch a payment': { prepare: nothing, work: () => run(fetchPayment, { id: paid.id }) },
  'fetch an order': { prepare: nothing, work: () => run(fetchOrder, { id: paid.order_id }) },
}

function job<N extends 'process-refund' | 'process-payout'>(name: N, data: Omit<Jobs[N], 'account_id'>) {
  const { runtime, actor } = wallets.instance
  return runJob(runtime, name, { account_id: actor.account.id, ...data } as Jobs[N])
}

it.each(Object.entries(OPERATIONS))(
  '%s takes no more trips than the table allows',
  async (name, measured) => {
    const max = MAX_TRIPS[name as keyof typeof MAX_TRIPS]
    // The first call may prepare statements and start the queue.
    await measured.work(await measured.prepare())
    let trips = await tripsOfOne(measured)
    // A background task may have added one, but not three times.
    for (let again = 0; trips > max && again < 2; again += 1)
      trips = Math.min(trips, await tripsOfOne(measured))
    expect(trips, `${name} took ${trips} trips; at most ${max} are allowed.`).toBeLessThanOrEqual(max)
  },
)

async function tripsOfOne({ prepare, work }: Measured): Promise<number> {
  const prepared = await prepare()
  // Preparations over REST are in the request log, which is written in the background.
  await flushRequestLog(wallets.instance.runtime.query)
  return (await tripsOf(() => work(prepared))).trips
}
