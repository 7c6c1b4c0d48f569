/**
 * The keys of a database. Values are sealed with random data keys, and the database has the data keys sealed with
 * SECRET_KEY: SECRET_KEY can change while servers run, and old values stay readable until they are sealed again.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Query } from '#lib/database/query.ts'
import { log } from '#lib/process/log.ts'
import { dataKeyOf, HEADER_LENGTH, headerOf } from './sealed-value.ts'
import { derivedKey, fingerprintOf, keyedDigest, sealWith, unsealWith } from './secrets.ts'
import { findRing, firstKeys, type RingKeys, type RingState, sealRing } from './stored-ring.ts'

/** What sealed values are encrypted with. */
const VALUES = 'api secrets'
/** What digests are made with, and the proofs of links: they were one before there was a ring. */
export const DIGESTS = 'digests'

/** The data keys of a database in one process. */
export class KeyRing {
  readonly fingerprint: string
  private readonly secretKey: string
  private keys: RingKeys
  private state: RingState
  private source: Query | undefined
  /** The version that the process knows of, and may be unable to read. */
  private knownVersion: number
  private reading: Promise<void> | undefined
  /** Data keys that the database does not have, so that a damaged value is not looked up each time. */
  private readonly missing = new Set<number>()

  constructor(secretKey: string, keys: RingKeys, state: RingState) {
    this.secretKey = secretKey
    this.fingerprint = fingerprintOf(secretKey)
    this.keys = keys
    this.state = state
    this.knownVersion = state.version
  }

  /** The version that has been read. */
  get version(): number {
    return this.state.version
  }

  get contents(): { keys: RingKeys; state: RingState } {
    return { keys: this.keys, state: this.state }
  }

  /** What every new value begins with. */
  get header(): Uint8Array {
    return headerOf(this.state.data_key)
  }

  seal(text: string): Uint8Array<ArrayBuffer> {
    const { data_key } = this.state
    return sealWith(derivedKey(this.rootOf(data_key), VALUES), text, headerOf(data_key))
  }

  /** @throws when the bytes were changed, or their data key is unknown: a new one is read for the next attempt */
  open(sealed: Uint8Array): string {
    const id = dataKeyOf(sealed)
    const root = this.keys.data.find((known) => known.id === id)?.key
    if (root !== undefined) return unsealWith(derivedKey(root, VALUES), sealed, id === 0 ? 0 : HEADER_LENGTH)
    // One in four billion values of before there was a ring begins as if it had a header.
    const first = this.keys.data.find((known) => known.id === 0)?.key
    if (first !== undefined) {
      try {
        return unsealWith(derivedKey(first, VALUES), sealed)
      } catch {
        // It is of the key that it names.
      }
    }
    throw this.withoutKey(id)
  }

  /** A digest that stays the same whatever becomes of SECRET_KEY. */
  digest(text: string): Uint8Array<ArrayBuffer> {
    return keyedDigest(derivedKey(this.keys.digests, DIGESTS), text)
  }

  /** The key of the digests by which two requests are the same. */
  get idempotencyKey(): string {
    return Buffer.from(derivedKey(this.keys.digests, 'idempotency')).toString('hex')
  }

  /** The keys for what expires, such as sessions and cookies: the newest, which signs, and those that still count. */
  keysFor(purpose: string): [Uint8Array, ...Uint8Array[]] {
    const { data_key, oldest_data_key } = this.state
    const earlier = this.keys.data.filter(({ id }) => id >= oldest_data_key && id < data_key).reverse()
    return [derivedKey(this.rootOf(data_key), purpose), ...earlier.map(({ key }) => derivedKey(key, purpose))]
  }

  /** What proves that this server has given a text away, as base64url: the newest, and those that still count. */
  proofs(purpose: string, text: string): [string, ...string[]] {
    const [newest, ...earlier] = this.keysFor(purpose)
    return [proofWith(newest, text), ...earlier.map((key) => proofWith(key, text))]
  }

  isProof(purpose: string, text: string, given: string): boolean {
    return this.proofs(purpose, text).some((proof) => {
      const [sent, right] = [Buffer.from(given), Buffer.from(proof)]
      return sent.length === right.length && timingSafeEqual(sent, right)
    })
  }

  /** Encrypts what a cookie keeps for a while, as base64url. */
  sealCookie(purpose: string, value: unknown): string {
    return Buffer.from(sealWith(this.keysFor(purpose)[0], JSON.stringify(value))).toString('base64url')
  }

  /** @returns null for a cookie that is not ours, or of a key that no longer counts */
  openCookie(purpose: string, cookie: string): unknown {
    for (const key of this.keysFor(purpose)) {
      try {
        return JSON.parse(unsealWith(key, Buffer.from(cookie, 'base64url')))
      } catch {
        // Of another key, or of none.
      }
    }
    return null
  }

  /** Reads by this query what turns out to be missing. */
  readFrom(source: Query): this {
    this.source = source
    return this
  }

  /** Reads the ring again if the database has another version than this process knows of. */
  async follow(version: number, query: Query): Promise<void> {
    if (version !== this.knownVersion) await this.refresh(query)
  }

  /** Reads the ring again. It stays as it is where SECRET_KEY of this process no longer opens it. */
  async refresh(query: Query): Promise<void> {
    const found = await findRing(query, this.secretKey)
    if (found === null) return
    const isNews = found.state.version !== this.knownVersion
    this.knownVersion = found.state.version
    if (isNews) this.missing.clear()
    if (found.keys === null) {
      if (isNews) log().warn('SECRET_KEY has changed. Restart this process with the new key.')
      return
    }
    this.keys = found.keys
    this.state = found.state
    if (isNews)
      log().info(
        { ring_version: found.state.version, data_key: found.state.data_key },
        'The data keys have changed.',
      )
  }

  private rootOf(id: number): string {
    const found = this.keys.data.find((known) => known.id === id)
    if (!found) throw new Error(`The key ring has no data key ${id}.`)
    return found.key
  }

  /** The error for a value whose data key is unknown. The ring is read again, once for all values of that key. */
  private withoutKey(id: number): Error {
    if (this.missing.has(id) || this.source === undefined)
      return new Error(`A value is sealed with data key ${id}, which the database does not have.`)
    this.reading ??= this.refresh(this.source)
      .then(() => {
        if (!this.keys.data.some((known) => known.id === id)) this.missing.add(id)
      })
      .catch((thrown: unknown) => log().warn({ err: thrown }, 'The data keys could not be read.'))
      .finally(() => {
        this.reading = undefined
      })
    // lib/process/availability.ts knows the code: the next attempt finds the key.
    return Object.assign(new Error(`Data key ${id} is being read. Try again.`), { code: 'UNREAD_DATA_KEY' })
  }
}

/** The ring of a database that no SECRET_KEY was changed in: it is its own data key. */
export function firstRing(secretKey: string): KeyRing {
  return new KeyRing(secretKey, firstKeys(secretKey), { version: 0, data_key: 0, oldest_data_key: 0 })
}

/**
 * The ring of a database, which is begun with this key where there is none yet.
 * @returns null when another SECRET_KEY opens it
 */
export async function openRing(query: Query, secretKey: string): Promise<KeyRing | null> {
  await query('INSERT INTO key_ring (id) VALUES (true) ON CONFLICT DO NOTHING', [])
  await query(
    `INSERT INTO secret_keys (number, fingerprint, sealed, created_at)
     SELECT 1, $1, $2, $3 WHERE NOT EXISTS (SELECT FROM secret_keys) ON CONFLICT DO NOTHING`,
    [fingerprintOf(secretKey), sealRing(secretKey, firstKeys(secretKey)), Math.floor(Date.now() / 1000)],
  )
  return await findOpenRing(query, secretKey)
}

/** The same without beginning one: null as well where there is none. */
export async function findOpenRing(query: Query, secretKey: string): Promise<KeyRing | null> {
  const found = await findRing(query, secretKey)
  return found?.keys ? new KeyRing(secretKey, found.keys, found.state) : null
}

function proofWith(key: Uint8Array, text: string): string {
  return Buffer.from(keyedDigest(key, text)).toString('base64url')
}

/** The ring of this process. On globalThis, since Next bundles routes apart. @throws before a start has read it */
export function keyRing(): KeyRing {
  if (!globals.counterfoilKeyRing) throw new Error('The key ring has not been read.')
  return globals.counterfoilKeyRing
}
const globals = globalThis as { counterfoilKeyRing?: KeyRing | undefined }

/** The same, or undefined before a start has read it. */
export function keyRingIfRead(): KeyRing | undefined {
  return globals.counterfoilKeyRing
}

/** Makes a ring that of this process. */
export function setKeyRing(ring: KeyRing): void {
  globals.counterfoilKeyRing = ring
}
