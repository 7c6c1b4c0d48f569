import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportBalanceMovements, listBalanceMovementsForDashboard } from '#lib/domain/balance/list.ts'
import {
  closeBalanceMonths,
  exportBalanceFees,
  exportBalanceMonths,
  fetchBalanceMonth,
  fetchBalanceMonths,
} from '#lib/domain/balance/months.ts'
import type { BalanceMonth, ListedMovement } from '#lib/domain/balance/schema.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import { closeMonths } from '#lib/jobs/settle.ts'
import { ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'
import { DAY } from '#lib/values/time.ts'

let wallets: WalletInstance
beforeAll(async () => {
  wallets = await openWalletInstance()
})
afterAll(() => wallets.instance.close())

const asSystem: Pick<WalletInstance['instance'], 'run'> = {
  run: (operation, input) => wallets.instance.run(operation, input, undefined, wallets.instance.system),
}
const net = (movements: { credit: number; debit: number }[]) =>
  movements.reduce((sum, { credit, debit }) => sum + credit - debit, 0)

/** Every movement, newest first, as the export reads them page by page. */
async function exported(count: number): Promise<ListedMovement[]> {
  const all: ListedMovement[] = []
  for (;;) {
    const after = all.at(-1)?.id
    const { items } = await asSystem.run(exportBalanceMovements, { count, ...(after ? { after } : {}) })
    if (items.length === 0) return all
    all.push(...items)
  }
}

/** The files of months and fees have what the pages have, however they are paged. */
async function expectFilesToAgree(months: BalanceMonth[]): Promise<void> {
  const whole = (await asSystem.run(exportBalanceMonths, {})).items
  expect(whole.map(({ id }) => id)).toEqual(
    months.flatMap(({ month, kinds }) =>
      ['opening', ...kinds.map(({ kind }) => kind), 'closing'].map((line) => `${month}:${line}`),
    ),
  )
  const paged: typeof whole = []
  for (;;) {
    const after = paged.at(-1)?.id
    const { items } = await asSystem.run(exportBalanceMonths, { count: 2, ...(after ? { after } : {}) })
    if (items.length === 0) break
    paged.push(...items)
  }
  expect(paged).toEqual(whole)
  const month = months[0]?.month ?? ''
  const one = (await asSystem.run(exportBalanceMonths, { month })).items
  expect(one).toEqual(whole.filter((line) => line.month === month))
  const fees = (await asSystem.run(exportBalanceFees, {})).items
  expect(fees.map(({ month, fee }) => [month, fee])).toEqual(
    months.map(({ month, kinds }) => [month, kinds.find(({ kind }) => kind === 'capture')?.fee ?? 0n]),
  )
}

/** Each balance is the one before it with what the movement changed. */
function expectToRun(movements: ListedMovement[]): void {
  let running = 0n
  for (const { id, credit, debit, balance } of movements.toReversed()) {
    running += BigInt(credit - debit)
    expect(balance, id).toBe(running)
  }
}

/** One thing that may move the balance. Some fail for lack of money, and move nothing. */
const STEPS = {
  capture: (amount: number) => wallets.shop.captured(amount + 1000),
  authorize: (amount: number) => wallets.shop.authorized(amount + 1000),
  async refund(amount: number) {
    const [payment] = await wallets.shop.rows(
      'SELECT id, amount - amount_refunded AS left FROM payments WHERE captured AND amount > amount_refunded ORDER BY random() LIMIT 1',
    )
    if (payment) await wallets.shop.refund(payment, { amount: Math.min(amount, Number(payment.left)) })
  },
  async failing(amount: number) {
    const payment = await wallets.shop.captured(amount - (amount % 100) + 10_013)
    await wallets.shop.refund(payment)
  },
  async transfer(amount: number) {
    const [one] = await wallets.shop.rows('SELECT id FROM customers LIMIT 1')
    const { id } = one ?? (await wallets.customer())
    const given = await wallets.give(id, Math.min(amount, 20_000), amount % 2 === 0 ? { on_hold: true } : {})
    if (given.status === 201 && amount % 3 === 0)
      await wallets.rest.post(`/v1/transfers/${given.body.id}/reversals`, { amount: 100 })
  },
  settle: () => asSystem.run(settleNow, {}).catch(() => {}),
  pass: (amount: number) => wallets.instance.pass((amount % 9) * DAY),
  close: () => asSystem.run(closeBalanceMonths, {}),
} satisfies Record<string, (amount: number) => unknown>

describe('the balance', () => {
  it('has a line for every movement, whose balances and months add up to the ledger, whatever happens', async () => {
    const step = fc.tuple(
      fc.constantFrom(...(Object.keys(STEPS) as (keyof typeof STEPS)[])),
      fc.integer({ min: 100, max: 300_000 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        for (const [name, amount] of steps) await STEPS[name](amount)
        const movements = await exported(7)
        expectToRun(movements)
        expect(net(movements)).toBe(await wallets.instance.balance())
        const { items } = await asSystem.run(fetchBalanceMonths, {})
        expect(items[0]?.closing).toBe(BigInt(await wallets.instance.balance()))
        for (const [index, { month, opening, closing, kinds }] of items.entries()) {
          expect(opening, month).toBe(items[index + 1]?.closing ?? 0n)
          expect(closing - opening).toBe(kinds.reduce((sum, { credit, debit }) => sum + credit - debit, 0n))
          const { ledger } = await asSystem.run(fetchBalanceMonth, { month })
          expect(opening + ledger, month).toBe(closing)
        }
        expect(await wallets.instance.violations()).toEqual([])
      }),
      { numRuns: 12 },
    )
  }, 600_000)

  it('is listed by group, period and record, each with its sums', async () => {
    const all = await asSystem.run(listBalanceMovementsForDashboard, { count: 100 })
    expect(all.balance).toBe(BigInt(await wallets.instance.balance()))
    expectToRun(await exported(1000))
    const groups = ['payments', 'refunds', 'transfers', 'settlements'] as const
    let sum = 0
    for (const group of groups) {
      const page = await asSystem.run(listBalanceMovementsForDashboard, { group, count: 100 })
      expect(page.total).toBe(all.tabs[group])
      expect(page.tabs).toEqual(all.tabs)
      sum += page.total
      const { credit = 0n, debit = 0n } = page.totals[0]?.amounts ?? {}
      if (page.total <= 100) expect(credit - debit).toBe(BigInt(net(page.items)))
    }
    expect(sum).toBe(all.total)
    const one = all.items[0]
    const found = await asSystem.run(listBalanceMovementsForDashboard, { source: one?.source ?? '' })
    expect(found.items).toContainEqual(one)
  })

  it('closes a month once it is over, and never changes it again', async () => {
    const { instance, shop } = wallets
    await instance.pass(40 * DAY)
    await closeMonths(instance.runtime)
    const before = await asSystem.run(fetchBalanceMonths, {})
    await expectFilesToAgree(before.items)
    const [open, closed] = before.items
    expect([open?.closed_at, closed?.closed_at]).toEqual([null, instance.now()])
    await Promise.all([1, 2, 3].map(() => closeMonths(instance.runtime)))
    ok(await shop.refund(await shop.captured(50_000), { amount: 1000 }))
    expect((await asSystem.run(closeBalanceMonths, {})).closed).toEqual([])
    const after = await asSystem.run(fetchBalanceMonths, {})
    expect(after.items.slice(1)).toEqual(before.items.slice(1))
    for (const sql of ['UPDATE balance_months SET closing = 0', 'DELETE FROM balance_movements'])
      await expect(instance.runtime.query(sql, [])).rejects.toMatchObject({ code: '42501' })
    await expect(instance.runtime.query('UPDATE balance_movements SET credit = 0', [])).rejects.toMatchObject(
      {
        code: '42501',
      },
    )
  })

  it('of another account is not seen', async () => {
    const other = await openWalletInstance({ url: wallets.instance.url })
    const { total } = await other.instance.run(listBalanceMovementsForDashboard, {})
    expect(total).toBe(5)
    await expect(other.instance.run(fetchBalanceMonth, { month: '2020-01' })).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    await other.instance.close()
  })
})
