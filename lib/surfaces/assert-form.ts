import { forbidden } from 'next/navigation'
import { formRequests } from '#lib/form-request.ts'

/**
 * Next calls an action with whatever was sent. What is no form comes from a page of another version, or from no page:
 * the response is that the page is out of date (lib/server/form-requests.ts).
 */
export function assertForm(form: unknown): asserts form is FormData {
  if (form instanceof FormData) return
  const request = formRequests().getStore()
  if (request) request.outOfDate = true
  forbidden()
}
