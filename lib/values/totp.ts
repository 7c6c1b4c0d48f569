import { Secret, TOTP } from 'otpauth'

/** Seconds that one code is shown. */
const PERIOD = 30
/** Codes of the step before and after are accepted, for clocks that differ. */
const WINDOW = 1

/** A new secret of an authenticator app, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The URI that authenticator apps read from a QR code. */
export function totpUri(secret: string, email: string): string {
  return totpOf(secret, email).toString()
}

/**
 * The step that a code is of, or null for a wrong one. The caller stores its step, and accepts no code of that
 * step or an earlier one again.
 * @param now in Unix seconds
 */
export function totpStep(secret: string, code: string, now: number): number | null {
  const digits = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return null
  const totp = totpOf(secret, '')
  const delta = totp.validate({ token: digits, timestamp: now * 1000, window: WINDOW })
  return delta === null ? null : Math.floor(now / PERIOD) + delta
}

function totpOf(secret: string, label: string): TOTP {
  return new TOTP({ issuer: 'Counterfoil', label, secret: Secret.fromBase32(secret), period: PERIOD })
}
