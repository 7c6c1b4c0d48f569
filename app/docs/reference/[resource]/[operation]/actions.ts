'use server'
import type { TryState } from '#components/docs/try-it.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { tryOut } from '#lib/surfaces/try-out.ts'

/** Sends the request of a reference page for real, in the reader's test account. */
export async function tryRequestAction(_before: TryState, form: FormData): Promise<TryState> {
  assertForm(form)
  await requireStaff()
  const values = valuesOf(form)
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith('path.')) params[name.slice(5)] = value.trim()
    if (name.startsWith('query.') && value !== '') query.append(name.slice(6), value)
  }
  const response = await tryOut({
    operation: values.operation ?? '',
    params,
    query: query.toString(),
    body: values.body ?? null,
  })
  return response
    ? { problem: null, values, response }
    : { values, response: null, problem: "This request can't be sent from here. Send it from your own code." }
}

/** The longest value of each field, as the form has them; path and query parameters by their beginning. */
const LONGEST = { operation: 100, body: 100_000 }
const LONGEST_PARAMETER = 200
const MOST_PARAMETERS = 50

/** The fields of the form of the page, and no others: all of them are sent back and shown again. */
function valuesOf(form: FormData): Record<string, string> {
  const values: Record<string, string> = {}
  let parameters = 0
  for (const [name, value] of form) {
    if (typeof value !== 'string') continue
    if (name === 'operation' || name === 'body') values[name] = value.slice(0, LONGEST[name])
    else if (/^(path|query)\.\w{1,60}$/.test(name) && ++parameters <= MOST_PARAMETERS)
      values[name] = value.slice(0, LONGEST_PARAMETER)
  }
  return values
}
