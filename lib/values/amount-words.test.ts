import { describe, expect, it } from 'vitest'
import { amountInWords } from './amount-words.ts'

describe('an amount in words', () => {
  it.each([
    [0, 'Zero Rupees Only'],
    [1, 'One Paisa Only'],
    [99, 'Ninety Nine Paise Only'],
    [100, 'One Rupee Only'],
    [150, 'One Rupee And Fifty Paise Only'],
    [12_345_650, 'One Lakh Twenty Three Thousand Four Hundred Fifty Six Rupees And Fifty Paise Only'],
    [1_000_000_000, 'One Crore Rupees Only'],
    [50_000_000_000, 'Fifty Crore Rupees Only'],
    [-250, 'Minus Two Rupees And Fifty Paise Only'],
  ])('counts %i paise in lakh and crore', (amount, words) => {
    expect(amountInWords(amount, 'INR')).toBe(words)
  })
  it('names the units of the other regions', () => {
    expect(amountInWords(12_345, 'MYR')).toBe('One Hundred Twenty Three Ringgit And Forty Five Sen Only')
    expect(amountInWords(100, 'SGD')).toBe('One Singapore Dollar Only')
  })
})
