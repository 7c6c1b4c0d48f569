import type { ProviderFailure } from '#lib/values/provider-failure.ts'

/** Why a sign-in with the identity provider failed, and what to do; `name` is that of the provider. */
export function providerMessage(failure: ProviderFailure, name: string): { title: string; text: string } {
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
