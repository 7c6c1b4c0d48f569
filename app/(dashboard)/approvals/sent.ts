import { redirect } from 'next/navigation'
import type { FormError } from '#lib/surfaces/form.ts'

/** Leads to the approval when a form asked for one: its page says what waits, and withdraws it. */
export function seeApproval({ reason, metadata }: FormError): void {
  if (reason === 'waiting_for_approval') redirect(`/approvals/${metadata?.approval_id}`)
}
