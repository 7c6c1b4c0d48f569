import { expect, test } from 'vitest'
import { isCardNumber } from '#lib/values/card.ts'
import { e164 } from '#lib/values/phone.ts'
import { DAY } from '#lib/values/time.ts'
import { shoppingMoment } from './calendar.ts'
import { basketOf, shopperOf } from './catalogue.ts'
import { GOOD_CARDS } from './instruments.ts'
import { DAYS, planPast } from './plan.ts'
import { seededRandom } from './random.ts'

const END = 1_795_000_000

test('the same seed gives the same choices, another one others', () => {
  const choices = (seed: number) => Array.from({ length: 5 }, seededRandom(seed).next)
  expect(choices(7)).toEqual(choices(7))
  expect(choices(8)).not.toEqual(choices(7))
})

test('choices stay in their range, and an item without weight is never chosen', () => {
  const random = seededRandom(1)
  const drawn = Array.from({ length: 500 }, () => random.whole(3, 5))
  expect([...new Set(drawn)].sort()).toEqual([3, 4, 5])
  expect(random.weighted([{ weight: 0 }, { weight: 1 }])).toEqual({ weight: 1 })
})

test('the past is planned in order, within its days, for any window of authorization', () => {
  for (const window of [1, 3600, 3 * DAY, 365 * DAY]) {
    const moments = planPast(seededRandom(1), END, window).map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted((left, right) => left - right))
    expect(moments[0]).toBeGreaterThanOrEqual(END - DAYS * DAY)
    expect(moments.at(-1)).toBeLessThanOrEqual(END)
    expect(moments.length).toBeGreaterThan(300)
  }
})

test('people shop by day in India', () => {
  const random = seededRandom(2)
  for (let index = 0; index < 300; index += 1) {
    const at = shoppingMoment(random, END - 30 * DAY, END)
    const hour = new Date((at + 19_800) * 1000).getUTCHours()
    expect(hour).toBeGreaterThanOrEqual(8)
    expect(hour).toBeLessThanOrEqual(23)
    expect(at).toBeLessThan(END)
  }
})

test('amounts are not those by which the bank decides', () => {
  const random = seededRandom(3)
  for (let index = 0; index < 500; index += 1) {
    const { amount } = basketOf(random, index % 5 === 0 ? 'dear' : 'usual')
    expect(amount).toBeGreaterThanOrEqual(100)
    expect([13, 68]).not.toContain(amount % 100)
  }
})

test('numbers are of the right form, and email domains are reserved', () => {
  for (const { number } of GOOD_CARDS) expect(isCardNumber(number), number).toBe(true)
  const random = seededRandom(4)
  for (let index = 0; index < 100; index += 1) {
    const { email, contact } = shopperOf(random)
    expect(email).toMatch(/^[\w.]+@example\.(com|org|net)$/)
    expect(e164(contact, 'IN')).toBe(contact)
  }
})
