import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { updateFundAccount } from '#lib/domain/fund-accounts/fetch.ts'
import { createPayout } from '#lib/domain/payouts/create.ts'
import { createTransfer } from '#lib/domain/transfers/create.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import { REFUND_SECONDS } from './bank.ts'
import { shopperNumbered } from './catalogue.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

type Paid = {
  /** How long before the present, in seconds. */
  before: number
  account: 'first' | 'closed'
  amount: number
  purpose: string
  reference: string
  narration?: string
}

type Holder = {
  /** Which of the shoppers that are written down. */
  shopper: number
  accounts: { first: Bank; closed?: Bank }
  /** The credits of the wallet before its payouts. */
  load: number
  payouts: Paid[]
}
type Bank = { ifsc: string; number: string }

/** The bank of the tests returns payouts to a number that ends in 000. */
const HOLDERS: Holder[] = [
  {
    shopper: 5,
    accounts: {
      first: { ifsc: 'HDFC0000001', number: '50100012344821' },
      closed: { ifsc: 'SBIN0000300', number: '30211876000' },
    },
    load: 900_000,
    payouts: [
      {
        before: 12 * DAY,
        account: 'first',
        amount: 250_000,
        purpose: 'refund',
        reference: 'KS-RET-118',
      },
      {
        before: 4 * DAY,
        account: 'closed',
        amount: 120_000,
        purpose: 'cashback',
        reference: 'KS-CB-31',
        narration: 'Kaveri cashback',
      },
    ],
  },
  {
    shopper: 12,
    accounts: { first: { ifsc: 'ICIC0000047', number: '004701559073' } },
    load: 500_000,
    payouts: [
      {
        before: REFUND_SECONDS / 2,
        account: 'first',
        amount: 175_000,
        purpose: 'payout',
        reference: 'KS-OUT-7',
      },
    ],
  },
]

/** The payouts to two customers: one has arrived, one came back, one is pending. @param end the current time */
export function planPayouts(end: number): { at: number; tell(shop: Shop): Story }[] {
  return HOLDERS.map((holder) => ({
    at: end - Math.max(...holder.payouts.map(({ before }) => before)) - 2 * DAY,
    tell: (shop) => paidOut(shop, holder, end),
  }))
}

async function* paidOut(shop: Shop, { shopper, accounts, load, payouts }: Holder, end: number): Story {
  const customer_id = shop.customers.get(shopperNumbered(shopper).email)
  if (!customer_id) throw new Error(`The shopper ${shopper} is no customer.`)
  const { finance } = shop.cast
  const { name } = await shop.run(fetchCustomer, { id: customer_id }, finance)
  if (name === null) throw new Error(`The shopper ${shopper} has no name.`)
  const loaded = {
    customer_id,
    amount: load,
    currency: 'INR',
    notes: { description: 'Returned goods' },
  } as const
  await shop.run(createTransfer, loaded, finance)
  yield HOUR
  const ids = new Map<string, string>()
  for (const [which, { ifsc, number }] of Object.entries(accounts)) {
    const bank_account = { name, ifsc, account_number: number }
    const added = await shop.run(
      createFundAccount,
      { customer_id, account_type: 'bank_account', bank_account },
      finance,
    )
    ids.set(which, added.id)
  }
  for (const { before, account, reference, narration, amount, purpose } of payouts) {
    yield Math.max(0, end - before - shop.now())
    const request = { amount, purpose, reference_id: reference, ...(narration ? { narration } : {}) }
    const fund_account_id = ids.get(account) ?? ''
    await shop.run(createPayout, { id: customer_id, fund_account_id, currency: 'INR', ...request }, finance)
  }
  const closed = ids.get('closed')
  if (!closed) return
  // After a return there are no further payouts to it.
  yield REFUND_SECONDS + 3 * HOUR
  await shop.run(updateFundAccount, { id: closed, active: false }, finance)
}
