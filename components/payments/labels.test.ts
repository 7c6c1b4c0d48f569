import { describe, expect, it } from 'vitest'
import { TEST_CARDS, TEST_UPI_IDS } from '#lib/acquirer/instruments.ts'
import { BANKS, WALLETS } from '#lib/domain/payments/instrument.ts'
import { FAILURE_MESSAGES, reasonWord } from '#lib/domain/payments/schema/failure-messages.ts'
import { contactText, customerText } from './contact-text.ts'
import { BANK_LABELS, methodInTable, methodInWords, WALLET_LABELS } from './method-labels.ts'

describe('the payment method', () => {
  it('is short in a table and whole in a sentence', () => {
    const card = { method: 'card', last4: '1007', network: 'American Express' } as const
    expect([methodInTable(card), methodInWords(card)]).toEqual(['Amex ·· 1007', 'Amex ending 1007'])
    const upi = { method: 'upi', vpa: 'asha@okbank' } as const
    expect([methodInTable(upi), methodInWords(upi)]).toEqual(['UPI', 'UPI, asha@okbank'])
    expect(methodInTable({ method: 'netbanking', bank: 'PUNB_R' })).toBe('PNB netbanking')
    expect(methodInTable({ method: 'wallet', wallet: 'amazonpay' })).toBe('Amazon Pay')
  })

  it('has a word for every bank and wallet of the checkout page', () => {
    expect(Object.keys(BANK_LABELS).sort()).toEqual(Object.keys(BANKS).sort())
    expect(Object.keys(WALLET_LABELS).sort()).toEqual([...Object.keys(WALLETS), 'openwallet'].sort())
  })
})

it('has words for every failure that a test instrument causes', () => {
  const outcomes = [...TEST_CARDS, ...TEST_UPI_IDS].map(({ outcome }) => outcome)
  const failures = new Set(outcomes.filter((outcome) => !['authorized', 'late', 'pending'].includes(outcome)))
  expect([...failures].filter((reason) => !(reason in FAILURE_MESSAGES))).toEqual([])
  expect(reasonWord('something_new')).toBe('something new')
})

it('writes phone numbers as they are read', () => {
  expect(contactText('+919876543210')).toBe('+91 98765 43210')
  expect(contactText('+60123456789')).toBe('+60 12 345 6789')
  expect(customerText({ email: null, contact: '+919876543210' })).toBe('+91 98765 43210')
  expect(customerText({ email: null, contact: null })).toBeNull()
})
