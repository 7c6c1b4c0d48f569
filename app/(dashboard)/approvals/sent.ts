import { redirect } from 'next/navigation'
import type { FormError } from '#lib/surfaces/form.ts'

/** The page of the approval that a form asked for, which says what waits and withdraws it; null for every other error. */
export function approvalPath({ reason, metadata }: FormError): string | null {
  return reason === 'waiting_for_approval' ? `/approvals/${metadata?.approval_id}` : null
}

/** Leads there. */
export function seeApproval(error: FormError): void {
  const path = approvalPath(error)
  if (path !== null) redirect(path)
}
