import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TakesTwo } from './waiting-notice.tsx'

const textOf = (left: number) =>
  renderToStaticMarkup(<TakesTwo threshold={30_000} left={left} currency="INR" />).replaceAll(/<[^>]+>/g, '')

it('names the threshold, and what is left of it once a part is used up', () => {
  const always =
    'Refunds above ₹300.00 need approval. Nothing leaves your balance until someone else approves it. Amounts add up over 24 hours'
  expect(textOf(30_000)).toBe(`${always}.`)
  expect(textOf(12_000)).toBe(`${always}: you have ₹120.00 left.`)
  expect(textOf(0)).toBe(`${always}: you have ₹0.00 left.`)
})
