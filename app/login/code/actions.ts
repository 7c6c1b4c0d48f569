'use server'
import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { CodeState } from '#components/login/code-form.tsx'
import { fromOf } from '#lib/auth/address.ts'
import { FIRST_STEP_COOKIE } from '#lib/auth/next-auth.ts'
import { openSession } from '#lib/auth/open-session.ts'
import { finishSignIn } from '#lib/auth/second-factor.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** The second step of signing in. */
export async function enterCodeAction(_: CodeState, form: FormData): Promise<CodeState> {
  assertForm(form)
  const jar = await cookies()
  const code = form.get('otp')
  const outcome = await finishSignIn(
    jar.get(FIRST_STEP_COOKIE)?.value,
    typeof code === 'string' ? code.slice(0, 40) : '',
    fromOf(await headers()),
  )
  if (!outcome.ok) {
    if (outcome.over) redirect('/login?reason=too_late')
    return { failure: outcome.wait > 0 ? { wait: outcome.wait } : 'wrong' }
  }
  jar.delete({ name: FIRST_STEP_COOKIE, path: '/login' })
  await openSession(outcome)
  redirect(returnPath(form.get('return_to')))
}
