import { expect, it } from 'vitest'
import { mayConfirm, moneyLeft, obstaclesText, REQUESTER_GONE } from './rules.ts'
import type { Closure, Obstacle } from './schema.ts'

const obstacle = (kind: Obstacle['kind'], count = 1): Obstacle => ({
  kind,
  count,
  amount: 125_000,
  currency: 'INR',
})

it('says how much money is left, and where', () => {
  const nouns: [Obstacle['kind'], one: string, several: string][] = [
    ['balance', 'in the balance', 'in the balance'],
    ['payments_in_progress', 'in 1 payment in progress', 'in 2 payments in progress'],
    ['payments_authorized', 'in 1 authorized payment', 'in 2 authorized payments'],
    ['refunds_pending', 'in 1 pending refund', 'in 2 pending refunds'],
    ['payouts_processing', 'in 1 processing payout', 'in 2 processing payouts'],
    ['settlements_created', 'in 1 settlement at the bank', 'in 2 settlements at the bank'],
    ['transfers_on_hold', 'in 1 transfer on hold', 'in 2 transfers on hold'],
    ['wallets', 'in 1 wallet', 'in 2 wallets'],
    ['batches_running', 'in 1 running batch', 'in 2 running batches'],
  ]
  for (const [kind, one, several] of nouns) {
    const text = (count: number) => obstaclesText([obstacle(kind, count)])
    expect(text(1)).toBe(`There is still money in live mode: ₹1,250.00 ${one}.`)
    expect(text(2)).toBe(`There is still money in live mode: ₹1,250.00 ${several}.`)
  }
  const all = obstaclesText([obstacle('balance'), obstacle('wallets', 3)])
  expect(all).toBe('There is still money in live mode: ₹1,250.00 in the balance, ₹1,250.00 in 3 wallets.')
})

it('keeps a merchant whose money is still there', () => {
  expect(moneyLeft([])).toBeNull()
  expect(moneyLeft([obstacle('balance')])).toMatchObject({
    reason: 'money_left',
    message: expect.stringMatching(/₹1,250\.00 in the balance\. Refund, settle or pay it out first\.$/),
  })
})

it('lets another owner confirm a waiting deletion, while its requester still may request it', () => {
  const closure = { status: 'waiting', requested_by_id: 'usr_1' } as Closure
  const reasonOf = (...of: Parameters<typeof mayConfirm>) => mayConfirm(...of)?.reason ?? null
  expect(reasonOf(closure, 'usr_2', true)).toBeNull()
  expect(reasonOf(closure, 'usr_1', true)).toBe('approval_takes_another')
  expect(reasonOf({ ...closure, status: 'cancelled' }, 'usr_2', true)).toBe('closure_decided')
  const gone = mayConfirm(closure, 'usr_2', false)
  expect(gone).toMatchObject({
    reason: 'permission_denied',
    message: `${REQUESTER_GONE} Cancel it, then request it yourself.`,
  })
  expect(mayConfirm(closure, 'usr_1', true)?.message).toContain('Ask another owner')
})
