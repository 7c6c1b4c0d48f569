import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { ListedMovement } from '#lib/domain/balance/schema.ts'
import { MovementsTable } from './movements-table.tsx'

const movement = {
  id: 'ltx_NfLw3gQ81xRt0a',
  entity: 'movement',
  source: 'pay_NfLw3gQ81xRt0a',
  kind: 'capture',
  amount: 10_000,
  fee: 236,
  tax: 36,
  credit: 9_764,
  debit: 0,
  balance: 1_009_764,
  currency: 'INR',
  settlement_id: null,
  created_at: 1_781_505_000,
} as unknown as ListedMovement

/** The cells of a row that have a place on a phone, as they are read. */
function folded(change: Partial<ListedMovement>): Record<string, string> {
  const row = renderToStaticMarkup(<MovementsTable movements={[{ ...movement, ...change }]} />)
  const cells = [...row.matchAll(/<(t[hd])[^>]*data-place="(\w+)"[^>]*>(.*?)<\/\1>/g)]
  return Object.fromEntries(
    cells.flatMap(([, , place = '', content = '']) => {
      const text = content.replaceAll(/<[^>]+>/g, '')
      return text === '' ? [] : [[place, text]]
    }),
  )
}

it('has kind, signed amount, balance and time where rows fold', () => {
  expect(folded({})).toMatchObject({ title: 'Payment', amount: '+plus ₹97.64', status: '₹10,097.64' })
  expect(folded({ kind: 'refund', credit: 0, debit: 5_000 })).toMatchObject({
    title: 'Refund',
    amount: '\u2212minus ₹50.00',
  })
  expect(folded({ credit: 0, debit: 0 })).toMatchObject({ amount: '+plus ₹0.00' })
  expect(Object.keys(folded({})).sort()).toEqual(['amount', 'detail', 'status', 'title'])
})

it('says why an import has adjusted the balance, and leads to what made it necessary', () => {
  const kind = 'gateway_adjustment'
  const [refund, settlement] = ['rfnd_NfLw3gQ81xRt0a', 'setl_NfLw3gQ81xRt0a']
  const rowOf = (change: Partial<ListedMovement>) =>
    renderToStaticMarkup(<MovementsTable movements={[{ ...movement, kind, ...change }]} />)
  const opening = rowOf({ source: `opening:${refund}` })
  expect(opening).toContain('Refunds up to this one are of payments from before the import.')
  expect(opening).toContain(`href="/refunds/${refund}"`)
  expect(opening).not.toContain('opening:')
  expect(rowOf({ source: settlement })).toContain('The settlement is larger than its movements here')
  expect(rowOf({ source: settlement, credit: 0, debit: 100 })).toContain(
    'the rest was deducted at the gateway or bank',
  )
})
