import { join } from 'node:path'
import type { Storage } from '#lib/ports/storage.ts'
import type { Env } from '#lib/process/env.ts'
import { folderStorage } from './folder.ts'

/** The bucket of the settings, or a folder in the data folder. */
export function openStorage(env: Env): Storage {
  if (env.S3_BUCKET === undefined) return folderStorage(join(env.DATA_DIR, 'storage'))
  const settings = {
    bucket: env.S3_BUCKET,
    region: env.S3_REGION,
    endpoint: env.S3_ENDPOINT,
    accessKeyId: env.S3_ACCESS_KEY_ID,
    secretAccessKey: env.S3_SECRET_ACCESS_KEY,
    forcePathStyle: env.S3_FORCE_PATH_STYLE === 'true',
  }
  return opened(async () => (await import('./s3.ts')).s3Storage(settings))
}

/** Loaded when it is first used: the client of S3 takes longer to load than all the rest of a start. */
function opened(open: () => Promise<Storage>): Storage {
  let opening: Promise<Storage> | undefined
  const storage = () => {
    opening ??= open()
    return opening
  }
  return {
    put: async (key, bytes) => (await storage()).put(key, bytes),
    get: async (key, range) => (await storage()).get(key, range),
    delete: async (key) => (await storage()).delete(key),
    async *list(prefix) {
      yield* (await storage()).list(prefix)
    },
    clearUnfinished: async (before) => (await storage()).clearUnfinished(before),
  }
}
