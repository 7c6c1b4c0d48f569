import { expect, it } from 'vitest'
import type { ApprovalThresholds } from '#lib/domain/approvals/schema.ts'
import { FormReader, problemsIn } from '#lib/values/form.ts'
import { thresholdsForm, thresholdValues } from './thresholds-form-state.ts'

const settings = { currency: 'INR', grouping: 'indian', zone: 'Asia/Kolkata', now: 0 } as const
const own = { own: null, own_left: null }
const thresholds: ApprovalThresholds = {
  ...{ currency: 'INR', other_approvers: 1 },
  refunds: { merchant: 9_000_050, by_role: { finance: 500_000, support: 0 }, ...own },
  wallet_credits: { merchant: null, by_role: { finance: 100 }, ...own },
  payouts: { merchant: null, by_role: {}, ...own },
}

function filled(more: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [name, text] of Object.entries({ ...thresholdValues(thresholds), ...more })) form.set(name, text)
  return form
}

it('reads back the thresholds that it was opened with', () => {
  const read = thresholdsForm.read(new FormReader(filled(), settings))
  expect(read).toMatchObject({
    refunds: { merchant: 9_000_050, by_role: { finance: 500_000, support: 0, owner: null } },
    wallet_credits: { merchant: null, by_role: { finance: 100 } },
    payouts: { merchant: null, by_role: { finance: null } },
  })
  expect(problemsIn(thresholdsForm, filled(), settings)).toEqual({})
})

it('shows an error at its threshold', () => {
  expect(problemsIn(thresholdsForm, filled({ refunds_finance: 'a lot' }), settings)).toEqual({
    refunds_finance: 'Enter an amount, e.g. 5000 or 5000.50, or leave it blank.',
  })
  const negative = filled({ payouts_merchant: '99999999999999' })
  expect(Object.keys(problemsIn(thresholdsForm, negative, settings))).toEqual(['payouts_merchant'])
  expect(
    thresholdsForm.words({ reason: '', description: '', field: 'refunds.by_role.support', request_id: '' }),
  ).toEqual({ field: 'refunds_support' })
})
