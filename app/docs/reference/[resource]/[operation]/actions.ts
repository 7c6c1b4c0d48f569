'use server'
import type { TryState } from '#components/docs/try-it.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { tryOut } from '#lib/surfaces/try-out.ts'

/** Sends the request of a reference page for real, in the test account of whoever is signed in. */
export async function tryRequest(before: TryState, form: FormData): Promise<TryState> {
  await requireStaff()
  const values: Record<string, string> = {}
  for (const [name, value] of form)
    if (typeof value === 'string' && !name.startsWith('$')) values[name] = value.slice(0, 100_000)
  const params: Record<string, string> = {}
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) {
    if (name.startsWith('path.')) params[name.slice(5)] = value.trim()
    if (name.startsWith('query.') && value !== '') query.append(name.slice(6), value)
  }
  const answer = await tryOut({
    operation: values.operation ?? '',
    params,
    query: query.toString(),
    body: values.body ?? null,
  })
  return answer
    ? { problem: null, values, answer }
    : { ...before, values, problem: 'This request cannot be tried from here. Send it with a program.' }
}
