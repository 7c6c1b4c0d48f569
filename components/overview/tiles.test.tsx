import type { ComponentProps } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { OverviewTotals } from '#lib/domain/overview/schema.ts'
import { readRange } from './range.ts'
import { Tiles } from './tiles.tsx'

type TilesBalance = ComponentProps<typeof Tiles>['balance']

const none: OverviewTotals = {
  collected: 0n,
  captured_count: 0,
  succeeded_count: 0,
  ended_count: 0,
  refunded: 0n,
  refund_count: 0,
  returned: 0n,
}
const some: OverviewTotals = {
  collected: 200_000n,
  captured_count: 2,
  succeeded_count: 2,
  ended_count: 2,
  refunded: 30_000n,
  refund_count: 1,
  returned: 0n,
}

function textOf(current: OverviewTotals, previous: OverviewTotals, balance: TilesBalance = null): string {
  const range = readRange({ range: 'today' }, 'Asia/Kolkata', 1_781_505_000)
  return renderToStaticMarkup(
    <Tiles totals={{ current, previous }} balance={balance} range={range} currency="INR" />,
  )
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&#x27;', "'")
}

it('compares with a figure before, and with nothing where there is none', () => {
  expect(textOf(some, some)).toContain('no change vs yesterday at this time, ₹2,000.00')
  const first = textOf(some, none)
  expect(first).toContain('no previous data')
  expect(first).not.toContain('vs yesterday')
})

it('has the returns of payments that were never captured beside what was refunded, not in it', () => {
  expect(textOf(some, some)).not.toContain('returned without capture')
  const text = textOf({ ...some, returned: 5_000n }, some)
  expect(text).toContain('₹300.00')
  expect(text).toContain('Not included: ₹50.00 returned without capture')
})

it('says of pending refunds that the balance is already without them', () => {
  const balance = { currency: 'INR', balance: 100_000n, authorized: 20_000n, refunds_pending: 3_000n }
  expect(textOf(some, some, balance)).toContain(
    'Not included: ₹200.00 authorized. Already deducted: ₹30.00 in pending refunds.',
  )
})
