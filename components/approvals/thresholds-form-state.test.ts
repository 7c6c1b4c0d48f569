import { expect, it } from 'vitest'
import type { ApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import { FormReader, problemsIn } from '#lib/values/form.ts'
import { thresholdsForm, thresholdsFormOf, thresholdValues } from './thresholds-form-state.ts'

const settings = { currency: 'INR', grouping: 'indian', zone: 'Asia/Kolkata', now: 0 } as const
const DESK = 'role_NfLw3gQ81xRt0a'
const roles = ['owner', 'finance', 'support', DESK].map((id) => ({ id, name: id }))
const own = { roles, own: null, own_left: null }
const thresholds: ApprovalThresholds = {
  currency: 'INR',
  other_approvers: 1,
  refunds: { merchant: 9_000_050, by_role: { finance: 500_000, support: 0 }, ...own },
  wallet_credits: { merchant: null, by_role: { finance: 100, [DESK]: 250 }, ...own },
  payouts: { merchant: null, by_role: {}, ...own },
}

const form = thresholdsFormOf(thresholds)

/** As a browser posts it: every field, also the blank ones. */
function filled(more: Record<string, string> = {}): FormData {
  const posted = new FormData()
  for (const name of form.fields) posted.set(name, '')
  for (const [name, text] of Object.entries({ ...thresholdValues(thresholds), ...more }))
    posted.set(name, text)
  return posted
}

it('reads back the thresholds that it was opened with', () => {
  const read = thresholdsForm.read(new FormReader(filled(), settings))
  expect(read).toMatchObject({
    refunds: { merchant: 9_000_050, by_role: { finance: 500_000, support: 0, owner: null } },
    wallet_credits: { merchant: null, by_role: { finance: 100, [DESK]: 250 } },
    payouts: { merchant: null, by_role: { finance: null } },
  })
  expect(problemsIn(form, filled(), settings)).toEqual({})
})

it('shows an error at its threshold', () => {
  expect(problemsIn(form, filled({ refunds_finance: 'a lot' }), settings)).toEqual({
    refunds_finance: 'Enter an amount, e.g. 5000 or 5000.50, or leave it blank.',
  })
  const negative = filled({ payouts_merchant: '99999999999999' })
  expect(Object.keys(problemsIn(form, negative, settings))).toEqual(['payouts_merchant'])
  expect(
    thresholdsForm.words({ reason: '', description: '', field: 'refunds.by_role.support', request_id: '' }),
  ).toEqual({ field: 'refunds_support' })
})
