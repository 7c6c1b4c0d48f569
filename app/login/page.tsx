import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { LoginCard } from '#components/login/login-card.tsx'
import { PasskeyButton } from '#components/login/passkey-button.tsx'
import { SignInForm, type SignInState } from '#components/login/sign-in-form.tsx'
import { Link } from '#components/ui/link.tsx'
import { buttonLook } from '#components/ui/looks.ts'
import { Notice } from '#components/ui/notice.tsx'
import { providerSettings } from '#lib/auth/identity-provider.ts'
import { hasUsers } from '#lib/auth/sign-in.ts'
import { sessionToStepUp, staffActor } from '#lib/auth/staff.ts'
import { needsOtherAccount, type ProviderFailure, providerFailure } from '#lib/values/provider-failure.ts'
import { returnPath } from '#lib/values/return-path.ts'
import { signInAction, signInWithPasskeyAction, startPasskeySignInAction } from './actions.ts'

export const metadata: Metadata = { title: 'Sign in' }

/** Why the person was redirected to sign in. */
const REASONS: Record<string, string> = {
  signed_out: 'You have signed out.',
  expired: 'You were signed out due to inactivity. Sign in to continue where you left off.',
  ended: 'You were signed out because this session was ended. Sign in to continue.',
  password_set: 'Your new password is set. Sign in with it.',
  too_late: 'That took too long. Sign in again.',
  no_access:
    'You were signed out because you no longer belong to any merchant. Ask an owner to invite you again.',
}

type LoginProps = { searchParams: Promise<Record<string, string | string[] | undefined>> }

export default async function Login({ searchParams }: LoginProps) {
  const query = await searchParams
  const returnTo = returnPath(query.return_to ?? query.callbackUrl)
  const reason = typeof query.reason === 'string' ? REASONS[query.reason] : undefined
  if (await staffActor()) redirect(returnTo)
  if (await sessionToStepUp()) redirect(`/login/second-factor?return_to=${encodeURIComponent(returnTo)}`)
  const provider = providerSettings()
  const failure = providerFailure(query.provider)
  const failed = failure && providerMessage(failure, provider?.name ?? 'the identity provider')
  return (
    <LoginCard
      title="Sign in"
      below={
        <Link href="/password" className="link">
          Forgot your password?
        </Link>
      }
    >
      {reason && (
        <div className="mb-4">
          <Notice
            role="status"
            tone={query.reason === 'signed_out' || query.reason === 'password_set' ? 'plain' : 'wait'}
          >
            {reason}
          </Notice>
        </div>
      )}
      {!(await hasUsers()) && (
        <div className="mb-4">
          <Notice title="No one can sign in yet">
            Create a merchant and its owner on the command line of this server:
            <code className="mono mt-1.5 block wrap-anywhere">
              npm run counterfoil -- merchant create --name …
            </code>
            <code className="mono mt-1.5 block wrap-anywhere">
              npm run counterfoil -- user create --merchant … --role owner --email … --name …
            </code>
          </Notice>
        </div>
      )}
      {failed && (
        <div className="mb-4">
          <Notice tone="bad" role="alert" title={failed.title}>
            {failed.text}
          </Notice>
        </div>
      )}
      <SignInForm action={signInAction} returnTo={returnTo} failed={failureOf(query.error)} />
      {provider && (
        <ProviderButton name={provider.name} returnTo={returnTo} otherAccount={needsOtherAccount(failure)} />
      )}
      <PasskeyButton start={startPasskeySignInAction} finish={signInWithPasskeyAction} returnTo={returnTo} />
    </LoginCard>
  )
}

/** The error of next-auth when its own URL was used to sign in. */
function failureOf(error: unknown): SignInState['failure'] {
  if (typeof error !== 'string') return undefined
  const wait = /^Throttled-(\d{1,4})$/.exec(error)?.[1]
  return wait === undefined ? 'wrong' : { wait: Number(wait) }
}

type ProviderButtonProps = {
  name: string
  returnTo: string
  /** Whether the provider asks which account to use: the last one failed here. */
  otherAccount: boolean
}

/** Leads to the identity provider. A plain link, since the way leaves this site. */
function ProviderButton({ name, returnTo, otherAccount }: ProviderButtonProps) {
  const query = new URLSearchParams({ return_to: returnTo, ...(otherAccount ? { other_account: '1' } : {}) })
  return (
    <div className="mt-4 border-t border-line pt-4 [&+div]:border-t-0 [&+div]:pt-0">
      <a href={`/login/provider?${query}`} className={`${buttonLook({ size: 'large' })} w-full`}>
        Continue with {name}
      </a>
    </div>
  )
}

/** Why a sign-in with the identity provider failed, and what to do; `name` is that of the provider. */
function providerMessage(failure: ProviderFailure, name: string): { title: string; text: string } {
  const password = 'sign in with your password'
  const messages: Record<ProviderFailure, { title: string; text: string }> = {
    off: {
      title: 'Not set up',
      text: `Sign-in with an identity provider is not set up here. Instead, ${password}.`,
    },
    wait: { title: 'Too many attempts', text: `Wait a few minutes, or ${password}.` },
    unreachable: { title: `No response from ${name}`, text: `Try again soon, or ${password}.` },
    denied: { title: 'Sign-in cancelled', text: `${name} didn't sign you in. Try again, or ${password}.` },
    rejected: {
      title: 'Sign-in failed',
      text: `The response of ${name} wasn't valid. Try again, or ${password}.`,
    },
    expired: {
      title: 'Sign-in expired',
      text: 'It took too long, or was started in another browser. Try again.',
    },
    unverified: {
      title: 'Email not verified',
      text: `${name} hasn't verified your email, so it can't be matched. Verify it there, or ${password}.`,
    },
    unknown: {
      title: 'No account here',
      text: `No account here is linked to yours at ${name}. Continue with another one, or ask an owner to invite you with the email that you use there.`,
    },
    disabled: {
      title: 'Account disabled',
      text: 'Your account is disabled. Ask an owner to enable it.',
    },
  }
  return messages[failure]
}
