import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Context } from '#lib/pipeline/operation.ts'
import { hasStoredBalance, LEDGER_ACCOUNTS, type LedgerAccount } from './accounts.ts'
import { type Movement, post } from './post.ts'

type Row = Record<string, unknown>

/** A context that collects what is written. */
function posted(movement: Partial<Movement> & Pick<Movement, 'legs'>, shortfall?: () => Error) {
  const rows: [table: string, row: Row][] = []
  const deltas: { account_id: string; account: LedgerAccount; delta: number }[] = []
  const changes = {
    insert: (table: string, row: Row) => rows.push([table, row]),
    addToBalance: (delta: (typeof deltas)[number]) => deltas.push(delta),
    shortfall: undefined as (() => Error) | undefined,
  }
  const context = {
    account: { id: 'acc_1', currency: 'INR' },
    changes,
    now: 7,
    newId: (kind: string) => `${kind}_1`,
  } as unknown as Context
  post(context, { kind: 'capture', reference: 'capture:pay_1', ...movement }, shortfall)
  const of = (table: string) => rows.filter(([name]) => name === table).map(([, row]) => row)
  return { of, deltas, shortfall: changes.shortfall }
}

const capture = {
  payment_id: 'pay_1',
  legs: [
    { debit: 'authorized_payments', credit: 'merchant_balance', amount: 1_000 },
    { debit: 'merchant_balance', credit: 'fees', amount: 20 },
    { debit: 'merchant_balance', credit: 'tax', amount: 4 },
  ],
} satisfies Partial<Movement>

it('writes the head, the legs, the kept balance and the line of the balance', () => {
  const { of, deltas } = posted(capture)
  expect(of('ledger_transactions')).toEqual([
    {
      account_id: 'acc_1',
      id: 'ledger_transaction_1',
      kind: 'capture',
      reference: 'capture:pay_1',
      payment_id: 'pay_1',
      refund_id: null,
      created_at: 7,
    },
  ])
  const leg = { account_id: 'acc_1', transaction_id: 'ledger_transaction_1', created_at: 7 }
  expect(of('ledger_postings')).toEqual(capture.legs.map((one, at) => ({ ...leg, ...one, line: at + 1 })))
  const change = { account_id: 'acc_1', account: 'merchant_balance' }
  expect(deltas).toEqual([1_000, -20, -4].map((delta) => ({ ...change, delta })))
  expect(of('balance_movements')).toEqual([
    {
      account_id: 'acc_1',
      id: 'ledger_transaction_1',
      kind: 'capture',
      source: 'pay_1',
      payment_id: 'pay_1',
      settlement_id: null,
      currency: 'INR',
      amount: 1_000,
      fee: 24,
      tax: 4,
      credit: 976,
      debit: 0,
      created_at: 7,
    },
  ])
})

it('has what leaves the balance as a debit, with its fee beside it', () => {
  const legs = [
    { debit: 'merchant_balance' as const, credit: 'settlements_pending' as const, amount: 300 },
    { debit: 'merchant_balance' as const, credit: 'fees' as const, amount: 10 },
  ]
  const { of } = posted({ kind: 'settlement', reference: 'settlement:setl_1', refund_id: 'rfnd_1', legs })
  expect(of('balance_movements')).toMatchObject([
    // A settlement is itself no part of a settlement.
    { source: 'setl_1', settlement_id: 'setl_1', amount: 300, fee: 10, tax: 0, credit: 0, debit: 300 },
  ])
  expect(of('ledger_transactions')).toMatchObject([{ payment_id: null, refund_id: 'rfnd_1' }])
})

it('leaves out legs of zero, and the line of a balance that does not change', () => {
  const legs = [
    { debit: 'bank' as const, credit: 'authorized_payments' as const, amount: 0 },
    { debit: 'bank' as const, credit: 'authorized_payments' as const, amount: 5 },
  ]
  const { of, deltas } = posted({ kind: 'authorize', reference: 'authorize:pay_1', legs })
  expect(of('ledger_postings')).toMatchObject([{ line: 1, amount: 5 }])
  expect([of('balance_movements'), deltas]).toEqual([[], []])
})

it('takes the error of a balance that would fall below zero', () => {
  const shortfall = () => new Error('short')
  expect(posted(capture, shortfall).shortfall).toBe(shortfall)
  expect(posted(capture).shortfall).toBeUndefined()
})

const accounts = Object.keys(LEDGER_ACCOUNTS) as LedgerAccount[]

it('keeps the balance of the merchant alone', () => {
  expect(accounts.filter(hasStoredBalance)).toEqual(['merchant_balance'])
})

it('changes the kept balance by what its legs say, and its line by the same', () => {
  const leg = fc.record({
    debit: fc.constantFrom(...accounts),
    credit: fc.constantFrom(...accounts),
    amount: fc.integer({ min: 0, max: 1_000_000 }),
  })
  fc.assert(
    fc.property(fc.array(leg, { maxLength: 6 }), (drawn) => {
      // No movement goes from an account to itself, and only what is earned has fees.
      const legs = drawn.filter(({ debit, credit }) => debit !== credit)
      const { of, deltas } = posted({ legs })
      const sum = legs.reduce(
        (total, { debit, credit, amount }) =>
          total + (credit === 'merchant_balance' ? amount : 0) - (debit === 'merchant_balance' ? amount : 0),
        0,
      )
      expect(deltas.reduce((total, { delta }) => total + delta, 0)).toBe(sum)
      expect(of('ledger_postings')).toHaveLength(legs.filter(({ amount }) => amount !== 0).length)
      const [line] = of('balance_movements') as { credit: number; debit: number; fee: number }[]
      if (line && line.credit > 0) expect(line.credit - line.debit).toBe(sum)
    }),
  )
})
