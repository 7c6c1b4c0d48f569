import { Readable } from 'node:stream'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { assertKey, NotStored, type Storage } from '#lib/ports/storage.ts'

type S3Settings = {
  bucket: string
  region: string
  endpoint?: string | undefined
  accessKeyId?: string | undefined
  secretAccessKey?: string | undefined
  forcePathStyle: boolean
  /** Of an upload, in bytes: a file may have 10,000 of them. */
  partSize?: number
}

/** The least that a part may have in S3; one part at a time is all that an upload keeps in memory. */
const PART_SIZE = 5 * 1024 * 1024

/** Objects in a bucket of an S3-compatible store. */
export function s3Storage(settings: S3Settings): Storage {
  const { bucket: Bucket } = settings
  const client = clientOf(settings)
  return {
    async put(key, bytes) {
      assertKey(key)
      const upload = new Upload({
        client,
        params: { Bucket, Key: key, Body: Readable.from(bytes, { objectMode: false }) },
        partSize: settings.partSize ?? PART_SIZE,
        queueSize: 1,
        leavePartsOnError: false,
      })
      await upload.done()
    },
    async get(key, range) {
      assertKey(key)
      const Range = range && `bytes=${range.first}-${range.last}`
      const found = await client
        .send(new GetObjectCommand({ Bucket, Key: key, ...(Range ? { Range } : {}) }))
        .catch((thrown) => {
          throw isMissing(thrown) ? new NotStored(key, { cause: thrown }) : thrown
        })
      return found.Body as Readable
    },
    async delete(key) {
      assertKey(key)
      await client.send(new DeleteObjectCommand({ Bucket, Key: key }))
    },
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        for (const { Key, LastModified } of page.Contents ?? []) {
          if (Key && LastModified) yield { key: Key, stored_at: Math.floor(LastModified.getTime() / 1000) }
        }
      }
    },
    async clearUnfinished(before) {
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket }))
      const old = (Uploads ?? []).filter(({ Initiated }) => Initiated && Initiated.getTime() / 1000 < before)
      for (const { Key, UploadId } of old)
        await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
      return old.length
    },
  }
}

/**
 * Without keys of its own the client finds those of the machine it runs on. Checksums beyond the protocol's first
 * edition are sent only where they are asked for: not every store that speaks S3 knows them.
 */
function clientOf(settings: S3Settings): S3Client {
  const { endpoint, accessKeyId, secretAccessKey } = settings
  return new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(accessKeyId === undefined || secretAccessKey === undefined
      ? {}
      : { credentials: { accessKeyId, secretAccessKey } }),
  })
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && (thrown.name === 'NoSuchKey' || thrown.name === 'NotFound')
}
