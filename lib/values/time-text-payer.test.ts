import { expect, it } from 'vitest'
import { payerDate, payerTime } from './time-text.ts'

/** 2026-11-03 20:00 UTC */
const AT = 1_793_736_000

it.each([
  ['en', '4 Nov 2026', '4 Nov 2026, 01:30 IST'],
  ['hi', '4 नव॰ 2026', '4 नव॰ 2026, 01:30 IST'],
] as const)('says in %s when something happened', (language, date, time) => {
  expect(payerDate(AT, 'Asia/Kolkata', language)).toBe(date)
  expect(payerTime(AT, 'Asia/Kolkata', language)).toBe(time)
})
