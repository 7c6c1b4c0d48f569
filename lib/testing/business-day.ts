import { expect } from 'vitest'
import { settleReserved } from '#lib/jobs/settle.ts'
import { Changes } from '#lib/pipeline/changes.ts'
import type { Write } from '#lib/pipeline/changes-statement.ts'
import { findings } from '#lib/testing/consistency.ts'
import { eventually } from '#lib/testing/eventually.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { openRest, type Reply, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { newId } from '#lib/values/id.ts'

type Day = {
  instance: Instance
  rest: Rest
  shop: Shop
  /** Something that should not have happened. */
  complain(complaint: string): void
  /** @returns the successes; a response of 500 is a complaint */
  look(responses: Reply[]): Reply[]
}

/**
 * A day of business. Any part can come first: it begins with money beside that which it is about, so that no balance of
 * the merchant or of all wallets stops what something else should stop.
 */
const PARTS = {
  'one of each': async ({ complain, instance, look, shop }) => {
    const before = await balanceOf(instance)
    const payment = await shop.captured(100_000)
    look([
      await shop.refund(payment, { amount: 1000 }),
      await shop.refund(payment, { amount: 2013 }),
      await shop.refund(payment, { amount: 3068, speed: 'optimum' }),
    ])
    await shop.authorized(5000)
    const order = await shop.order(10_000, { partial_payment: true, payment_capture: true })
    await shop.pay(order, undefined, { amount: 4000 })
    await shop.pay(order, undefined, { amount: 6000 })
    await instance.pass(60)
    await instance.pass(259_300)
    const expected = 100_000 - 2360 - 1000 - 3068 + 4000 - 94 + 6000 - 142
    const earned = (await balanceOf(instance)) - before
    if (earned !== expected) complain(`the balance has grown by ${earned} and not by ${expected}`)
  },

  'fifty captures': async ({ complain, look, shop }) => {
    const payment = await shop.authorized(5000)
    const captured = look(await times(50, () => shop.capture(payment)))
    if (captured.length !== 1) complain(`${captured.length} captures of one payment`)
  },

  'refunds beyond the payment': async ({ complain, look, shop }) => {
    await shop.captured(100_000)
    const payment = await shop.captured(5000)
    const refunds = look(await times(20, () => shop.refund(payment, { amount: 2000 })))
    if (refunds.length > 2) complain(`${refunds.length - 2} too many refunds`)
  },

  'refunds beyond the balance': async ({ look, shop }) => {
    const large = await times(4, () => shop.captured(4_000_000))
    look(await times(4, (index) => shop.refund(large[index])))
  },

  'reversals beyond the transfer': async ({ complain, look, rest, shop }) => {
    await shop.captured(100_000)
    const body = { name: 'Wallet Holder', contact: '+919876510000' }
    const who = (await rest.post('/v1/customers', body)).body
    const give = (amount: number) =>
      rest.post('/v1/transfers', { customer_id: who.id, amount, currency: 'INR' })
    const [transfer] = look([await give(5000), await give(50_000)])
    const reverse = () => rest.post(`/v1/transfers/${transfer?.body.id}/reversals`, { amount: 2000 })
    const reversed = look(await times(20, reverse)).length
    if (reversed !== 2) complain(`${reversed - 2} too many reversals beyond the transfer`)
  },

  'payments beyond the wallet': async ({ complain, look, rest, shop }) => {
    await shop.captured(100_000)
    const body = { name: 'Wallet Holder', contact: '+919876510002', email: 'holder@example.com' }
    const who = (await rest.post('/v1/customers', body)).body
    const other = (await rest.post('/v1/customers', { ...body, contact: '+919876510003' })).body
    const give = (customer_id: string, amount: number) =>
      rest.post('/v1/transfers', { customer_id, amount, currency: 'INR' })
    look([await give(who.id, 5000), await give(other.id, 50_000)])
    const orders = await times(20, () => shop.order(2000, { payment_capture: true }))
    const pay = (index: number) =>
      rest.post('/v1/payments/create/openwallet', {
        method: 'wallet',
        wallet: 'openwallet',
        customer_id: who.id,
        order_id: orders[index]?.id,
        amount: 2000,
        currency: 'INR',
        contact: body.contact,
        email: body.email,
      })
    const paid = look(await times(20, pay)).length
    if (paid !== 2) complain(`${paid - 2} too many payments from the wallet`)
  },

  'a wallet that is filled too late': async ({ complain, instance, look, rest, shop }) => {
    await shop.captured(100_000)
    const body = { name: 'Wallet Holder', contact: '+919876510004' }
    const who = (await rest.post('/v1/customers', body)).body
    look([await rest.post('/v1/transfers', { customer_id: who.id, amount: 100, currency: 'INR' })])
    // No two operations of one shape move a wallet in both directions, so these are writes of their own: the first
    // takes what only the second brings.
    const { writer } = instance.runtime
    if (writer === null) throw new Error('An instance without a writer joins nothing.')
    const move = (change: number) => writer.write(walletMove(instance, who.id, change))
    const taken = move(-160)
    const [first, second] = await Promise.allSettled([taken, move(160)])
    if (second.status === 'rejected') complain(`money for a wallet was rejected: ${second.reason}`)
    // The day goes on from what the ledger knows of the wallet.
    if (first.status === 'rejected') await move(-160)
    if ((await shop.count('customer_transactions', 'balance < 0 AND customer_id = $1', who.id)) > 0)
      complain('a wallet was below zero on the way')
  },

  'transfers beyond the payment': async ({ complain, look, rest, shop }) => {
    await shop.captured(100_000)
    const body = { name: 'Wallet Holder', contact: '+919876510001' }
    const who = (await rest.post('/v1/customers', body)).body
    look([await rest.post('/v1/transfers', { customer_id: who.id, amount: 100, currency: 'INR' })])
    const transfers = [{ customer: who.id, amount: 2000, currency: 'INR' }]
    // On a busy machine the requests of one round can come one after the other, and then nothing races.
    for (let round = 0; round < 3; round += 1) {
      const payment = await shop.captured(5000)
      const path = `/v1/payments/${payment.id}/transfers`
      const made = look(await times(20, () => rest.post(path, { transfers })))
      if (made.length !== 2) complain(`${made.length - 2} too many transfers beyond the payment`)
    }
  },

  'attempts on a paid order': async ({ complain, look, shop }) => {
    const paid = await shop.captured(5000)
    const responses = look(await times(3, async () => shop.attempt(await shop.fetch(paid.order_id))))
    if (responses.length > 0) complain(`${responses.length} attempts on a paid order`)
  },

  'one key': async ({ complain, look, rest, shop }) => {
    const orders = look(
      await times(50, () =>
        rest.post('/v1/orders', { amount: 777, currency: 'INR' }, { idempotencyKey: 'order' }),
      ),
    )
    const made = await shop.count('orders', 'amount = 777')
    if (made !== 1 || new Set(orders.map(({ text }) => text)).size !== 1)
      complain(`${made} orders with one key`)
    const payment = await shop.captured(5000)
    look(await times(20, () => shop.refund(payment, { amount: 200 }, { idempotencyKey: 'refund' })))
    const refunds = await shop.count('refunds', 'payment_id = $1', payment.id)
    if (refunds !== 1) complain(`${refunds} refunds with one key`)
  },

  'a slow bank': async ({ instance, look, shop }) => {
    const payment = await shop.authorized(5000)
    const { acquirer } = instance.runtime
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    let calls = 0
    instance.runtime.acquirer = (account) => ({
      ...acquirer(account),
      async capture(request) {
        const response = await acquirer(account).capture(request)
        calls += 1
        if (calls === 1) await gate
        return response
      },
    })
    const slow = shop.capture(payment)
    await eventually(() => expect(calls).toBe(1))
    await instance.pass(31)
    await settleReserved(instance.runtime)
    go()
    look([await slow])
    instance.runtime.acquirer = acquirer
  },

  'the end': ({ instance }) => instance.pass(260_000),
} satisfies Record<string, (day: Day) => Promise<void>>

export type Part = keyof typeof PARTS

const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

/** A change of a wallet that has no other effect. */
function walletMove(instance: Instance, customer_id: string, change: number): Write {
  const account_id = instance.actor.account.id
  const [credit, debit] = [Math.max(0, change), Math.max(0, -change)]
  const at = instance.now()
  const changes = new Changes()
  changes.moveWallet({
    account_id,
    customer_id,
    credit,
    debit,
    returning: 0,
    limits: null,
    at,
    month: new Date(at * 1000).toISOString().slice(0, 7),
    entry: {
      account_id,
      id: newId('customer_transaction', at * 1000),
      customer_id,
      source: 'test',
      status: 'completed',
      type: 'transfer',
      amount: credit + debit,
      currency: 'INR',
      credit,
      debit,
      description: null,
    },
  })
  return { changes }
}

const balanceOf = async (instance: Instance) => (await instance.balance()) || 0

/**
 * Runs the day, and looks after each part at what must always hold, at the end at what must hold then.
 * @param options.first the parts that come before the others
 * @param options.until the day ends early once this is among the complaints
 * @returns every failure of an assertion, a response or a check
 */
export async function complaintsOfDay(
  instance: Instance,
  options: { first?: readonly Part[]; until?: RegExp } = {},
): Promise<string[]> {
  const { first = [], until } = options
  const rest = await openRest(instance)
  const complaints: string[] = []
  const complain = (complaint: string) => void complaints.push(complaint)
  const look = (responses: Reply[]) => {
    for (const { status, error } of responses) if (status >= 500) complain(`500 ${error.reason}`)
    return responses.filter(({ status }) => status < 300)
  }
  const checked = async (atRest: boolean) => [
    ...complaints,
    ...(await findings(instance, { atRest })).map(({ check }) => check),
  ]
  const day: Day = { instance, rest, shop: shopOf(rest, instance), complain, look }
  for (const name of new Set([...first, ...(Object.keys(PARTS) as Part[])])) {
    await PARTS[name](day).catch((error) => complain(`${name}: ${error}`))
    if (until?.test(complaints.join('\n'))) return complaints
    const all = await checked(false)
    if (until?.test(all.join('\n'))) return all
  }
  return await checked(true)
}
