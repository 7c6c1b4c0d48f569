'use server'
import { acknowledgeForm } from '#components/gateway-checks/acknowledge-form-state.ts'
import {
  acknowledgeDifference,
  askAboutDifference,
  requestComparison,
} from '#lib/domain/gateway-checks/decide.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { recordForm } from '#lib/values/form.ts'

const to = ({ id }: { id: string }) => `/settings/acquirer/differences/${id}`

export const acknowledgeDifferenceAction = formAction(acknowledgeDifference, acknowledgeForm, {
  to,
  message: () => 'Difference acknowledged',
})

export const askAboutDifferenceAction = formAction(askAboutDifference, recordForm, {
  to,
  message: ({ state }) =>
    state === 'solved' ? 'Difference solved' : 'Gateway asked. The difference remains.',
  refreshes: true,
})

export const requestComparisonAction = formAction(requestComparison, recordForm, {
  to: ({ id }) => `/settings/acquirer/${id}`,
  message: () => 'Comparison requested',
  refreshes: true,
})
