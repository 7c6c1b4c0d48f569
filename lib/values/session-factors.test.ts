import { expect, it } from 'vitest'
import { lackingFactor, SESSION_FACTORS, type SessionFactor } from './session-factors.ts'

/** Whether each meets the requirement of a role by itself. */
const MEETS: Record<SessionFactor, boolean> = {
  password: false,
  code: true,
  recovery_code: true,
  passkey: true,
  provider: false,
  provider_second_factor: true,
}

it.each(SESSION_FACTORS.flatMap((used) => [true, false].map((owns) => [used, owns] as const)))(
  '%s, used by a person who owns a second factor: %s',
  (used, owns) => {
    const missing = owns ? 'step_up' : 'setup'
    expect(lackingFactor(false, [used], owns)).toBeNull()
    expect(lackingFactor(true, [used], owns)).toBe(MEETS[used] ? null : missing)
    expect(lackingFactor(true, ['password', used], owns)).toBe(MEETS[used] ? null : missing)
    expect(lackingFactor(true, [], owns)).toBe(missing)
  },
)
