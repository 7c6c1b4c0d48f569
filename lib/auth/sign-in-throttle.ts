import { giveBack, reset, take } from '#lib/auth/limits.ts'
import { networkOfAddress } from '#lib/auth/network.ts'

/** Where an attempt comes from: an IP address, and the device when the browser has a valid cookie for this account. */
export type SignInSource = { ip: string | null; device: string | null }

/** The seconds to wait, 0 when the attempt may be made; `forgive` undoes its count once the password was right. */
type Attempt = { wait: number; forgive(): void }

/**
 * Counts an attempt to sign in before the password is checked, so that attempts made at once cannot pass together.
 * A device and each network have counters of their own; strangers on other networks can only fill the counter of the
 * account, which holds back unknown networks alone.
 * @param isKnown whether the person signed in from this network lately; asked only when the account is held back
 */
export async function takeAttempt(
  email: string,
  source: SignInSource,
  isKnown: () => Promise<boolean>,
): Promise<Attempt> {
  if (source.device !== null) {
    const own = `${email} ${source.device}`
    const wait = Math.max(take('sign_in_device', own), take('sign_in_devices', email))
    // Beyond its own counter a known device is no worse off than an unknown one.
    if (wait === 0)
      return allowed(() => {
        reset('sign_in_device', own)
        giveBack('sign_in_devices', email)
      })
  }
  const network = networkOfAddress(source.ip)
  const pair = `${email} ${network}`
  const near = Math.max(take('sign_in_account_and_network', pair), take('sign_in_network', network))
  if (near > 0) return { wait: near, forgive: () => {} }
  const far = take('sign_in_account', email)
  if (far > 0 && !(await isKnown())) return { wait: far, forgive: () => {} }
  return allowed(() => {
    reset('sign_in_account_and_network', pair)
    giveBack('sign_in_network', network)
    if (far === 0) giveBack('sign_in_account', email)
  })
}

function allowed(forgive: () => void): Attempt {
  return { wait: 0, forgive }
}
