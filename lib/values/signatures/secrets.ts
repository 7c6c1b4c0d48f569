/** A secret that the server knows, and whose it is. */
export type KnownSecret = {
  secret: string
  /**
   * - `current`, `previous`: of the endpoint that is looked at; the one before its last roll.
   * - `other`: of another endpoint of this account and mode; `other_previous` likewise before its last roll.
   * - `other_mode`: of an endpoint of the same merchant in the other mode.
   * - `key`, `other_key`: of the API key that is looked at, and of another.
   */
  as: 'current' | 'previous' | 'other' | 'other_previous' | 'other_mode' | 'key' | 'other_key'
  /** What people know it by: the URL of the endpoint, the name of the key. */
  of: string
  /** What tells two of the same URL or name apart; absent where there is one only. */
  owner?: string
}

export type SecretMistake =
  | { name: 'secret_padded' }
  | { name: 'rolled_secret' }
  | { name: 'secret_of_other_endpoint'; of: string }
  | { name: 'secret_of_other_mode'; of: string }
  | { name: 'secret_of_api_key'; of: string }
  | { name: 'secret_of_other_key'; of: string }
  | { name: 'secret_of_webhook'; of: string }
  | { name: 'id_as_secret' }
  | { name: 'wrong_secret' }

/** A secret as people copy it: with the quotation marks of a file, a space at the end, or the name before it. */
export function tidied(secret: string): string {
  return secret
    .trim()
    .replace(/^(?:export\s+)?[A-Z][A-Z0-9_]*=/, '')
    .replace(/^(["'`])(.*)\1$/, '$2')
    .trim()
}

/**
 * Names the text used as the secret, when `right` would have been correct.
 * @param for the signed object: a webhook is signed with the secret of its endpoint, a payment with that of a key
 */
export function diagnoseSecret(
  used: string,
  right: KnownSecret,
  known: KnownSecret[],
  signed: 'webhook' | 'payment',
): SecretMistake | null {
  if (used === right.secret) return right.as === 'previous' ? { name: 'rolled_secret' } : null
  const tidy = tidied(used)
  if (tidy === right.secret) return { name: 'secret_padded' }
  if (/^(key_(test|live)|whk|rzp_(test|live))_[0-9A-Za-z]+$/.test(tidy)) return { name: 'id_as_secret' }
  const found = known.find(({ secret }) => secret === tidy)
  if (!found) return { name: 'wrong_secret' }
  const { as, of } = found
  const ofTheSame = (found.owner ?? of) === (right.owner ?? right.of)
  if (as === 'key' || as === 'other_key')
    return signed === 'webhook' ? { name: 'secret_of_api_key', of } : { name: 'secret_of_other_key', of }
  if (signed === 'payment') return { name: 'secret_of_webhook', of }
  if (as === 'previous' || (as === 'other_previous' && ofTheSame)) return { name: 'rolled_secret' }
  if (as === 'other_mode') return { name: 'secret_of_other_mode', of }
  // Seen from the stub of another endpoint, that one's current secret is the right one for what it sent.
  return ofTheSame ? { name: 'rolled_secret' } : { name: 'secret_of_other_endpoint', of }
}
