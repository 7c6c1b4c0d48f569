import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { CodeForm } from '#components/login/code-form.tsx'
import { LoginCard } from '#components/login/login-card.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { FIRST_STEP_COOKIE } from '#lib/auth/next-auth.ts'
import { isBetweenSteps } from '#lib/auth/second-factor.ts'
import { returnPath } from '#lib/values/return-path.ts'
import { enterCodeAction } from './actions.ts'

export const metadata: Metadata = { title: 'Enter your code' }

export default async function CodePage({ searchParams }: PageProps<'/login/code'>) {
  const [{ return_to }, jar] = await Promise.all([searchParams, cookies()])
  if (!isBetweenSteps(jar.get(FIRST_STEP_COOKIE)?.value)) redirect('/login?reason=too_late')
  return (
    <LoginCard title="Enter your code" below="Lost your phone? Enter one of your recovery codes.">
      <CodeForm action={enterCodeAction} returnTo={returnPath(return_to)} />
      <p className="mt-4">
        <LinkButton href="/login">Back to sign-in</LinkButton>
      </p>
    </LoginCard>
  )
}
