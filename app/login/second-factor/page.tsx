import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { signOutAction } from '#app/(dashboard)/frame-actions.ts'
import { CodeForm } from '#components/login/code-form.tsx'
import { LoginCard } from '#components/login/login-card.tsx'
import { PasskeyButton } from '#components/login/passkey-button.tsx'
import { SubmitButton } from '#components/ui/submit-button.tsx'
import { sessionToStepUp } from '#lib/auth/staff.ts'
import { returnPath } from '#lib/values/return-path.ts'
import { startPasskeyStepUpAction, stepUpAction, stepUpWithPasskeyAction } from './actions.ts'

export const metadata: Metadata = { title: 'Verify your identity' }

/** A person whose role requires a second factor uses it before anything else. */
export default async function SecondFactorPage({ searchParams }: PageProps<'/login/second-factor'>) {
  const [{ return_to }, session] = await Promise.all([searchParams, sessionToStepUp()])
  const returnTo = returnPath(return_to)
  if (!session) redirect(returnTo)
  const { has_code, has_passkey, user } = session
  return (
    <LoginCard
      title="Verify your identity"
      below={
        has_code
          ? 'Lost your phone? Enter one of your recovery codes.'
          : 'Lost your passkey? Ask an owner to remove your second factor.'
      }
    >
      <p className="mb-4 text-ink-2 wrap-anywhere">
        Your role requires a second factor. You are signed in as {user.email}.
      </p>
      {has_code && <CodeForm action={stepUpAction} returnTo={returnTo} />}
      {has_passkey && (
        <>
          <PasskeyButton
            start={startPasskeyStepUpAction}
            finish={stepUpWithPasskeyAction}
            returnTo={returnTo}
            label="Use a passkey"
            advice="Try again with a passkey of this account."
          />
          {!has_code && (
            <noscript>
              <p>Passkeys need JavaScript. Turn it on, then load this page again.</p>
            </noscript>
          )}
        </>
      )}
      <form action={signOutAction} className="mt-4">
        <SubmitButton variant="quiet" pendingText="Signing out…">
          Sign out
        </SubmitButton>
      </form>
    </LoginCard>
  )
}
