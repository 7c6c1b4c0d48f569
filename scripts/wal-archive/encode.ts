/** How files are in the archive: compressed, and encrypted where there are recipients. */
import { createReadStream } from 'node:fs'
import { Readable, type Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { decrypt, type Encryption, encrypt, type Unlock } from '#scripts/backup/encryption.ts'

/** Level 1 as in backups, with a checksum of the contents. */
const COMPRESSION = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
}

export function suffixOf(lock: Encryption | null): '' | '.age' {
  return lock ? '.age' : ''
}

/** Whether a file of the archive is: some may be older than the setting. */
export function isEncrypted(path: string): boolean {
  return path.endsWith('.age')
}

export async function compressed(
  bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  lock: Encryption | null,
): Promise<AsyncIterable<Uint8Array>> {
  return await locked(through(Readable.from(bytes), createZstdCompress(COMPRESSION)), lock)
}

export async function locked(bytes: Readable, lock: Encryption | null): Promise<AsyncIterable<Uint8Array>> {
  return lock ? await encrypt(bytes, lock) : bytes
}

/** The bytes of a file, decrypted where it is encrypted. @throws CannotStart when it is not opened by these */
export async function decrypted(path: string, unlock: Unlock | null): Promise<AsyncIterable<Uint8Array>> {
  const bytes = createReadStream(path)
  return isEncrypted(path) ? await decrypt(bytes, unlock, path) : bytes
}

/** The same, decompressed. */
export async function decompressed(path: string, unlock: Unlock | null): Promise<Readable> {
  return through(Readable.from(await decrypted(path, unlock)), createZstdDecompress())
}

/** An error of the source is one of the result. */
function through(source: Readable, transform: Transform): Readable {
  pipeline(source, transform).catch(() => undefined)
  return transform
}
