'use server'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import type { SignInState } from '#components/login/sign-in-form.tsx'
import { fromOf } from '#lib/auth/address.ts'
import { openSession, rememberFirstStep } from '#lib/auth/open-session.ts'
import { passkeyOptions, signInWithPasskey } from '#lib/auth/passkey-sign-in.ts'
import { signIn } from '#lib/auth/sign-in.ts'
import { assertForm } from '#lib/surfaces/form-action.ts'
import { formText } from '#lib/values/form.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Signs in and goes where the person was going. Every failure but waiting reads the same. */
export async function signInAction(_: SignInState, form: FormData): Promise<SignInState> {
  assertForm(form)
  const email = formText(form, 'email')
  const outcome = await signIn({ email, password: formText(form, 'password') }, fromOf(await headers()))
  if (!outcome.ok && outcome.firstStep) {
    await rememberFirstStep(outcome.firstStep)
    redirect(`/login/code?return_to=${encodeURIComponent(returnPath(form.get('return_to')))}`)
  }
  if (!outcome.ok) return { email, failure: outcome.wait > 0 ? { wait: outcome.wait } : 'wrong' }

  await openSession(outcome)
  redirect(returnPath(form.get('return_to')))
}

/** What the browser needs to ask for a passkey. */
export async function startPasskeySignInAction(): Promise<{ options: string } | { wait: number }> {
  return passkeyOptions(fromOf(await headers()))
}

/** Signs in with what the browser returned, and goes where the person was going. */
export async function signInWithPasskeyAction(
  response: unknown,
  returnTo: unknown,
): Promise<{ failure: 'wrong' | { wait: number } }> {
  const outcome = await signInWithPasskey(
    typeof response === 'string' ? response : '',
    fromOf(await headers()),
  )
  if (!outcome.ok) return { failure: outcome.wait > 0 ? { wait: outcome.wait } : 'wrong' }
  await openSession(outcome)
  redirect(returnPath(returnTo))
}
