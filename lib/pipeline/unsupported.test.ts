import { describe, expect, it } from 'vitest'
import { withoutUnsupported } from './unsupported.ts'

const FIELDS = {
  offer_id: { feature: 'Offers' },
  save: { feature: 'Saved cards', values: [true] },
  'transfers.*.account': { feature: 'Route accounts' },
}

describe('fields of features that do not exist here', () => {
  it.each([
    [{ offer_id: 'offer_1' }, 'offer_id'],
    [{ offer_id: ['offer_1'] }, 'offer_id'],
    [{ offer_id: 7 }, 'offer_id'],
    [{ save: true }, 'save'],
    [{ transfers: [{ amount: 1 }, { account: 'acc_1' }] }, 'transfers.1.account'],
  ])('%j is rejected by name', (input, field) => {
    expect(() => withoutUnsupported(FIELDS, input)).toThrow(
      expect.objectContaining({ reason: 'feature_not_supported', field }),
    )
  })

  it.each([null, '', false, 'false', 0, '0', [], {}])('are removed when they are %j', (offer_id) => {
    expect(withoutUnsupported(FIELDS, { amount: 1, offer_id })).toEqual({ amount: 1 })
  })

  it.each([
    { save: false },
    { save: 'maybe' },
    { transfers: [{ amount: 1 }, 2] },
    { transfers: 'x' },
    null,
    7,
    'x',
    [],
  ])('%j stays as it is', (input) => {
    expect(withoutUnsupported(FIELDS, input)).toEqual(input)
  })
})
