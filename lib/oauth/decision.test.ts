import { describe, expect, it } from 'vitest'
import { textOf } from '#lib/messages/text.ts'
import type { TypedConsent } from '#lib/oauth/consent-screen.ts'
import { decisionOf } from '#lib/oauth/decision.ts'
import type { EligibleAccount } from '#lib/oauth/eligible-accounts.ts'
import { suggestedLimits } from '#lib/oauth/grantable-scopes.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'

const account = { id: 'acc_1', merchant_name: 'Kaveri Stores', currency: 'INR' } as EligibleAccount['account']
const eligible = (threshold: number | null): EligibleAccount => ({
  account,
  role: 'owner',
  permissions: new Set(ROLE_PERMISSIONS.owner),
  whyNot: null,
  threshold,
})
const form: TypedConsent = {
  account: 'acc_1',
  scopes: ['read_only', 'refunds:write'],
  lasts: '30',
  replaces: [],
  limit_per_call: '2,000.00',
  limit_per_day: '10,000.00',
}
const decide = (typed: Partial<TypedConsent>, threshold: number | null) =>
  decisionOf({ ...form, ...typed }, {} as Actor, [eligible(threshold)], [], textOf('en'))

describe('the decision of a consent form', () => {
  it('has every error of the form, with the threshold at each limit that is above it', () => {
    expect(decide({ lasts: '' }, 50_000)).toEqual({
      errors: [
        { field: 'limit_per_call', message: expect.stringContaining('Your approval threshold is ₹500.00.') },
        { field: 'limit_per_day', message: expect.stringContaining('₹500.00') },
        { field: 'lasts', message: 'Choose when access expires.' },
      ],
    })
    expect(decide({ limit_per_call: 'much', limit_per_day: '' }, null)).toMatchObject({
      errors: [{ field: 'limit_per_call' }, { field: 'limit_per_day' }],
    })
    expect(decide({ limit_per_day: '1,000' }, null)).toMatchObject({ errors: [{ field: 'limit_per_day' }] })
  })

  it.each([0, 100, 50_000, 200_000, 500_000, 1_000_000, null])(
    'can be what the form suggests with a threshold of %s',
    (threshold) => {
      const { perCall, perDay } = suggestedLimits('INR', threshold)
      expect(decide({ limit_per_call: perCall, limit_per_day: perDay }, threshold)).toMatchObject({
        limitPerCall: Math.min(200_000, threshold ?? 200_000),
        limitPerDay: Math.min(1_000_000, threshold ?? 1_000_000),
      })
    },
  )
})
