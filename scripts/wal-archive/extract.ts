import { createHash } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Segment } from '#lib/database/wal-archive.ts'
import type { Unlock } from '#scripts/backup/encryption.ts'
import { backupError } from '#scripts/backup/errors.ts'
import { BadArchive, readTar, type TarEntry } from '#scripts/backup/tar.ts'
import type { SystemAccount } from '#scripts/postgres/account.ts'
import { give } from '#scripts/postgres/cluster.ts'
import { decompressed } from './encode.ts'
import type { Plan } from './plan.ts'
import { segmentDigest } from './segments.ts'

const SEGMENT_SIZE = 16 * 1024 * 1024
/** Zeros are left out of a file in steps of so many bytes. */
const HOLE = 64 * 1024
const ZEROS = Buffer.alloc(HOLE)

/**
 * Extracts a base backup into an empty folder of PostgreSQL's account, and compares it with its checksum.
 * @throws CannotStart when it is cut off or damaged
 */
export async function extractBase(plan: Plan, folder: string, account: SystemAccount): Promise<void> {
  const { base, place, unlock } = plan
  const path = join(place, `base.tar.zst${base.key_included ? '.age' : ''}`)
  const hash = createHash('sha256')
  let size = 0
  try {
    const bytes = await decompressed(path, unlock)
    async function* counted() {
      for await (const chunk of bytes as AsyncIterable<Buffer>) {
        hash.update(chunk)
        size += chunk.length
        yield chunk
      }
    }
    for await (const entry of readTar(counted())) await extract(entry, folder, account)
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    throw backupError('base_damaged', { place, reason }, error)
  }
  if (size !== base.size || hash.digest('hex') !== base.sha256)
    throw backupError('base_damaged', { place, reason: 'its checksum differs' })
}

async function extract(
  { name, type, body }: TarEntry,
  folder: string,
  account: SystemAccount,
): Promise<void> {
  if (name.startsWith('/') || name.split('/').includes('..')) throw new BadArchive(`it contains ${name}`)
  const path = join(folder, name)
  if (type === '5') {
    await mkdir(path, { mode: 0o700 })
    for await (const _ of body);
  } else if (type === '0') {
    const file = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of body) await file.write(chunk)
    } finally {
      await file.close()
    }
  } else throw new BadArchive(`it contains ${name}, which is no file`)
  give(path, account)
}

/** Why bytes of the archive cannot be read; null for an error of something else. */
function reasonOf(error: unknown): string | null {
  if (error instanceof BadArchive) return error.message
  const { code = '' } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return 'a file is missing'
  if (code === 'Z_BUF_ERROR') return 'it is cut off'
  return /^ZSTD_|^Z_/.test(code) ? 'its bytes have changed' : null
}

/**
 * Puts a segment where PostgreSQL looks for it. Its zeros take no room: one that was ended after a minute is nearly empty.
 * @param latest how far the archive is whole before it
 * @throws CannotStart when it is cut off or damaged
 */
export async function extractSegment(
  segment: Segment,
  folder: string,
  account: SystemAccount,
  { unlock, latest }: { unlock: Unlock | null; latest: string },
): Promise<void> {
  const bytes = await readSegment(segment, unlock, latest)
  const path = join(folder, segment.name)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.truncate(bytes.length)
    for (let at = 0; at < bytes.length; at += HOLE) {
      const part = bytes.subarray(at, at + HOLE)
      if (!part.equals(ZEROS)) await file.write(part, 0, part.length, at)
    }
  } finally {
    await file.close()
  }
  give(path, account)
}

async function readSegment(
  { path, digest }: Segment,
  unlock: Unlock | null,
  latest: string,
): Promise<Buffer> {
  const damaged = (reason: string, cause?: unknown) =>
    backupError('segment_damaged', { path, reason, latest }, cause)
  try {
    const bytes = digest === null ? await readFile(path) : await buffer(await decompressed(path, unlock))
    if (bytes.length !== SEGMENT_SIZE) throw damaged(`it has ${bytes.length} bytes`)
    if (digest !== null && segmentDigest(bytes) !== digest) throw damaged('its checksum differs')
    return bytes
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    throw damaged(reason, error)
  }
}
