'use server'
import { redirect } from 'next/navigation'
import { updateLogRetention } from '#lib/domain/requests/retention.ts'
import { viewRequest } from '#lib/domain/requests/view.ts'
import { read } from '#lib/surfaces/page.ts'
import { plainAction } from '#lib/surfaces/plain-form.ts'
import { repeatRequest } from '#lib/surfaces/replay.ts'

export const updateRetentionPlainly = plainAction(updateLogRetention, { to: () => '/logs/retention?saved=1' })

/** Sends a request of the log again and leads to the line that this makes. */
export async function repeatFromPage(_: { error: string } | null, form: FormData) {
  const request = await read(viewRequest, { id: String(form.get('id')) })
  const repeated = await repeatRequest(request)
  if (!repeated.ok) return { error: repeated.description }
  redirect(`/logs/${repeated.request_id}?repeats=${request.id}`)
}
