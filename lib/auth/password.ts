import * as crypto from 'node:crypto'
import { randomBytes, timingSafeEqual } from 'node:crypto'

/** OWASP's first choice for argon2id: 46 MiB, one pass, one lane. About 60 ms, on a thread of its own. */
const COST = { memory: 47_104, passes: 1, parallelism: 1 }
const TAG_LENGTH = 32
/** Longer texts are rejected before they cost anything. */
export const LONGEST_PASSWORD = 1024

/** Hashes a password for storage: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await derive(password, salt, COST, TAG_LENGTH)
  return storedText(unpadded(salt), unpadded(hash))
}

/**
 * Whether a password matches a hash. Without a hash (an unknown email address) the same work is done and the result
 * is false, so that the time taken reveals nothing.
 */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const saved = parse(stored ?? NO_PASSWORD)
  if (!saved) throw new Error('A stored password hash is not in the argon2id format.')
  const given = password.length > LONGEST_PASSWORD ? '' : password
  const hash = await derive(given, saved.salt, saved.cost, saved.hash.length)
  return timingSafeEqual(hash, saved.hash) && given === password && Boolean(stored)
}

/** A hash of nothing in particular, at today's cost. */
const NO_PASSWORD = storedText('A'.repeat(22), 'A'.repeat(43))

/** A hash in place of a password that has ended: no one knows one that matches. */
export function hashOfNoPassword(): string {
  return storedText(unpadded(randomBytes(16)), unpadded(randomBytes(TAG_LENGTH)))
}

function storedText(salt: string, hash: string): string {
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${salt}$${hash}`
}

type Cost = typeof COST

async function derive(password: string, salt: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  // One way to write a letter with its accent, whichever the keyboard sent.
  const message = Buffer.from(password.normalize('NFKC'))
  // Node has it from 24.7 on. Before, the same in JavaScript takes several times as long.
  const { argon2 } = crypto as Partial<typeof crypto>
  if (argon2 === undefined) return await deriveInJavaScript(message, salt, cost, tagLength)
  return await new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce: salt, tagLength, ...cost }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    )
  })
}

/** In steps, between which other requests are handled. */
export async function deriveInJavaScript(
  message: Buffer,
  salt: Buffer,
  { memory, passes, parallelism }: Cost,
  tagLength: number,
): Promise<Buffer> {
  const { argon2idAsync } = await import('@noble/hashes/argon2.js')
  const settings = { m: memory, t: passes, p: parallelism, dkLen: tagLength }
  return Buffer.from(await argon2idAsync(message, salt, settings))
}

function parse(text: string): { cost: Cost; salt: Buffer; hash: Buffer } | null {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(text)
  if (!match) return null
  const [memory, passes, parallelism] = match.slice(1, 4).map(Number) as [number, number, number]
  return {
    cost: { memory, passes, parallelism },
    salt: Buffer.from(match[4] as string, 'base64'),
    hash: Buffer.from(match[5] as string, 'base64'),
  }
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '')
}
