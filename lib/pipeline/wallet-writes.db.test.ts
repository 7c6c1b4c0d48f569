import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Changes, type WalletMove } from '#lib/pipeline/changes.ts'
import type { Write } from '#lib/pipeline/changes-statement.ts'
import type { Outcome } from '#lib/pipeline/writer.ts'
import { codesOf } from '#lib/process/availability.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { observedWriter } from '#lib/testing/observed-writer.ts'
import { newId } from '#lib/values/id.ts'

let instance: Instance
let account_id: string
beforeAll(async () => {
  instance = await openInstance({ queue: 'database' })
  account_id = instance.actor.account.id
})
afterAll(() => instance.close())

const id = (kind: 'order' | 'customer' | 'customer_transaction') => newId(kind, Date.now())

const observed = (join?: boolean, query?: Instance['runtime']['query']) =>
  observedWriter(instance, join, query)

const all = (writes: Promise<Outcome>[]) => Promise.allSettled(writes)
const count = async (table: string, where: string, ...values: unknown[]) =>
  Number(
    (await instance.runtime.query(`SELECT count(*) FROM ${table} WHERE ${where}`, values)).rows[0]?.count,
  )

describe('money that leaves one wallet at once', () => {
  async function wallet(balance: number, returning_amount = 0): Promise<string> {
    const customer_id = id('customer')
    await instance.runtime.query(
      `INSERT INTO wallets (account_id, customer_id, balance, returning_amount, created_at)
       VALUES ($1, $2, $3, $4, 1)`,
      [account_id, customer_id, balance, returning_amount],
    )
    return customer_id
  }

  const move = (
    customer_id: string,
    credit: number,
    debit: number,
    limits: WalletMove['limits'] = null,
    { month = '2026-06', returning = 0 } = {},
  ): Write => {
    const changes = new Changes()
    const entry = {
      account_id,
      id: id('customer_transaction'),
      customer_id,
      source: 'test',
      status: 'completed',
      type: 'transfer',
      amount: credit + debit,
      currency: 'INR',
      credit,
      debit,
      description: null,
    }
    const move = { account_id, customer_id, credit, debit, returning, limits, month, at: 1, entry }
    changes.moveWallet(move satisfies WalletMove)
    return { changes }
  }

  const statement = async (customer_id: string) =>
    (
      await instance.runtime.query(
        'SELECT seq, credit, debit, balance FROM customer_transactions WHERE customer_id = $1 ORDER BY seq',
        [customer_id],
      )
    ).rows as { seq: number; credit: number; debit: number; balance: number }[]

  it('never takes it below zero, and every entry has the balance after it', async () => {
    const { writer } = observed()
    const customer = await wallet(1000)
    const results = await all(Array.from({ length: 40 }, () => writer.write(move(customer, 0, 100))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    const lines = await statement(customer)
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 10 }, (_, index) => index + 1))
    expect(lines.map(({ balance }) => balance)).toEqual([900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
  })

  it('is joined with what arrives, in an order in which nothing is ever missing', async () => {
    const { writer } = observed()
    const [hot, other] = [await wallet(500), await wallet(0)]
    const moves = Array.from({ length: 60 }, (_, index) =>
      index % 3 === 0 ? move(hot, 70, 0) : index % 3 === 1 ? move(hot, 0, 60) : move(other, 10, 0),
    )
    const results = await all(moves.map((one) => writer.write(one)))
    const lines = await statement(hot)
    let running = 500
    for (const line of lines) {
      running += line.credit - line.debit
      expect([line.balance, running >= 0]).toEqual([running, true])
    }
    const made = results.filter(({ status }) => status === 'fulfilled').length
    expect(lines.length + (await statement(other)).length).toBe(made)
    expect(await count('wallets', 'customer_id = $1 AND balance = $2', hot, running)).toBe(1)
  })

  it.each([true, false])('ends as if each came after the other (joined: %s)', async (join) => {
    const { writer, statements } = observed(join)
    const start = fc.integer({ min: 0, max: 150 })
    const change = fc.integer({ min: -100, max: 100 }).filter((one) => one !== 0)
    const changes = fc.array(change, { minLength: 1, maxLength: 24 })
    let joined = 0
    await fc.assert(
      fc.asyncProperty(start, changes, async (balance, requested) => {
        const customer = await wallet(balance)
        const before = statements.length
        // In one turn of the event loop: joined, they share a statement, and if it fails they are repeated in their order.
        const results = await all(
          requested.map((one) => writer.write(move(customer, Math.max(0, one), Math.max(0, -one)))),
        )
        if (statements.length - before < requested.length) joined += 1
        let left = balance
        const expected = requested.map((one) => {
          const fits = left + one >= 0
          if (fits) left += one
          return { one, fits, balance: left }
        })
        if (join)
          expect(results.map(({ status }) => status === 'fulfilled')).toEqual(
            expected.map(({ fits }) => fits),
          )
        for (const result of results)
          if (result.status === 'rejected') expect(codesOf(result.reason)).toContain('22012')
        const lines = await statement(customer)
        if (join)
          expect(lines.map((line) => [line.credit - line.debit, line.balance])).toEqual(
            expected.filter(({ fits }) => fits).map(({ one, balance }) => [one, balance]),
          )
        let running = balance
        for (const [index, line] of lines.entries()) {
          running += line.credit - line.debit
          expect([line.seq, line.balance]).toEqual([index + 1, running])
          expect(running).toBeGreaterThanOrEqual(0)
        }
        const made = requested.filter((_, index) => results[index]?.status === 'fulfilled')
        expect(running).toBe(made.reduce((sum, one) => sum + one, balance))
        expect(await count('wallets', 'customer_id = $1 AND balance = $2', customer, running)).toBe(1)
      }),
      { numRuns: 60 },
    )
    expect(joined > 0).toBe(join)
  })

  it('fails where the balance would suffice only in the end', async () => {
    const { writer, statements } = observed()
    const customer = await wallet(50)
    const results = await all([move(customer, 0, 60), move(customer, 70, 0)].map((one) => writer.write(one)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    // Together, and after that failed one by one.
    expect(statements).toHaveLength(3)
    expect((await statement(customer)).map(({ balance }) => balance)).toEqual([120])
  })

  it('fails where the balance would be within its limit only in the end', async () => {
    const { writer, statements } = observed()
    const customer = await wallet(50)
    const limits = { max_balance: 100, month_limit: 1000 }
    const moves = [move(customer, 60, 0, limits), move(customer, 0, 50)]
    const results = await all(moves.map((one) => writer.write(one)))
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
    expect(statements).toHaveLength(3)
    expect((await statement(customer)).map(({ balance }) => balance)).toEqual([0])
  })

  const limitsOf = (max_balance: number, month_limit: number) => ({ max_balance, month_limit })
  const statuses = (results: PromiseSettledResult<Outcome>[]) => {
    for (const result of results)
      if (result.status === 'rejected') expect(codesOf(result.reason)).toContain('22012')
    return results.map(({ status }) => status)
  }
  const pending = async (customer_id: string) => {
    const { rows } = await instance.runtime.query(
      'SELECT balance, returning_amount, usage, usage_month FROM wallets WHERE customer_id = $1',
      [customer_id],
    )
    return rows[0]
  }

  it.each([
    ['balance', limitsOf(1000, 100_000)],
    ['month', limitsOf(100_000, 1000)],
  ])('is held to the limit of its %s, whether joined or alone', async (_, limits) => {
    for (const join of [true, false]) {
      const { writer, statements } = observed(join)
      const customer = await wallet(0)
      const credits = [400, 400, 400, 200]
      const results = await all(credits.map((credit) => writer.write(move(customer, credit, 0, limits))))
      // Together, and after that failed one by one.
      expect(statements).toHaveLength(join ? 5 : 4)
      if (join) expect(statuses(results)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
      const made = credits.filter((_, index) => results[index]?.status === 'fulfilled')
      const sum = made.reduce((total, credit) => total + credit, 0)
      expect(sum).toBeGreaterThan(600)
      expect(sum).toBeLessThanOrEqual(1000)
      expect(await pending(customer)).toMatchObject({ balance: sum, usage: sum })
    }
  })

  it.each([
    ['balance', limitsOf(1000, 1000), limitsOf(100, 1000)],
    ['month', limitsOf(1000, 1000), limitsOf(1000, 100)],
  ])('is held to the lowest limit of its %s among those it is joined with', async (_, high, low) => {
    const { writer, statements } = observed()
    const customer = await wallet(0)
    const results = await all([high, low].map((limits) => writer.write(move(customer, 60, 0, limits))))
    expect(statuses(results)).toEqual(['fulfilled', 'rejected'])
    expect(statements).toHaveLength(3)
  })

  it('leaves room for what may return, and what returns needs no more', async () => {
    const { writer } = observed()
    const limits = limitsOf(100, 1000)
    const customer = await wallet(20)
    const more = move(customer, 60, 0, limits, { returning: 30 })
    expect(statuses(await all([writer.write(more)]))).toEqual(['rejected'])
    const reserved = await wallet(40, 50)
    expect(statuses(await all([writer.write(move(reserved, 20, 0, limits))]))).toEqual(['rejected'])
    await writer.write(move(reserved, 50, 0, limits, { returning: -50 }))
    expect(await pending(reserved)).toMatchObject({ balance: 90, returning_amount: 0 })
  })

  it('counts what is added from zero in each month', async () => {
    const { writer } = observed()
    const limits = limitsOf(100_000, 1000)
    const customer = await wallet(0)
    const credit = (amount: number, month: string) =>
      all([writer.write(move(customer, amount, 0, limits, { month }))]).then(statuses)
    expect(await credit(1000, '2026-06')).toEqual(['fulfilled'])
    expect(await credit(1, '2026-06')).toEqual(['rejected'])
    expect(await credit(1000, '2026-07')).toEqual(['fulfilled'])
    expect(await credit(1, '2026-07')).toEqual(['rejected'])
    expect(await pending(customer)).toMatchObject({ balance: 2000, usage: 1000, usage_month: '2026-07' })
  })

  it('never goes back to an earlier month: what was decided in it counts in the newer one', async () => {
    const { writer } = observed()
    const limits = limitsOf(100_000, 1000)
    const customer = await wallet(0)
    const write = (credit: number, debit: number, month: string) =>
      all([writer.write(move(customer, credit, debit, credit > 0 ? limits : null, { month }))]).then(statuses)
    expect(await write(900, 0, '2026-06')).toEqual(['fulfilled'])
    expect(await write(0, 1, '2026-05')).toEqual(['fulfilled'])
    expect(await pending(customer)).toMatchObject({ usage: 900, usage_month: '2026-06' })
    expect(await write(101, 0, '2026-05')).toEqual(['rejected'])
    expect(await write(100, 0, '2026-05')).toEqual(['fulfilled'])
    expect(await write(1, 0, '2026-06')).toEqual(['rejected'])
    expect(await pending(customer)).toMatchObject({ balance: 999, usage: 1000, usage_month: '2026-06' })
  })

  it('counts what is joined at the end of a month in the newer one', async () => {
    for (const months of [
      ['2026-05', '2026-06'],
      ['2026-06', '2026-05'],
    ]) {
      const { writer, statements } = observed()
      const customer = await wallet(0)
      await Promise.all(
        months.map((month) => writer.write(move(customer, 300, 0, limitsOf(1000, 1000), { month }))),
      )
      expect(statements).toHaveLength(1)
      expect(await pending(customer)).toMatchObject({ usage: 600, usage_month: '2026-06' })
    }
  })
})
