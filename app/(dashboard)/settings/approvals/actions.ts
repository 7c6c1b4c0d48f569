'use server'
import { thresholdsForm } from '#components/approvals/thresholds-form-state.ts'
import { updateApprovalThresholds } from '#lib/domain/approvals/thresholds.ts'
import { formAction } from '#lib/surfaces/form-action.ts'

/** A looser threshold redirects to its approval. */
export const updateThresholdsAction = formAction(updateApprovalThresholds, thresholdsForm, {
  to: () => '/settings/approvals?saved=1',
  message: () => 'Thresholds saved',
})
