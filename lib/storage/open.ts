import { join } from 'node:path'
import type { Env } from '#lib/env.ts'
import { folderStorage } from './folder.ts'
import type { Storage } from './port.ts'
import { s3Storage } from './s3.ts'

/** The bucket of the settings, or a folder in the data folder. */
export function openStorage(env: Env): Storage {
  if (env.S3_BUCKET === undefined) return folderStorage(join(env.DATA_DIR, 'storage'))
  return s3Storage({
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE === 'true',
  })
}
