import type { Context } from '#lib/pipeline/operation.ts'
import { PREFIXES } from '#lib/values/id.ts'

/** The placeholder for the link in a stored email. The link is inserted when the email is sent, so the outbox opens nothing. */
export const LINK_PLACE = '[link, only in the email itself]'

/** The links that let a person in, and the path of each. */
const PATHS = { invitation: 'invitation', password_reset: 'password' } as const
type LinkKind = keyof typeof PATHS

/** A link: only the holder of the master key can compute it, so reading the tables lets no one in. */
export function linkOf(context: Pick<Context, 'vault' | 'baseUrl'>, kind: LinkKind, id: string): string {
  return `${context.baseUrl}/${PATHS[kind]}/${id}.${proofOf(context, kind, id)}`
}

/** The id that the token of a link proves, or null. */
export function idIn(context: Pick<Context, 'vault'>, kind: LinkKind, token: string): string | null {
  const [, id, proof] = /^(\w{3}_[0-9A-Za-z]{14})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || proof === undefined || !id.startsWith(`${PREFIXES[kind]}_`)) return null
  return isSame(proof, proofOf(context, kind, id)) ? id : null
}

function proofOf({ vault }: Pick<Context, 'vault'>, kind: LinkKind, id: string): string {
  return Buffer.from(vault.digest(`${kind} link ${id}`)).toString('base64url')
}

/** Compares without ending at the first difference. */
export function isSame(one: string, other: string): boolean {
  let different = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) different |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return different === 0
}
