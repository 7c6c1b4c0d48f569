/** Encryption of whole backups in the format of age (age-encryption.org/v1), which the command `age` opens as well. */
import { readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter } from 'age-encryption'
import { backupError } from './errors.ts'
import { BadArchive } from './tar.ts'

/** Whom a backup is encrypted for. */
export type Encryption = { recipients: string[] } | { passphrase: string }
/** What opens a backup. */
export type Unlock = { identities: string[] } | { passphrase: string }

/** The first bytes of every file of age. */
const MAGIC = 'age-encryption.org/'

/**
 * The logarithm of the cost of a guess. 2^16 takes 64 MB and half a second; the 2^18 of the command `age` takes 256 MB, which
 * a small machine does not have beside its server. Passphrases are longer in return.
 */
const SCRYPT_WORK = 16
const MIN_PASSPHRASE = 16

/** @throws CannotStart when a recipient is none */
export async function encrypt(bytes: Readable, lock: Encryption): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = new Encrypter()
  if ('passphrase' in lock) {
    encrypter.setScryptWorkFactor(SCRYPT_WORK)
    encrypter.setPassphrase(lock.passphrase)
  } else for (const recipient of lock.recipients) encrypter.addRecipient(recipient)
  return await encrypter.encrypt(webStreamOf(bytes))
}

/**
 * The bytes of a backup, decrypted where it is encrypted.
 * @param place names the backup in errors
 * @throws CannotStart when it is not opened by these, or is not encrypted at all although something opens it
 */
export async function decrypt(
  bytes: Readable,
  unlock: Unlock | null,
  place: string,
): Promise<AsyncIterable<Uint8Array>> {
  const { start, all } = await peek(bytes, MAGIC.length)
  const isEncrypted = start.toString('latin1') === MAGIC
  if (!isEncrypted && unlock !== null) throw backupError('not_locked', { place })
  if (!isEncrypted) return all
  if (unlock === null) throw backupError('locked', { place })
  const decrypter = new Decrypter()
  if ('passphrase' in unlock) decrypter.addPassphrase(unlock.passphrase)
  else for (const identity of unlock.identities) decrypter.addIdentity(identity)
  const opened = await decrypter.decrypt(webStreamOf(Readable.from(all))).catch((error: unknown) => {
    throw backupError('wrong_key', { place }, error)
  })
  return authenticated(opened)
}

/** Every block has a tag of its own, the last one another: bytes that changed and those that are missing look alike. */
async function* authenticated(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    // An error of the disk or of the network has a code.
    if ((error as NodeJS.ErrnoException).code !== undefined) throw error
    throw new BadArchive('its encrypted bytes have changed, or some are missing', { cause: error })
  }
}

/** The first bytes, and all of them with these in front. */
async function peek(
  bytes: Readable,
  size: number,
): Promise<{ start: Buffer; all: AsyncGenerator<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  let start = Buffer.alloc(0)
  let isOver = false
  while (start.length < size && !isOver) {
    const { value, done } = await source.next()
    if (done) isOver = true
    else start = Buffer.concat([start, value])
  }
  async function* all() {
    yield start
    if (!isOver) yield* { [Symbol.asyncIterator]: () => source }
  }
  return { start: start.subarray(0, size), all: all() }
}

function webStreamOf(bytes: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>
}

/** The public keys of `--recipient`. @throws CannotStart */
export function recipientsOf(text: string): string[] {
  return text.split(',').map((each) => {
    const recipient = each.trim()
    try {
      new Encrypter().addRecipient(recipient)
    } catch (cause) {
      throw backupError('recipient_invalid', { recipient: recipient || 'an empty text' }, cause)
    }
    return recipient
  })
}

/** The secret keys of a file that `age-keygen` wrote: one a line, beside comments. @throws CannotStart */
export function identitiesOf(path: string): string[] {
  const option = 'identity-file'
  const identities = readKeyFile(option, path)
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0)
    throw backupError('key_file', { option, path, reason: 'it has no identity of age' })
  for (const identity of identities) {
    try {
      new Decrypter().addIdentity(identity)
    } catch (cause) {
      throw backupError('key_file', { option, path, reason: 'a line is not an identity of age' }, cause)
    }
  }
  return identities
}

/** The passphrase of a file, without the end of its line. @throws CannotStart */
export function passphraseOf(path: string): string {
  const option = 'passphrase-file'
  const passphrase = readKeyFile(option, path).replace(/\r?\n$/, '')
  if (passphrase.length < MIN_PASSPHRASE || /[\r\n]/.test(passphrase))
    throw backupError('key_file', {
      option,
      path,
      reason: `it must have one line of at least ${MIN_PASSPHRASE} characters`,
    })
  return passphrase
}

function readKeyFile(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw backupError('key_file', { option, path, reason: (cause as Error).message }, cause)
  }
}
