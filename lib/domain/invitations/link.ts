import type { Context } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** How long an invitation can be accepted, in seconds. */
export const INVITATION_LASTS = 7 * DAY

/** The placeholder for the link in a stored email. The link is inserted when the email is sent, so the outbox opens nothing. */
export const LINK_PLACE = '[link, only in the email itself]'

/** The link of an invitation: only the holder of the master key can compute it, so reading the tables lets no one in. */
export function invitationLink(context: Pick<Context, 'vault' | 'baseUrl'>, id: string): string {
  return `${context.baseUrl}/invitation/${id}.${proofOf(context, id)}`
}

/** The id that the token of a link proves, or null. */
export function invitationIn(context: Pick<Context, 'vault'>, token: string): string | null {
  const [, id, proof] = /^(inv_[0-9A-Za-z]{14})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || proof === undefined) return null
  return isSame(proof, proofOf(context, id)) ? id : null
}

function proofOf({ vault }: Pick<Context, 'vault'>, id: string): string {
  return Buffer.from(vault.digest(`invitation ${id}`)).toString('base64url')
}

/** Compares without ending at the first difference. */
function isSame(one: string, other: string): boolean {
  let different = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) different |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return different === 0
}
