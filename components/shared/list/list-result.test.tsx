import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ResultLine, selectedText } from './list-result.tsx'

const SUMS = [
  ['captured', 'captured'],
  ['refunded', 'refunded'],
  ['captured', 'net of refunds', 'refunded'],
  ['authorized', 'authorized'],
  ['failed', 'failed', undefined, 'alone'],
] as const

const textOf = (amounts: Record<string, bigint>, currency = 'INR') =>
  renderToStaticMarkup(
    <ResultLine total={2} totals={[{ currency, amounts }]} noun="payment" sums={SUMS} />,
  ).replace(/<[^>]*>/g, '')

it('says what each sum means, and what is left of one after another', () => {
  expect(textOf({ captured: 100_000n, refunded: 25_050n })).toBe(
    '2 payments · ₹1,000.00 captured · ₹250.50 refunded · ₹749.50 net of refunds',
  )
  expect(textOf({ captured: 100_000n, refunded: 0n })).toBe('2 payments · ₹1,000.00 captured')
  expect(textOf({ captured: 0n })).toBe('2 payments · ₹0.00 captured')
  expect(textOf({ captured: 100n, refunded: 100n })).toBe('2 payments · ₹1.00 captured · ₹1.00 refunded')
})

it('adds up what failed where nothing else is, and never beside what moved', () => {
  expect(textOf({ captured: 0n, failed: 178_326n })).toBe('2 payments · ₹1,783.26 failed')
  expect(textOf({ captured: 100n, failed: 178_326n })).toBe('2 payments · ₹1.00 captured')
  expect(textOf({ captured: 0n, authorized: 500n, failed: 178_326n })).toBe(
    '2 payments · ₹0.00 captured · ₹5.00 authorized',
  )
})

it('says the same of selected rows, as text', () => {
  const totals = [{ currency: 'INR', amounts: { captured: 100_000n, refunded: 0n } }]
  expect(selectedText({ total: 2, totals, sums: SUMS, grouping: 'indian' })).toBe(
    '2 selected · ₹1,000.00 captured',
  )
  expect(selectedText({ total: 1200, totals: [], grouping: 'indian' })).toBe('1,200 selected')
})
