import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { JOINED, type Killable, killRepeatedly, openKillable, paymentOf, STORMS, until } from './instance.ts'

/** The number of clients that move money at once, in the wallets of half as many customers. */
const CLIENTS = 6

/** An amount that no other payout has, and what it deducts from a wallet with fee and tax. */
const AMOUNT = 10_007
const TAKEN = AMOUNT + 590

type Made = { id: string; status: string }
type Entry = { source: string; credit: number; debit: number; balance: number }

/** The merchant's balance, a wallet with money, and the requests that are repeated until there is a response. */
function walletsOf(instance: Killable) {
  const post = async (path: string, body: object, key: string): Promise<Made> => {
    const response = await instance.insist('POST', path, body, key)
    expect([200, 201], `${path} ${JSON.stringify(response.body)}`).toContain(response.status)
    return response.body as unknown as Made
  }
  const get = async <T>(path: string): Promise<T> => {
    for (let tries = 0; ; tries += 1) {
      const response = await instance.ask('GET', path).catch(() => undefined)
      if (response?.status === 200) return response.body as unknown as T
      if (tries === 100) throw new Error(`No response to GET ${path}: ${JSON.stringify(response)}`)
      await sleep(100)
    }
  }
  const transfer = (who: Made, amount: number, key: string) =>
    post('/transfers', { customer_id: who.id, amount, currency: 'INR' }, key)
  return {
    post,
    get,
    transfer,
    /** Balance that can be transferred to wallets. */
    async earn(amount: number): Promise<void> {
      const order = await post('/orders', { amount, currency: 'INR', payment_capture: true }, 'earn-order')
      await post('/payments/create/json', paymentOf(order, amount), 'earn')
    },
    async holder(number: number, amount: number): Promise<Made> {
      const contact = `+9198765${20_000 + number}`
      const body = { name: `Holder ${number}`, email: `holder${number}@example.com`, contact }
      const who = await post('/customers', body, `customer-${number}`)
      if (amount > 0) await transfer(who, amount, `load-${number}`)
      return who
    },
    account: (who: Made, account_number: string) =>
      post(
        '/fund_accounts',
        {
          customer_id: who.id,
          account_type: 'bank_account',
          bank_account: { name: 'Holder', ifsc: 'HDFC0000001', account_number },
        },
        `account-${who.id}-${account_number}`,
      ),
    order: (amount: number, key: string) =>
      post('/orders', { amount, currency: 'INR', payment_capture: true }, key),
    payment: async (who: Made, order: Made, amount: number, key: string) => {
      const body = {
        method: 'wallet',
        wallet: 'openwallet',
        currency: 'INR',
        amount,
        customer_id: who.id,
        order_id: order.id,
        contact: '+919876520000',
        email: 'payer@example.com',
      }
      const paid = await post('/payments/create/openwallet', body, key)
      return (paid as unknown as { service_payment_id: string }).service_payment_id
    },
    payout: (who: Made, account: Made, amount: number, key: string) =>
      post(
        `/customers/${who.id}/payouts`,
        { fund_account_id: account.id, amount, currency: 'INR', purpose: 'payout' },
        key,
      ),
    balance: async (who: Made) => (await get<{ balance: number }>(`/customers/${who.id}/balance`)).balance,
    /** Every entry of a wallet, newest first. */
    async statement(who: Made): Promise<Entry[]> {
      const entries: Entry[] = []
      for (let more = true; more; ) {
        const path = `/customers/${who.id}/statement?count=100&skip=${entries.length}`
        const { items } = await get<{ items: Entry[] }>(path)
        entries.push(...items)
        more = items.length === 100
      }
      return entries
    },
  }
}

describe.each(JOINED)('a kill between the call and the record of a payout, writes %s,', (_, JOIN_WRITES) => {
  let instance: Killable
  beforeAll(async () => {
    instance = await openKillable('payouts', { JOIN_WRITES })
  })
  afterAll(async () => {
    await instance.start()
    expect(await instance.doctor()).toMatchObject({ ok: true })
    await instance.stop()
  })

  it.each([
    [1, 'processed', '501000123411', TAKEN],
    [2, 'reversed', '501000123000', 0],
  ] as const)('pays out once (%i): %s', { timeout: 600_000 }, async (number, end, account_number, taken) => {
    // The demo merchant has a pending payout of its own, which must not be the one that kills the server.
    await instance.start(`payout:${AMOUNT}`)
    const wallets = walletsOf(instance)
    await wallets.earn(200_000)
    const who = await wallets.holder(number, 50_000)
    const account = await wallets.account(who, account_number)
    // The worker calls the bank and is killed there, perhaps before this response is sent.
    const body = { fund_account_id: account.id, amount: AMOUNT, currency: 'INR', purpose: 'payout' }
    const path = `/customers/${who.id}/payouts`
    const request = instance.ask('POST', path, body, `payout-${number}`).catch(() => {})
    await instance.gone()
    await request

    await instance.start()
    const payout = await wallets.post(path, body, `payout-${number}`)
    await until(
      `the payout is ${end}`,
      300_000,
      async () => (await wallets.get<Made>(`/payouts/${payout.id}`)).status === end,
    )
    expect(await wallets.balance(who)).toBe(50_000 - taken)
    const moved = (await wallets.statement(who)).filter(({ source }) => source === payout.id)
    expect(moved.map(({ credit, debit }) => credit - debit)).toEqual(
      end === 'processed' ? [-TAKEN] : [TAKEN, -TAKEN],
    )
    expect((await wallets.get<{ count: number }>(`/payouts?customer_id=${who.id}`)).count).toBe(1)
    await instance.stop()
  })
})

describe.each(STORMS)('a storm of wallet operations, %s,', (_, settings) => {
  it('with kills in it loses nothing that was acknowledged and does nothing twice', {
    timeout: 600_000,
  }, async () => {
    const instance = await openKillable('wallet-storm', settings)
    await instance.start()
    try {
      const wallets = walletsOf(instance)
      const begun = Math.floor(Date.now() / 1000)
      await wallets.earn(20_000_000)
      const holders = await Promise.all([1, 2, 3].map((number) => wallets.holder(number, 200_000)))
      const accounts = await Promise.all(
        holders.map(async (who) => [
          await wallets.account(who, '501000123411'),
          await wallets.account(who, '501000123000'),
        ]),
      )
      /** The effect of each acknowledged movement on its wallet, by its source. */
      const wanted = holders.map(() => new Map<string, number[]>())
      const payouts: Made[] = []
      let going = true

      async function client(number: number): Promise<void> {
        const at = number % holders.length
        const [who, moves] = [holders[at], wanted[at]]
        if (!who || !moves) return
        for (let turn = 0; going; turn += 1) {
          const key = `${number}-${turn}`
          const load = await wallets.transfer(who, 1000, `${key}-load`)
          moves.set(load.id, [1000])
          const order = await wallets.order(700, `${key}-order`)
          const payment = await wallets.payment(who, order, 700, `${key}-pay`)
          moves.set(payment, [-700])
          const refund = await wallets.post(`/payments/${payment}/refund`, { amount: 200 }, `${key}-refund`)
          moves.set(refund.id, [200])
          const back = turn % 2
          const account = accounts[at]?.[back]
          if (turn % 3 > 0 || !account) continue
          const payout = await wallets.payout(who, account, 100, `${key}-payout`)
          payouts.push(payout)
          moves.set(payout.id, back === 1 ? [-690, 690] : [-690])
        }
      }

      const clients = Array.from({ length: CLIENTS }, (_, number) => client(number))
      await killRepeatedly(instance)
      // However slow the machine is: more than the first payout of each client.
      await until('clients pay out again', 300_000, async () => payouts.length > CLIENTS)
      going = false
      await Promise.all(clients)
      await until('every payout has come to its end', 300_000, async () => {
        for (const { id } of payouts)
          if ((await wallets.get<Made>(`/payouts/${id}`)).status === 'processing') return false
        return true
      })

      for (const [at, who] of holders.entries()) {
        const entries = (await wallets.statement(who)).reverse()
        const found = Map.groupBy(entries, ({ source }) => source)
        const moves = wanted[at] ?? new Map<string, number[]>()
        // Each acknowledged movement exists as acknowledged, and nothing else but the first load.
        for (const [source, amounts] of moves)
          expect(
            found.get(source)?.map(({ credit, debit }) => credit - debit),
            source,
          ).toEqual(amounts)
        expect(found.size).toBe(moves.size + 1)
        let balance = 0
        for (const entry of entries) {
          balance += entry.credit - entry.debit
          expect(entry.balance).toBe(balance)
        }
        expect(await wallets.balance(who)).toBe(balance)
      }
      // Otherwise the kills have hit no statement of several requests.
      expect((await instance.sharedStatements(begun)) > 0).toBe(settings.JOIN_WRITES !== 'off')
      expect(await instance.doctor()).toMatchObject({ ok: true })
    } finally {
      await instance.stop()
    }
  })
})
