import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { amountWords, choiceFilter } from './filter-controls.tsx'

const TYPES = { tax_invoice: 'Tax invoice', debit_invoice: 'Debit note' }
const drawn = (type?: string) => {
  const { value, control } = choiceFilter(type === undefined ? {} : { type }, 'type', 'Type', TYPES)
  return { value, text: renderToStaticMarkup(control) }
}

describe('a filter by one of a few values', () => {
  it('shows the words of its value', () => {
    expect(drawn().value).toBeNull()
    expect(drawn('tax_invoice').value).toBe('Tax invoice')
    expect(drawn('tax_invoice').text.match(/<option/g)).toHaveLength(3)
  })

  it('keeps several values that a text of filters has set', () => {
    const { value, text } = drawn('tax_invoice,debit_invoice')
    expect(value).toBe('Tax invoice, Debit note')
    expect(text).toContain('<option value="tax_invoice,debit_invoice" selected="">Tax invoice, Debit note')
  })
})

it.each([
  [{}, null],
  [{ min: '5000' }, 'from ₹5,000.00'],
  [{ min: '5000.01' }, 'more than ₹5,000.00'],
  [{ max: '4999.99' }, 'less than ₹5,000.00'],
  [{ max: '5000' }, 'up to ₹5,000.00'],
  [{ min: '500', max: '900' }, '₹500.00 to ₹900.00'],
  [{ min: '500.01', max: '900' }, 'more than ₹500.00, up to ₹900.00'],
])('the amounts %j read as %s', (query, words) => {
  expect(amountWords(query, 'INR', 'indian')).toBe(words)
})
