/** What only the recipient of an email may have: computed with a data key when it is sent, and stored nowhere. */
import type { Context } from '#lib/pipeline/operation.ts'
import { PREFIXES } from '#lib/values/id.ts'

/** The placeholder for the link in a stored email. The link is inserted when the email is sent, so the outbox opens nothing. */
export const LINK_PLACE = '[link, only in the email itself]'

/** The links that let a person in, and the path of each. */
const PATHS = { invitation: 'invitation', password_reset: 'password' } as const
type LinkKind = keyof typeof PATHS

/** A link: only the holder of the data keys can compute it, so reading the tables lets no one in. */
export function linkOf(context: Pick<Context, 'vault' | 'baseUrl'>, kind: LinkKind, id: string): string {
  return `${context.baseUrl}/${PATHS[kind]}/${id}.${proofsOf(context, kind, id)[0]}`
}

/** The id that the token of a link proves, or null. */
export function idIn(context: Pick<Context, 'vault'>, kind: LinkKind, token: string): string | null {
  const [, id, proof] = /^(\w{3}_[0-9A-Za-z]{14})\.([\w-]{43})$/.exec(token) ?? []
  if (id === undefined || proof === undefined || !id.startsWith(`${PREFIXES[kind]}_`)) return null
  return proofsOf(context, kind, id).some((right) => isSame(proof, right)) ? id : null
}

function proofsOf({ vault }: Pick<Context, 'vault'>, kind: LinkKind, id: string): [string, ...string[]] {
  return vault.proofs(`${kind} link ${id}`)
}

/** Compares without ending at the first difference. */
export function isSame(one: string, other: string): boolean {
  let different = one.length ^ other.length
  for (let at = 0; at < one.length; at += 1) different |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return different === 0
}

/** The placeholder for the one-time password in a stored email. The password is inserted when the email is sent. */
export const CODE_PLACE = '[one-time password]'

/**
 * The one-time password of an ID: six digits that only the holder of the data keys can compute. It is not stored, so
 * reading the tables opens no wallet. While SECRET_KEY is being changed, one of the former data key counts as well.
 */
export function passwordsOf({ vault }: Pick<Context, 'vault'>, id: string): [string, ...string[]] {
  const [newest, ...earlier] = vault.proofs(`wallet code ${id}`)
  return [digitsOf(newest), ...earlier.map(digitsOf)]
}

function digitsOf(proof: string): string {
  const number = Buffer.from(proof, 'base64url').readBigUInt64BE()
  return String(number % 1_000_000n).padStart(6, '0')
}

type Mail = { kind: string; object_id: string | null; text: string; html: string }

/** An email as its recipient gets it. */
export function filledIn<M extends Mail>(context: Pick<Context, 'vault' | 'baseUrl'>, mail: M): M {
  if (mail.object_id === null) return mail
  if (mail.kind === 'invitation' || mail.kind === 'password_reset')
    return filled(mail, LINK_PLACE, linkOf(context, mail.kind, mail.object_id))
  return mail.kind === 'wallet_code' ? withCode(context, mail) : mail
}

/** The same with a one-time password, and nothing else that only its recipient may have: as staff see it in test mode. */
export function withCode<M extends Mail>(context: Pick<Context, 'vault'>, mail: M): M {
  if (mail.kind !== 'wallet_code' || mail.object_id === null) return mail
  return filled(mail, CODE_PLACE, passwordsOf(context, mail.object_id)[0])
}

function filled<M extends Mail>(mail: M, place: string, secret: string): M {
  const fill = (text: string) => text.replaceAll(place, secret)
  return { ...mail, text: fill(mail.text), html: fill(mail.html) }
}
