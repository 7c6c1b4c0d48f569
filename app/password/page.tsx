import type { Metadata } from 'next'
import { LoginCard } from '#components/login/login-card.tsx'
import { ResetForm } from '#components/login/reset-forms.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { sendsResets } from '#lib/auth/reset-password.ts'
import { requestResetAction } from './actions.ts'

export const metadata: Metadata = { title: 'Forgot your password?' }

export default function ForgottenPassword() {
  return (
    <LoginCard title="Forgot your password?">
      {sendsResets() ? (
        <ResetForm action={requestResetAction} />
      ) : (
        <p className="text-ink-2">
          Email isn't set up on this server. Ask an owner of the merchant for a password link, under Settings
          › Team.
        </p>
      )}
      <p className="mt-4">
        <LinkButton href="/login">Back to sign-in</LinkButton>
      </p>
    </LoginCard>
  )
}
