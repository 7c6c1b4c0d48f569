import { expect, it } from 'vitest'
import { phoneNote } from './phone-note.ts'

it('says how payments are found where the text may be the end of a phone number', () => {
  for (const text of ['3210', ' 43210 ', '876543210']) expect(phoneNote(text)).toMatch(/full phone number/)
  for (const text of ['321', '9876543210', 'pay_3210', '1,250.00', '']) expect(phoneNote(text)).toBeNull()
})
