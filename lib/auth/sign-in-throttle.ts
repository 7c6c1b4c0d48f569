import { RateLimiterMemory } from 'rate-limiter-flexible'
import { waitAfter } from '#lib/auth/limited.ts'

/** Wrong passwords in a row: five for one e-mail address, fifty from one network address, in a quarter of an hour. */
const WINDOW = 15 * 60
const LIMITS = { email: 5, address: 50 }

type Limiters = { email: RateLimiterMemory; address: RateLimiterMemory }

/**
 * Takes one attempt, before the password is looked at, so that attempts made at once cannot pass together.
 * @returns the seconds to wait, or 0 when the attempt may be made
 */
export async function takeAttempt(email: string, address: string): Promise<number> {
  const waits = await Promise.all([wait(limiters().email, email), wait(limiters().address, address)])
  return Math.max(...waits)
}

/** A sign-in that succeeded gives its attempt back and forgives the earlier ones of that e-mail address. */
export async function forgiveAttempts(email: string, address: string): Promise<void> {
  await Promise.all([limiters().email.delete(email), limiters().address.reward(address)])
}

async function wait(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (rejection) {
    return waitAfter(rejection)
  }
}

/** On globalThis, since Next bundles routes apart and each would count for itself. */
function limiters(): Limiters {
  held.counterfoilSignInLimiters ??= {
    email: new RateLimiterMemory({ keyPrefix: 'sign-in-email', points: LIMITS.email, duration: WINDOW }),
    address: new RateLimiterMemory({
      keyPrefix: 'sign-in-address',
      points: LIMITS.address,
      duration: WINDOW,
    }),
  }
  return held.counterfoilSignInLimiters
}
const held = globalThis as { counterfoilSignInLimiters?: Limiters }
