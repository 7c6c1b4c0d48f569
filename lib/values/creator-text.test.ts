import { describe, expect, it } from 'vitest'
import { creatorText } from './creator-text.ts'

describe('the creator of a record', () => {
  it.each([
    ['user:asha@example.com', 'asha@example.com'],
    ['key:Webshop: north', 'the key Webshop: north'],
    ['client:Ledger Helper', 'the app Ledger Helper'],
    ['system:', 'Counterfoil'],
    [null, '—'],
  ])('%s is shown as %s', (createdBy, shown) => {
    expect(creatorText(createdBy)).toBe(shown)
  })
})
