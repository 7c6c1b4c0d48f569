/** Where backups lie: below a folder, or below a prefix of an S3 bucket. */
import { createReadStream } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { isNotStored, type Storage } from '#lib/ports/storage.ts'
import type { Env } from '#lib/process/env.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { makeFolder } from '#scripts/make-folder.ts'
import { backupError } from './errors.ts'

export type BackupPlace = {
  storage: Storage
  /** What comes before a key in the name of a backup. */
  root: string
  /** Before every key. */
  prefix: string
  /** As a person types it: the folder or the bucket. */
  name: string
  /** A folder of this machine, whose disk must not become full. */
  folder: string | null
}

/** A part of an upload is this large, or larger where the 10,000 that S3 takes would not do. */
const PART_SIZE = 8 * 1024 * 1024
const MAX_PARTS = 9000

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]+[a-z0-9])\/?((?:[\w-][\w.-]*\/)*[\w-][\w.-]*)?\/?$/

/**
 * The place of `--to`; a folder is made.
 * @param expected how large a backup may become, in bytes
 * @throws CannotStart when it is none
 */
export async function backupPlaceOf(text: string, env: Env, expected: number): Promise<BackupPlace> {
  if (!text.includes('://')) {
    const folder = resolve(text)
    try {
      makeFolder(folder, 0o700)
    } catch (error) {
      throw unusable(folder, error)
    }
    return { storage: folderStorage(folder), root: folder, prefix: '', name: folder, folder }
  }
  const [, bucket, prefix] = BUCKET.exec(text) ?? []
  if (!bucket) throw backupError('place_invalid', { place: text })
  const partSize = Math.max(PART_SIZE, Math.ceil(expected / MAX_PARTS))
  const storage = await openBucket(bucket, env, partSize)
  return {
    storage,
    root: `s3://${bucket}`,
    prefix: prefix ? `${prefix}/` : '',
    name: `s3://${[bucket, prefix].filter(Boolean).join('/')}`,
    folder: null,
  }
}

async function openBucket(bucket: string, env: Env, partSize: number): Promise<Storage> {
  const { s3Storage } = await import('#lib/storage/s3.ts')
  return s3Storage({
    bucket,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE === 'true',
    partSize,
  })
}

/** The name of a backup as `restore` takes it. */
export function nameIn(place: BackupPlace, key: string): string {
  return `${place.root}/${key}`
}

/** A backup that can be read any number of times. */
export type BackupFile = { name: string; read(): Promise<Readable> }

/** The backup of a path or of an s3:// URL. @throws CannotStart when there is none */
export async function backupFile(text: string, env: Env): Promise<BackupFile> {
  if (!text.includes('://')) return await localFile(resolve(text))
  const [, bucket, key] = BUCKET.exec(text) ?? []
  if (!bucket || !key?.includes('/')) throw backupError('not_found', { place: text })
  const storage = await openBucket(bucket, env, PART_SIZE)
  return {
    name: text,
    read: () =>
      storage.get(key).catch((error: unknown) => {
        if (isNotStored(error)) throw backupError('not_found', { place: text }, error)
        throw unusable(text, error)
      }),
  }
}

async function localFile(path: string): Promise<BackupFile> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw backupError('not_found', { place: path }, error)
    throw unusable(path, error)
  })
  if (!found.isFile()) throw backupError('not_a_backup', { place: path })
  return { name: path, read: async () => createReadStream(path, { highWaterMark: 1024 * 1024 }) }
}

export function unusable(place: string, error: unknown): unknown {
  return backupError('place_unusable', { place, reason: (error as Error).message }, error)
}

/** What a backup leaves free on the disk, which the database may share, in bytes. */
const RESERVED = 256 * 1024 * 1024
/** The disk is looked at again after so many bytes. */
const LOOK_EVERY = 16 * 1024 * 1024

/** Passes bytes on while their disk has room. @throws CannotStart when it has not */
export async function* withRoom(
  bytes: AsyncIterable<Uint8Array>,
  folder: string,
  reserved = RESERVED,
): AsyncGenerator<Uint8Array> {
  let since = LOOK_EVERY
  for await (const chunk of bytes) {
    since += chunk.length
    if (since >= LOOK_EVERY) {
      since = 0
      const { bavail, bsize } = await statfs(folder)
      if (bavail * bsize < reserved) throw backupError('disk_full', { place: folder })
    }
    yield chunk
  }
}
