/**
 * What a person has proven themselves with in a session. `provider_second_factor`: the identity provider says that it
 * checked several factors itself.
 */
export const SESSION_FACTORS = [
  'password',
  'code',
  'recovery_code',
  'passkey',
  'provider',
  'provider_second_factor',
] as const
export type SessionFactor = (typeof SESSION_FACTORS)[number]

/** Those that meet the requirement of a role. A passkey verifies its person, so it counts as both steps. */
const SECOND: readonly string[] = [
  'code',
  'recovery_code',
  'passkey',
  'provider_second_factor',
] satisfies SessionFactor[]

/** What a session lacks: the second factor that the person owns, one that they have to set up first, or nothing. */
export type Lacking = 'step_up' | 'setup' | null

/**
 * What a session lacks for a role. Only what was used in this session meets a requirement, never what the person owns.
 * @param owns whether the person has an authenticator app or a passkey
 */
export function lackingFactor(required: boolean, used: readonly string[], owns: boolean): Lacking {
  if (!required || used.some((factor) => SECOND.includes(factor))) return null
  return owns ? 'step_up' : 'setup'
}
