'use server'
import { getRequestDetails } from '#lib/domain/requests/get-details.ts'
import { errorState, leadTo } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { repeatRequest } from '#lib/surfaces/replay.ts'
import type { FormState } from '#lib/values/form.ts'

/** Sends a request of the log again and redirects to the new line. */
export async function resendRequest(_: FormState, form: FormData): Promise<FormState> {
  const request = await read(getRequestDetails, { id: String(form.get('id')) })
  const repeated = await repeatRequest(request)
  if (repeated.ok) return leadTo(form, `/logs/${repeated.request_id}?repeats=${request.id}`, undefined)
  const { description } = repeated
  return errorState(form, { reason: 'request_not_repeatable', description, request_id: '' })
}
