'use server'
import { rejectForm } from '#components/approvals/decide-state.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { approveApproval, cancelApproval, rejectApproval } from '#lib/domain/approvals/decide.ts'
import { carryOutNow } from '#lib/surfaces/approvals.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { confirmedRecordForm, type FormProblem, type FormReader } from '#lib/values/form.ts'

const decided = {
  to: ({ id }: { id: string }) => `/approvals/${id}`,
  /** The navigation of every page counts pending approvals. */
  everywhere: true,
  /** The second person sees the decision, and no form. */
  refused: (problem: FormProblem, form: FormReader) =>
    problem.reason === 'approval_decided' ? `/approvals/${form.text('id')}` : problem,
} as const

/** Approves, and carries it out at once. In live mode the password is asked for, since money moves. */
export const approveApprovalAction = formAction(approveApproval, confirmedRecordForm, {
  ...decided,
  after: async ({ id }) => carryOutNow(await requireStaff(), id),
})

export const rejectApprovalAction = formAction(rejectApproval, rejectForm, decided)

export const cancelApprovalAction = formAction(cancelApproval, confirmedRecordForm, decided)
