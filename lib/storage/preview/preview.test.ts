import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { folderStorage } from '#lib/storage/folder.ts'
import { SMALL } from '#lib/testing/files.ts'
import { draw, FLAGS } from './draw.ts'
import { findPreview } from './find.ts'

const root = mkdtempSync(join(tmpdir(), 'previews-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const from = (bytes: Buffer) => Readable.from([bytes])
const red = { r: 200, g: 0, b: 0 }
const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: red } })

async function paper(size: [number, number]): Promise<Buffer> {
  const document = new PDFDocument({ size, margin: 0 })
  document.rect(0, 0, size[0], size[1]).fill('#c80000')
  document.end()
  return Buffer.concat(await document.toArray())
}

describe('a preview', () => {
  it.each([
    ['image/png', () => picture(2000, 1000).png().toBuffer()],
    ['image/jpeg', () => picture(2000, 1000).jpeg().toBuffer()],
    ['application/pdf', () => paper([842, 421])],
  ] as const)('of %s is a small picture of it', async (type, make) => {
    for (const [size, width] of [
      ['small', 160],
      ['large', 1600],
    ] as const) {
      const drawn = await draw(from(await make()), type, size)
      const image = sharp(drawn ?? Buffer.of())
      expect(await image.metadata()).toMatchObject({ format: 'webp', width, height: width / 2 })
      const { dominant } = await image.stats()
      expect(Math.abs(dominant.r - 200)).toBeLessThan(12)
      expect(dominant.b).toBeLessThan(20)
    }
  })

  it('stands the way a photo was taken, carries nothing of it, and is never larger than it', async () => {
    const photo = await picture(300, 100)
      .withMetadata({ orientation: 6 })
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .jpeg()
      .toBuffer()
    const drawn = (await draw(from(photo), 'image/jpeg', 'large')) ?? Buffer.of()
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 100, height: 300 })
    expect((await sharp(drawn).metadata()).exif).toBeUndefined()
  })

  it('of a page that says it is endless is of the size that was asked for', async () => {
    const drawn = await draw(from(await paper([14_000, 14_000])), 'application/pdf', 'small')
    expect(await sharp(drawn ?? Buffer.of()).metadata()).toMatchObject({ width: 160, height: 160 })
  })
})

describe('there is none', () => {
  it.each([
    ['of half a picture', 'image/png', SMALL.png.subarray(0, 40)],
    ['of what only begins as a PDF', 'application/pdf', Buffer.from('%PDF-1.7\nnothing')],
    ['of a picture that would fill the memory', 'image/png', bomb(60_000, 60_000)],
    ['of nothing', 'image/jpeg', Buffer.of()],
  ] as const)('%s', async (_what, type, bytes) => {
    expect(await draw(from(bytes), type, 'small')).toBeNull()
  })

  it('when it takes too long, or too much', async () => {
    const bytes = await picture(4000, 4000).png().toBuffer()
    expect(await draw(from(bytes), 'image/png', 'large', { milliseconds: 20 })).toBeNull()
    expect(await draw(from(bytes), 'image/png', 'large', { memory: 1_000_000 })).toBeNull()
    expect(await draw(from(bytes), 'image/png', 'large', { response: 10 })).toBeNull()
  })
})

it('is drawn by a process that reads nothing but its code and its input', () => {
  const secret = join(root, 'secret.txt')
  writeFileSync(secret, 'a secret')
  const inside = (path: string) => {
    const script = 'process.stdout.write(String(require("node:fs").readFileSync(process.argv[1]).length))'
    const { status, stdout, stderr } = spawnSync(process.execPath, [...FLAGS, '-e', script, path], {
      env: {} as NodeJS.ProcessEnv,
    })
    return status === 0 ? Number(stdout) > 0 : /ERR_ACCESS_DENIED/.exec(String(stderr))?.[0]
  }
  expect(inside(resolve('package.json'))).toBe(true)
  for (const path of [
    secret,
    resolve('lib/process/env.ts'),
    resolve('.env'),
    '/etc/passwd',
    '/proc/self/environ',
  ])
    expect(inside(path), path).toBe('ERR_ACCESS_DENIED')
})

it('is drawn once and kept, as is that there is none', async () => {
  const storage = folderStorage(root)
  const put = (id: string, bytes: Buffer) => storage.put(`documents/acc_1/${id}`, from(bytes))
  await put('doc_1', await picture(500, 500).png().toBuffer())
  await put('doc_2', SMALL.png.subarray(0, 40))
  let read = 0
  const counted = {
    ...storage,
    get: (key: string) => {
      if (key.startsWith('documents/')) read += 1
      return storage.get(key)
    },
  }
  const find = async (id: string) => {
    const document = { storage_key: `documents/acc_1/${id}`, mime_type: 'image/png' } as const
    return (await findPreview(counted, document, 'small'))?.toArray()
  }
  const both = await Promise.all([find('doc_1'), find('doc_1')])
  expect(both[0]).toEqual(both[1])
  expect(await find('doc_1')).toEqual(both[0])
  expect(read).toBe(1)
  expect([await find('doc_2'), await find('doc_2')]).toEqual([undefined, undefined])
  expect(read).toBe(2)
})

/** A PNG whose head promises more pixels than it has bytes. */
function bomb(width: number, height: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const body = Buffer.concat([Buffer.from(name), data])
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    SMALL.png.subarray(0, 8),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunk('IEND', Buffer.of()),
  ])
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
