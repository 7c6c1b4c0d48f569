import { expect, it } from 'vitest'
import { operations } from '#lib/domain/operations.ts'
import { requestHash } from '#lib/pipeline/idempotency.ts'
import { currentName, FORMER_NAMES, storedNames } from './operation-names.ts'

const known = new Set(operations.map(({ name }) => name))

it.each(Object.entries(FORMER_NAMES))(
  '%s is found under the name %s, which no operation has',
  (now, former) => {
    expect(known).toContain(now)
    expect(known).not.toContain(former)
    expect(currentName(former)).toBe(now)
    expect(storedNames(now)).toEqual([now, former])
  },
)

it('a request under the former name and the same request under the present one have one hash', () => {
  const hash = (operation: string) => requestHash('key', operation, { id: 'pay_1', amount: 900 })
  expect(hash('refund_payment_if_unchanged')).toEqual(hash('refund_payment_seen'))
  expect(hash('refund_payment_if_unchanged')).not.toEqual(hash('refund_payment'))
})

it('an operation that kept its name is stored under that name alone', () => {
  expect(currentName('create_refund')).toBe('create_refund')
  expect(storedNames('create_refund')).toEqual(['create_refund'])
})
