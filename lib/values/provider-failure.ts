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

/** The failure that a search param names, if it is one. */
export function providerFailure(value: unknown): ProviderFailure | undefined {
  return PROVIDER_FAILURES.find((known) => known === value)
}
