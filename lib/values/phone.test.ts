import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Contact } from './contact.ts'
import { countryOf, e164, isIndianMobile, maskedPhone, phoneCandidates, phoneText } from './phone.ts'

const typed = fc.stringMatching(/^\+?\d{8,15}$/)
const country = fc.constantFrom('IN', 'MY', 'SG', 'US')

describe('a phone number', () => {
  it.each([
    ['9876543210', 'IN', '+919876543210'],
    ['+91 98765 43210', 'IN', '+919876543210'],
    ['+91-98765-43210', 'US', '+919876543210'],
    ['(202) 555-0143', 'US', '+12025550143'],
    ['+60123456789', 'MY', '+60123456789'],
    ['012-345 6789', 'MY', '+60123456789'],
    ['9123 4567', 'SG', '+6591234567'],
    ['919876543210', 'IN', '+919876543210'],
    ['12345678', 'IN', '12345678'],
  ])('%j in %s is kept as %j', (contact, where, stored) => {
    expect(Contact.safeParse(contact).success).toBe(true)
    expect(e164(contact, where)).toBe(stored)
  })

  it('is the same when it is kept twice', () => {
    fc.assert(
      fc.property(typed, country, (contact, where) => {
        const stored = e164(contact, where)
        expect(e164(stored, where)).toBe(stored)
      }),
    )
  })

  it('is found by what it was typed as, and by what it is kept as', () => {
    fc.assert(
      fc.property(typed, country, (contact, where) => {
        const stored = e164(contact, where)
        expect(phoneCandidates(contact, where)).toContain(stored)
        expect(phoneCandidates(stored, where)).toContain(stored)
        expect(phoneCandidates(phoneText(stored), where)).toContain(stored)
      }),
    )
  })

  it('is found without its country code, whichever of the three it is of', () => {
    expect(phoneCandidates('98765 43210', 'MY')).toContain('+919876543210')
    expect(phoneCandidates('9123 4567', 'IN')).toContain('+6591234567')
    expect(phoneCandidates('012-345 6789', 'IN')).toContain('+60123456789')
    expect(phoneCandidates('6591234567', 'IN')).toContain('+6591234567')
  })

  it.each([
    ['+919876543210', '+91 98765 43210', 'IN', true],
    ['+918041234567', '+91 80412 34567', 'IN', false],
    ['+911800123456', null, 'IN', false],
    ['+911600123456', null, 'IN', false],
    ['+911409876543', null, 'IN', false],
    ['+60123456789', '+60 12-345 6789', 'MY', false],
    ['+6591234567', '+65 9123 4567', 'SG', false],
    ['+12025550143', '+1 202 555 0143', 'US', false],
    ['12345678', '12345678', null, false],
  ])('%s is read as %s of %s; a wallet: %s', (contact, text, where, wallet) => {
    if (text !== null) expect(phoneText(contact).replace(/[ -]/g, '')).toBe(text.replace(/[ -]/g, ''))
    expect(countryOf(contact)).toBe(where)
    expect(isIndianMobile(contact)).toBe(wallet)
  })

  it('has a wallet only where it begins with 6 to 9', () => {
    const beginnings = Array.from({ length: 9000 }, (_, index) => String(index + 1000))
    const withWallet = beginnings.filter((beginning) => isIndianMobile(`+91${beginning}012345`))
    expect(new Set(withWallet.map((beginning) => beginning[0]))).toEqual(new Set(['6', '7', '8', '9']))
  })

  it('is shown to others without most of its digits', () => {
    expect(maskedPhone('+919876543210')).toBe('+91 ••••• ••210')
    expect(maskedPhone('12345678')).toBe('•••••678')
    fc.assert(
      fc.property(typed, (contact) => {
        const shown = maskedPhone(contact).replace(/^\+\d+ /, '')
        expect(shown.replace(/\D/g, '')).toHaveLength(3)
      }),
    )
  })
})
