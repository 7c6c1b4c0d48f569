import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import { startBank } from '#lib/acquirer/bank.ts'
import { openAcquirers } from '#lib/acquirer/live.ts'
import { signedHeaders } from '#lib/acquirer/signature.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { createOrder } from '#lib/domain/orders/create.ts'
import { beginHostedPayment } from '#lib/domain/payments/begin.ts'
import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { returnFromBank } from '#lib/domain/payments/fetch-for-payer.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { fetchPayout } from '#lib/domain/payouts/fetch.ts'
import { settlementDay } from '#lib/domain/settlements/rules.ts'
import { updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleBalance } from '#lib/domain/settlements/settle.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { fetchWalletBalance } from '#lib/domain/wallets/fetch.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { acquirerNotification } from '#lib/surfaces/acquirer-notifications.ts'
import type { acquirerProxy } from '#lib/testing/acquirer-proxy.ts'
import { type Instance, openInstance, payer } from '#lib/testing/instance.ts'
import { DAY } from '#lib/values/time.ts'

export type Bank = Awaited<ReturnType<typeof startBank>>
export type Spoil = Parameters<typeof acquirerProxy>[1]
type Where = Pick<Bank, 'url' | 'secrets'>

const globals = globalThis as { counterfoilRuntime?: Instance['runtime'] }

/**
 * An instance whose live mode is set up with banks of other processes, as far as it can tell: what a merchant, their payers
 * and a bank do there. Everything runs as the system of the live account, with the acquirer that is in use.
 */
export async function openLiveInstance({
  timeoutMs = 4000,
  // The circuit breaker goes by the real clock: after hours that a test lets pass at once it would still be open.
  restMs = 0,
  SECRET_KEY = randomBytes(32).toString('base64'),
  beside,
}: {
  timeoutMs?: number
  restMs?: number
  SECRET_KEY?: string
  beside?: Instance
} = {}) {
  const settings = {
    SECRET_KEY,
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    ACQUIRER_TIMEOUT_MS: String(timeoutMs),
    BASE_URL: 'http://localhost:1',
  }
  const instance = await openInstance({ settings, ...(beside ? { beside } : {}) })
  const { runtime, merchant } = instance
  const account_id = merchant.accounts.live
  await restart()

  /** Another process over the same database: nothing is known of acquirers, and no circuit breaker is open. */
  async function restart(): Promise<void> {
    globals.counterfoilRuntime = runtime
    await runtime.acquirers.close()
    const acquirers = openAcquirers({
      query: runtime.query,
      clock: runtime.clock,
      unseal: runtime.vault.open,
      networks: [settings.WEBHOOK_ALLOWED_NETWORKS],
      baseUrl: settings.BASE_URL,
      timeoutMs,
      restMs,
    })
    runtime.acquirers = acquirers
    runtime.acquirer = (account, id = account.acquirer?.id) => acquirers.of(account, id ?? '')
  }

  const live = (): Promise<Actor> => systemActor(runtime.query, account_id, 'test')

  async function run<I extends z.ZodType, O extends z.ZodType>(
    operation: Operation<I, O>,
    input: z.input<I>,
  ): Promise<z.output<O>> {
    return instance.run(operation, input, undefined, await live(), true)
  }

  /** Adds an acquirer and uses it from now on. @returns its ID */
  async function use({ url, secrets }: Where): Promise<string> {
    const { id } = await run(addAcquirer, { url, secret: secrets[0] })
    await run(useAcquirer, { id })
    return id
  }

  /** An order of live mode and a payment that the payer is to make on the page of the bank. */
  async function begin(amount: number, automatic = false) {
    const order = await run(createOrder, { amount, currency: 'INR', payment_capture: automatic })
    const request = { ...payer, amount, order_id: order.id, method: 'card' as const }
    const begun = await run(beginHostedPayment, request)
    return { order, id: begun.id, url: begun.url ?? '' }
  }

  async function comeBack(place: URL) {
    const [, , order_id = '', , id = ''] = place.pathname.split('/')
    return run(returnFromBank, { id, order_id, params: Object.fromEntries(place.searchParams) })
  }

  async function payOnPage(amount: number, automatic = false) {
    const begun = await begin(amount, automatic)
    await comeBack(await choose(begun.url, 'paid'))
    return begun
  }

  async function rows<Row extends Record<string, unknown>>(sql: string, ...values: unknown[]) {
    return (await runtime.query<Row>(sql, values)).rows
  }

  let customers = 0
  /** A customer with a wallet that holds this much, after a payment of so much, and a bank account of theirs. */
  async function holder(amount: number, account_number: string) {
    await payOnPage(amount * 2, true)
    customers += 1
    const contact = `+9198765${String(10_000 + customers)}`
    const customer = await run(createCustomer, { name: 'Wallet Holder', contact })
    await run(createTransfer, { customer_id: customer.id, amount, currency: 'INR' })
    const bank_account = { name: 'Wallet Holder', ifsc: 'HDFC0000001', account_number }
    const account = await run(createFundAccount, {
      customer_id: customer.id,
      account_type: 'bank_account',
      bank_account,
    })
    return { customer: customer.id, account: account.id }
  }

  /** Captures so much on the next working day, and settles the balance. */
  async function settle(amount: number) {
    await run(updateSettlementSettings, { schedule: 'on', delay_days: 0 })
    do await instance.pass(DAY)
    while (settlementDay(instance.now()) === null)
    await payOnPage(amount, true)
    const { settlement } = await run(settleBalance, {})
    return settlement
  }

  return {
    instance,
    account_id,
    settle,
    restart,
    live,
    run,
    use,
    begin,
    comeBack,
    payOnPage,
    rows,
    holder,
    paymentOf: (id: string) => run(fetchPayment, { id }),
    detailsOf: (id: string) => run(getAcquirerDetails, { id }),
    payoutOf: (id: string) => run(fetchPayout, { id }),
    payOut: ({ customer, account }: { customer: string; account: string }, amount = 10_000) =>
      run(createPayout, {
        id: customer,
        fund_account_id: account,
        amount,
        currency: 'INR',
        purpose: 'payout',
      }),
    walletOf: async (customer: string) => (await run(fetchWalletBalance, { id: customer })).balance,
    /** What the ledger says that the bank owes: it moves with what the bank has done alone. */
    atBank: async () =>
      Number(
        (
          await rows(
            `SELECT coalesce(sum(CASE WHEN debit = 'bank' THEN amount ELSE -amount END), 0) AS total
             FROM ledger_postings WHERE account_id = $1 AND 'bank' IN (debit, credit)`,
            account_id,
          )
        )[0]?.total,
      ),
    async close(): Promise<void> {
      delete globals.counterfoilRuntime
      await runtime.acquirers.close()
      await instance.close()
    },
  }
}

export type LiveInstance = Awaited<ReturnType<typeof openLiveInstance>>

/** What the payer presses on the page of the bank. @returns the address that they come back to */
export async function choose(url: string, outcome: 'paid' | 'declined' | 'cancelled'): Promise<URL> {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ outcome }),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '')
}

/** A notification as the bank of these secrets sends it. */
export async function notify(
  acquirer: string,
  reference: string,
  secrets: Bank['secrets'],
  message?: string,
): Promise<Response> {
  const body = JSON.stringify({ reference, status: 'settled' })
  const request = new Request(`http://localhost:1/v1/acquirers/${acquirer}/notifications`, {
    method: 'POST',
    headers: signedHeaders(secrets, body, Date.now(), message),
    body,
  })
  return acquirerNotification(request, { params: Promise.resolve({ id: acquirer }) })
}

/** A bank that decides everything at once. */
export function quickBank(more: { folder?: string; port?: number; secrets?: Bank['secrets'] } = {}) {
  return startBank({ port: 0, refundDelaySeconds: 0, lateReplySeconds: 0, ...more })
}

/** What a bank of the simulator has done, and the ledger's own figure: money that came in, less what it has paid. */
export function bankTotal(banks: Bank[]): number {
  let total = 0
  for (const { records } of banks)
    for (const record of records.values()) {
      const settled = record.settles_at === null || record.settles_at * 1000 <= Date.now()
      const now = (settled ? record.final : null) ?? record.answer.given
      if (record.kind === 'authorization' && now.outcome === 'authorized') total += record.answer.amount
      if ((record.kind === 'refund' || record.kind === 'payout') && now.outcome === 'processed')
        total -= record.answer.amount
    }
  return total
}
