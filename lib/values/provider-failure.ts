/** Why a sign-in with the identity provider failed; each has its sentence on the sign-in page. */
export const PROVIDER_FAILURES = [
  'off',
  'wait',
  'unreachable',
  'denied',
  'rejected',
  'expired',
  'unverified',
  'unknown',
  'disabled',
] as const
export type ProviderFailure = (typeof PROVIDER_FAILURES)[number]

/** The failures that the same account at the provider has again: a retry asks which account to use. */
const OF_ACCOUNT: readonly ProviderFailure[] = ['denied', 'unverified', 'unknown', 'disabled']

/** Whether a retry asks the provider for another account, since its session there stays. */
export function needsOtherAccount(failure: ProviderFailure | undefined): boolean {
  return failure !== undefined && OF_ACCOUNT.includes(failure)
}

/** The failure that a search param names, if it is one. */
export function providerFailure(value: unknown): ProviderFailure | undefined {
  return PROVIDER_FAILURES.find((known) => known === value)
}
