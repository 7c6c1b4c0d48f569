import { expect, it } from 'vitest'
import { bankWords, narrationParts } from './payout-labels.ts'

it('tells what every bank shows of a narration from what some cut', () => {
  expect(narrationParts('Kaveri Stores')).toEqual({ sure: 'Kaveri St', cut: 'ores', odd: [] })
  expect(narrationParts('Nov')).toEqual({ sure: 'Nov', cut: '', odd: [] })
})

it('names each character that banks do not take once', () => {
  expect(narrationParts('A&B & Co.').odd).toEqual(['&', '.'])
})

it('names an account by its bank and its end', () => {
  expect(bankWords({ bank_name: 'HDFC Bank', number_last4: '1234' })).toBe('HDFC Bank ••••1234')
})
