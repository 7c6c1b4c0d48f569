import { describe, expect, it } from 'vitest'
import { Contact, Email, maskedEmail } from './contact.ts'

describe('a phone number', () => {
  it('may come as a number', () => {
    expect(Contact.parse(9876543210)).toBe('9876543210')
  })

  it.each(['', '1234567', '1234567890123456', '+', '98765x3210', '++919876543210', '9876543210;', null, {}])(
    'rejects %j',
    (contact) => {
      expect(Contact.safeParse(contact).success).toBe(false)
    },
  )
})

describe('an email address', () => {
  it.each(['a@b.co', 'asha.rao+shop@example.com', `${'a'.repeat(52)}@example.com`])('takes %j', (email) => {
    expect(Email.safeParse(email).success).toBe(true)
  })
  it.each(['', 'a', 'a@', '@b.co', 'a b@c.co', `${'a'.repeat(60)}@example.com`, 'a@b.co\n', 7])(
    'rejects %j',
    (email) => {
      expect(Email.safeParse(email).success).toBe(false)
    },
  )
})

it.each([
  ['asha@example.com', 'a•••@example.com'],
  ['a@example.com', '•••@example.com'],
  ['"a@b"@example.com', '"•••@example.com'],
])('%s is shown to others as %s', (email, shown) => {
  expect(maskedEmail(email)).toBe(shown)
})
