import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { readdir, utimes } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isNotStored, type Storage } from '#lib/ports/storage.ts'
import { folderStorage } from './folder.ts'
import { s3Storage } from './s3.ts'

const MEGABYTE = 1024 * 1024
const root = mkdtempSync(join(tmpdir(), 'storage-'))
let server: FauxqsServer
let endpoint = ''
beforeAll(async () => {
  server = await startFauxqs({ port: 0, logger: false })
  server.createBucket('papers')
  endpoint = `http://127.0.0.1:${server.port}`
})
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

const credentials = { accessKeyId: 'test', secretAccessKey: 'test' }
const kinds: [string, () => Storage][] = [
  ['a folder', () => folderStorage(join(root, 'folder'))],
  [
    'an S3 server',
    () =>
      s3Storage({ bucket: 'papers', region: 'us-east-1', endpoint, forcePathStyle: true, ...credentials }),
  ],
]

describe.each(kinds)('%s', (_kind, open) => {
  let storage: Storage
  beforeAll(() => {
    storage = open()
  })

  it('returns what was stored, whole and in parts', async () => {
    const bytes = randomBytes(3 * MEGABYTE + 17)
    await storage.put('documents/acc_1/doc_1', inChunks(bytes))
    expect((await read(await storage.get('documents/acc_1/doc_1'))).equals(bytes)).toBe(true)
    for (const [first, last] of [
      [0, 0],
      [5, 9],
      [bytes.length - 4, bytes.length - 1],
    ] as const) {
      const part = await read(await storage.get('documents/acc_1/doc_1', { first, last }))
      expect(part.equals(bytes.subarray(first, last + 1))).toBe(true)
    }
  })

  it('takes objects of several parts', async () => {
    const bytes = randomBytes(12 * MEGABYTE + 1)
    await storage.put('documents/acc_1/doc_large', inChunks(bytes))
    expect(digest(await read(await storage.get('documents/acc_1/doc_large')))).toBe(digest(bytes))
    await storage.delete('documents/acc_1/doc_large')
  })

  it.each([0, 1, 11 * MEGABYTE])('keeps nothing of a sender that fails after %d bytes', async (size) => {
    const before = await keysOf(storage)
    const broken = (async function* () {
      yield* inChunks(randomBytes(size))
      throw new Error('The sender is gone.')
    })()
    await expect(storage.put('documents/acc_1/doc_broken', broken)).rejects.toThrow('The sender is gone.')
    expect(await keysOf(storage)).toEqual(before)
    expect(await storage.clearUnfinished(Number.MAX_SAFE_INTEGER)).toBe(0)
  })

  it('says when there is nothing, and deletes what is not there', async () => {
    const thrown = await storage.get('documents/acc_1/doc_none').catch((error: unknown) => error)
    expect(isNotStored(thrown)).toBe(true)
    await storage.delete('documents/acc_1/doc_none')
    await storage.put('documents/acc_1/doc_2', inChunks(Buffer.from('two')))
    await storage.delete('documents/acc_1/doc_2')
    expect(await keysOf(storage)).not.toContain('documents/acc_1/doc_2')
  })

  it('lists by prefix, with the time', async () => {
    await storage.put('previews/acc_1/doc_1/small', inChunks(Buffer.from('small')))
    expect(await keysOf(storage, 'previews/')).toEqual(['previews/acc_1/doc_1/small'])
    for await (const { stored_at } of storage.list('previews/'))
      expect(Math.abs(stored_at - Date.now() / 1000)).toBeLessThan(60)
    expect(await keysOf(storage, 'nothing/')).toEqual([])
  })

  it('rejects keys that lead elsewhere', async () => {
    for (const key of [
      '../out',
      'documents/../../out',
      '/documents/x',
      'documents//x',
      'documents',
      'a/..',
    ]) {
      await expect(storage.put(key, inChunks(Buffer.from('x')))).rejects.toThrow('is no key of the storage')
      await expect(storage.get(key)).rejects.toThrow('is no key of the storage')
      await expect(storage.delete(key)).rejects.toThrow('is no key of the storage')
    }
  })

  it('stops reading from the store when its reader stops', async () => {
    await storage.put('documents/acc_1/doc_3', inChunks(randomBytes(8 * MEGABYTE)))
    const stream = await storage.get('documents/acc_1/doc_3')
    const closed = once(stream, 'close')
    stream.destroy()
    await closed
  })
})

it('a folder forgets writes that a crash cut off, once they are old', async () => {
  const storage = folderStorage(join(root, 'crashed'))
  await storage.put('documents/acc_1/doc_1', inChunks(Buffer.from('one')))
  // The process ends in the middle of a write: what it had written stays where unfinished writes lie.
  const stuck = storage.put('documents/acc_1/doc_2', endless())
  stuck.catch(() => undefined)
  const unfinished = join(root, 'crashed', '.unfinished')
  await expect.poll(() => readdir(unfinished)).toHaveLength(1)
  expect(await keysOf(storage)).toEqual(['documents/acc_1/doc_1'])
  const [name] = await readdir(unfinished)
  await utimes(join(unfinished, name ?? ''), 1000, 1000)
  expect(await storage.clearUnfinished(1000)).toBe(0)
  expect(await storage.clearUnfinished(1001)).toBe(1)
  expect(await readdir(unfinished)).toEqual([])
})

it('an S3 store forgets uploads that a crash cut off, once they are old', async () => {
  const given: string[] = []
  const store = createServer((request, response) => {
    given.push(`${request.method} ${request.url}`)
    if (request.method === 'DELETE') return response.writeHead(204).end()
    const upload = (key: string, moment: string) =>
      `<Upload><Key>${key}</Key><UploadId>id_${key}</UploadId><Initiated>${moment}</Initiated></Upload>`
    response
      .setHeader('content-type', 'application/xml')
      .end(
        `<?xml version="1.0"?><ListMultipartUploadsResult><Bucket>papers</Bucket>${upload('old', '2026-01-01T00:00:00.000Z')}${upload('new', '2026-01-02T00:00:00.000Z')}<IsTruncated>false</IsTruncated></ListMultipartUploadsResult>`,
      )
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  const { port } = store.address() as AddressInfo
  try {
    const storage = s3Storage({
      bucket: 'papers',
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${port}`,
      forcePathStyle: true,
      ...credentials,
    })
    expect(await storage.clearUnfinished(Date.UTC(2026, 0, 2) / 1000)).toBe(1)
    expect(given).toHaveLength(2)
    expect(given[1]).toMatch(/^DELETE \/papers\/old\?.*uploadId=id_old/)
  } finally {
    store.close()
  }
})

async function* inChunks(bytes: Buffer, size = 65_536): AsyncIterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* endless(): AsyncIterable<Uint8Array> {
  yield Buffer.from('begun')
  await new Promise(() => undefined)
}

async function read(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await stream.toArray())
}

async function keysOf(storage: Storage, prefix = ''): Promise<string[]> {
  const keys = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.sort()
}

function digest(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
