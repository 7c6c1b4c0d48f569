'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { CodeState } from '#components/login/code-form.tsx'
import { fromOf } from '#lib/auth/address.ts'
import type { StaffSession } from '#lib/auth/sessions.ts'
import { sessionToStepUp } from '#lib/auth/staff.ts'
import { stepUpOptions, stepUpWithCode, stepUpWithPasskey } from '#lib/auth/step-up.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { formText } from '#lib/values/form.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Uses a code in the session of this request, and goes where the person was going. */
export async function stepUpAction(_: CodeState, form: FormData): Promise<CodeState> {
  assertForm(form)
  const to = returnPath(form.get('return_to'))
  const session = await requireStepUp(to)
  const outcome = await stepUpWithCode(session, formText(form, 'otp').slice(0, 40), fromOf(await headers()))
  if (!outcome.ok) return { failure: outcome.wait > 0 ? { wait: outcome.wait } : 'wrong' }
  redirect(to)
}

/** What the browser needs to ask for a passkey. */
export async function startPasskeyStepUpAction(): Promise<{ options: string } | { wait: number }> {
  return stepUpOptions(await requireStepUp('/'), fromOf(await headers()))
}

/** Uses the passkey that the browser returned, and goes where the person was going. */
export async function stepUpWithPasskeyAction(
  response: unknown,
  returnTo: unknown,
): Promise<{ failure: 'wrong' | { wait: number } }> {
  const session = await requireStepUp(returnPath(returnTo))
  const outcome = await stepUpWithPasskey(
    session,
    typeof response === 'string' ? response : '',
    fromOf(await headers()),
  )
  if (!outcome.ok) return { failure: outcome.wait > 0 ? { wait: outcome.wait } : 'wrong' }
  redirect(returnPath(returnTo))
}

/** Where nothing is to be stepped up any more, the person goes on: signed in, or to the sign-in page. */
async function requireStepUp(to: string): Promise<StaffSession> {
  const session = await sessionToStepUp()
  if (!session) redirect(to)
  return session
}
