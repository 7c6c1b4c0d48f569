import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  approvalStatusOf,
  assertAbleTo,
  assertDecidable,
  assertWaiting,
  assertWithinKeyLimits,
  causeOfAmount,
  causeOfCall,
  causeOfTotals,
  isAbleTo,
  lowestOf,
  mayDecide,
  takesAnother,
} from '#lib/domain/approvals/rules.ts'
import { APPROVABLE, APPROVAL_CAUSES, type ApprovableOperation } from '#lib/domain/approvals/schema.ts'
import { refusalOf } from '#lib/testing/refusal.ts'
import { type Permission, permissionText, whoHelps } from '#lib/values/permissions.ts'

const amount = fc.integer({ min: 1, max: 50_000_000_000 })
const limit = fc.option(fc.integer({ min: 1, max: 50_000_000_000 }))

describe('what an app moves alone', () => {
  it('never comes to more than the limit of a day, nor any of it to more than the limit of a call', () => {
    fc.assert(
      fc.property(fc.array(amount), limit, limit, (requested, perCall, perDay) => {
        let moved = 0
        for (const each of requested) {
          if (causeOfCall(each, moved, { perCall, perDay }) !== null) continue
          moved += each
          expect(perCall !== null && each <= perCall).toBe(true)
          expect(perDay !== null && moved <= perDay).toBe(true)
        }
      }),
    )
  })

  it('is all that fits: what is held was over a limit, or there is none', () => {
    fc.assert(
      fc.property(amount, fc.nat(50_000_000_000), limit, limit, (requested, moved, perCall, perDay) => {
        const cause = causeOfCall(requested, moved, { perCall, perDay })
        if (cause === 'limit_per_call') expect(perCall === null || requested > perCall).toBe(true)
        if (cause === 'limit_per_day') expect(perDay === null || moved + requested > perDay).toBe(true)
        if (cause === null)
          expect(requested <= (perCall ?? 0) && moved + requested <= (perDay ?? 0)).toBe(true)
      }),
    )
  })

  it('is nothing of another currency, whatever the limits', () => {
    expect(causeOfCall(null, 0, { perCall: 1e9, perDay: 1e9 })).toBe('limit_per_call')
  })
})

describe('an amount', () => {
  it('takes two people exactly when it is above a threshold that there is; one of the key stands in place of others', () => {
    const threshold = fc.option(fc.nat(1e9))
    fc.assert(
      fc.property(amount, threshold, threshold, threshold, (requested, merchant, role, key) => {
        const above = (bound: number | null) => bound !== null && requested > bound
        const expected = key === null ? above(merchant) || above(role) : above(key)
        expect(causeOfAmount(requested, { merchant, role, key }) !== null).toBe(expected)
        const lowest = lowestOf({ merchant, role, key })
        expect(above(lowest)).toBe(expected)
      }),
    )
  })

  it('of another currency takes two people as soon as there is a threshold', () => {
    expect(causeOfAmount(null, { merchant: null, role: null, key: null })).toBeNull()
    expect(causeOfAmount(null, { merchant: null, role: 5, key: null })).toBe('role_threshold')
  })

  it('takes two people when any total would pass the threshold with it', () => {
    const total = fc.option(fc.nat(1e9), { nil: undefined })
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.nat(1e9),
        total,
        total,
        (requested, threshold, person_total, record_total) => {
          const totals = {
            ...(person_total === undefined ? {} : { person_total }),
            ...(record_total === undefined ? {} : { record_total }),
          }
          const passes = Object.values(totals).some((sum) => sum + requested > threshold)
          expect(causeOfTotals(requested, threshold, totals) !== null).toBe(passes)
        },
      ),
    )
  })
})

describe('who decides', () => {
  it('is never the requester, and above a threshold not the person behind an app or a key', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...APPROVAL_CAUSES),
        fc.constantFrom('user', 'client', 'key'),
        fc.constantFrom('a', 'b'),
        (cause, kind, decider) => {
          const approval = {
            cause,
            actor_kind: kind,
            actor_id: kind === 'user' ? 'a' : 'other',
            user_id: 'a',
          }
          const allowed = mayDecide(approval, decider)
          if (decider === 'b') expect(allowed).toBe(true)
          else expect(allowed).toBe(kind !== 'user' && !takesAnother(cause))
        },
      ),
    )
  })

  it('decides a pending request, until its time is over', () => {
    const approval = {
      id: 'apr_1',
      operation: 'refund_payment',
      status: 'waiting',
      expires_at: 100,
      cause: 'limit_per_call',
      actor_kind: 'user',
      actor_id: 'a',
      user_id: 'a',
    }
    const metadata = { approval_id: 'apr_1' }
    expect(refusalOf(() => assertDecidable(approval, 'b', 99))).toBeNull()
    expect(refusalOf(() => assertDecidable(approval, 'b', 100))).toMatchObject({
      reason: 'approval_decided',
      message: 'This request has expired.',
      metadata,
    })
    expect(refusalOf(() => assertWaiting({ ...approval, status: 'rejected' }, 99))).toMatchObject({
      reason: 'approval_decided',
      message: 'This request was already rejected.',
      metadata,
    })
    expect(refusalOf(() => assertDecidable(approval, 'a', 99))).toMatchObject({
      reason: 'approval_takes_another',
      message: expect.stringMatching(/your own request/),
      metadata,
    })
    expect(approvalStatusOf(approval, 99)).toBe('waiting')
    expect(approvalStatusOf(approval, 100)).toBe('expired')
    expect(approvalStatusOf({ ...approval, status: 'approved' }, 100)).toBe('approved')
  })

  it('could do it themselves', () => {
    const other = new Set<Permission>(['approvals:write'])
    for (const name of Object.keys(APPROVABLE) as ApprovableOperation[]) {
      const { permission } = APPROVABLE[name]
      expect(isAbleTo(name, new Set([permission]))).toBe(true)
      expect(isAbleTo(name, other)).toBe(false)
      expect(refusalOf(() => assertAbleTo(name, new Set([permission])))).toBeNull()
      expect(refusalOf(() => assertAbleTo(name, other))).toMatchObject({
        reason: 'permission_denied',
        message: expect.stringContaining(
          `permission to ${permissionText(permission)}. ${whoHelps([permission])}`,
        ),
      })
    }
  })

  it('decides nothing that is no operation', () => {
    expect(isAbleTo('toString', new Set())).toBe(false)
    expect(refusalOf(() => assertAbleTo('toString', new Set()))).toMatchObject({
      reason: 'permission_denied',
      message: 'You can’t approve this. Ask an owner.',
    })
  })
})

describe('the cause', () => {
  const none = { merchant: null, role: null, key: null }
  it('is no threshold where there is none', () => {
    expect(lowestOf(none)).toBeNull()
    expect(lowestOf({ ...none, role: 0 })).toBe(0)
  })

  it('is the lower threshold of two, unless the key has one of its own', () => {
    expect(lowestOf({ merchant: 9, role: 5, key: null })).toBe(5)
    expect(lowestOf({ merchant: 5, role: 9, key: null })).toBe(5)
    expect(lowestOf({ merchant: 5, role: 3, key: 7 })).toBe(7)
  })

  it('is the threshold that an amount is above, first that of the merchant', () => {
    expect(causeOfAmount(6, { ...none, merchant: 5, role: 5 })).toBe('merchant_threshold')
    expect(causeOfAmount(6, { ...none, merchant: 6, role: 5 })).toBe('role_threshold')
    expect(causeOfAmount(6, { merchant: 5, role: 5, key: 5 })).toBe('key_threshold')
    expect(causeOfAmount(6, { merchant: 5, role: 5, key: 6 })).toBeNull()
  })

  it('is the first total that would be above the threshold', () => {
    expect(causeOfTotals(1, 5, { person_total: 4, app_total: 5, key_total: 5, record_total: 5 })).toBe(
      'app_total',
    )
    expect(causeOfTotals(1, 5, { key_total: 5, record_total: 5 })).toBe('key_total')
    expect(causeOfTotals(1, 5, { record_total: 5 })).toBe('record_total')
    expect(causeOfTotals(1, 5, { person_total: 5 })).toBe('person_total')
    expect(causeOfTotals(9, 5, {})).toBeNull()
  })

  it('of a call is its own limit before that of the day, each up to itself', () => {
    expect(causeOfCall(6, 9, { perCall: 5, perDay: 5 })).toBe('limit_per_call')
    expect(causeOfCall(5, 1, { perCall: 5, perDay: 5 })).toBe('limit_per_day')
    expect(causeOfCall(5, 0, { perCall: 5, perDay: 5 })).toBeNull()
    expect(causeOfCall(0, 0, { perCall: 0, perDay: null })).toBe('limit_per_day')
    expect(causeOfCall(0, 0, { perCall: null, perDay: 0 })).toBe('limit_per_call')
  })

  it('asks for another person above a threshold, and not above a limit of an app', () => {
    expect(APPROVAL_CAUSES.filter((cause) => !takesAnother(cause))).toEqual([
      'limit_per_call',
      'limit_per_day',
    ])
  })
})

it('a key refunds at most its limits, by one refund and in a day', () => {
  const refusal = (amount: number, soFar = 0, bounds = { refund_limit: 500, refund_day_limit: 1_000 }) =>
    refusalOf(() => assertWithinKeyLimits(bounds, amount, soFar, { id: 'pay_1', currency: 'INR' }))
  const detail = { field: 'amount', metadata: { payment_id: 'pay_1' } }
  expect([refusal(500), refusal(500, 500)]).toEqual([null, null])
  expect(refusal(501)).toEqual({
    ...detail,
    reason: 'key_refund_limit',
    message: "The amount exceeds this key's limit of 500 for one refund.",
  })
  expect(refusal(500, 501)).toEqual({
    ...detail,
    reason: 'key_refund_day_limit',
    message: "This refund exceeds the key's 24-hour refund limit of 1000. 499 is left.",
  })
  expect(refusal(1, 2_000)?.message).toContain('0 is left.')
  const none = { refund_limit: null, refund_day_limit: null }
  expect(
    refusalOf(() => assertWithinKeyLimits(none, 9_999, 9_999, { id: 'pay_1', currency: 'INR' })),
  ).toBeNull()
})
