import type { Metadata } from 'next'
import { LoginCard } from '#components/login/login-card.tsx'
import { NewPasswordForm } from '#components/login/reset-forms.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { openReset } from '#lib/auth/reset-password.ts'
import { setPasswordAction } from './actions.ts'

export const metadata: Metadata = { title: 'Set a new password', robots: { index: false } }

export default async function NewPasswordPage({ params }: PageProps<'/password/[token]'>) {
  const token = decodeURIComponent((await params).token)
  const email = await openReset(token)
  if (email === null) {
    return (
      <LoginCard title="Link expired">
        <p className="text-ink-2">The link was used or has expired. Request a new one.</p>
        <p className="mt-4">
          <LinkButton href="/password">Request a new link</LinkButton>
        </p>
      </LoginCard>
    )
  }
  return (
    <LoginCard title="Set a new password">
      <p className="mb-4 text-ink-2">You are signed out everywhere, and your connected apps end.</p>
      <NewPasswordForm action={setPasswordAction} token={token} email={email} />
    </LoginCard>
  )
}
