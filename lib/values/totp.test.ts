import fc from 'fast-check'
import { expect, it } from 'vitest'
import { newTotpSecret, totpStep, totpUri } from './totp.ts'

/** The test vectors of RFC 6238 for SHA-1, cut to six digits: the secret is "12345678901234567890". */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

it.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('RFC 6238: %s is %s', (now, code) => {
  const step = Math.floor(now / 30)
  expect(totpStep(SECRET, code, now)).toBe(step)
  expect(totpStep(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, now)).toBe(step)
  expect(totpStep(SECRET, code, now + 30)).toBe(step)
  expect(totpStep(SECRET, code, now - 30)).toBe(step)
  expect(totpStep(SECRET, code, now + 90)).toBeNull()
})

it('whatever else is typed is wrong', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!/^\d{6}$/.test(text.replace(/\s/g, ''))) expect(totpStep(SECRET, text, 59)).toBeNull()
    }),
  )
})

it('secrets differ, and the URI names the app and the person', () => {
  const [one, other] = [newTotpSecret(), newTotpSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  expect(totpUri(one, 'asha@example.com')).toMatch(
    /^otpauth:\/\/totp\/Counterfoil:asha%40example\.com\?issuer=Counterfoil&secret=[A-Z2-7]{32}&/,
  )
})
