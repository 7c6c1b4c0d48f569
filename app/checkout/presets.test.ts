import { expect, it } from 'vitest'
import { PAY_METHODS } from '#components/checkout/pay-state.ts'
import { PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import { scenariosOf } from './presets.ts'

it.each(PAY_METHODS)(
  '%s: every test outcome is a sentence, with the names of the API apart from it',
  (method) => {
    for (const payment_capture of [true, false])
      for (const { sentence, next, statuses, reason, events } of scenariosOf(method, { payment_capture })) {
        expect(sentence).toMatch(/^[A-Z][^_]*\.$/)
        if (next !== undefined) expect(next).toMatch(/^On the [^_]*\.$/)
        for (const status of statuses) expect(PAYMENT_STATUSES).toContain(status)
        if (reason !== undefined) expect(REASONS).toHaveProperty(reason)
        expect(statuses.at(-1) === 'failed').toBe(reason !== undefined)
        for (const event of events) expect(event).toMatch(/^(or )?(payment|order)\.[a-z]+$/)
        if (!payment_capture) expect(events).not.toContain('order.paid')
      }
  },
)

it('names the two steps of a payment that fails, or waits, before it succeeds', () => {
  const upi = scenariosOf('upi', { payment_capture: true })
  expect(upi.map(({ statuses }) => statuses)).toEqual([
    ['captured'],
    ['failed'],
    ['failed', 'captured'],
    ['created', 'captured'],
    [],
    [],
  ])
})
