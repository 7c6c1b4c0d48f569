import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Contact, Email, e164 } from './contact.ts'

describe('a phone number', () => {
  it.each([
    ['9876543210', 'IN', '+919876543210'],
    ['+91 98765 43210', 'IN', '+919876543210'],
    ['+91-98765-43210', 'US', '+919876543210'],
    ['(202) 555-0143', 'US', '+12025550143'],
    ['+60123456789', 'MY', '+60123456789'],
    ['12345678', 'IN', '12345678'],
  ])('%j in %s is kept as %j', (contact, country, kept) => {
    expect(Contact.safeParse(contact).success).toBe(true)
    expect(e164(contact, country)).toBe(kept)
  })

  it('may come as a number', () => {
    expect(Contact.parse(9876543210)).toBe('9876543210')
  })

  it.each(['', '1234567', '1234567890123456', '+', '98765x3210', '++919876543210', '9876543210;', null, {}])(
    'refuses %j',
    (contact) => {
      expect(Contact.safeParse(contact).success).toBe(false)
    },
  )

  it('is the same when it is kept twice', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^\+?\d{8,15}$/),
        fc.constantFrom('IN', 'MY', 'SG', 'US'),
        (contact, country) => {
          const kept = e164(contact, country)
          expect(e164(kept, country)).toBe(kept)
        },
      ),
    )
  })
})

describe('an e-mail address', () => {
  it.each(['a@b.co', 'asha.rao+shop@example.com', `${'a'.repeat(52)}@example.com`])('takes %j', (email) => {
    expect(Email.safeParse(email).success).toBe(true)
  })
  it.each(['', 'a', 'a@', '@b.co', 'a b@c.co', `${'a'.repeat(60)}@example.com`, 'a@b.co\n', 7])(
    'refuses %j',
    (email) => {
      expect(Email.safeParse(email).success).toBe(false)
    },
  )
})
