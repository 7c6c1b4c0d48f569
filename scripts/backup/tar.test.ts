import { expect, it } from 'vitest'
import { readTar, TAR_END, tarHeader, tarPadding } from './tar.ts'

const FILES: [string, Buffer][] = [
  ['backup.json', Buffer.from('{"a": 1}')],
  ['empty', Buffer.alloc(0)],
  ['a/block', Buffer.alloc(512, 7)],
  ['a/longer', Buffer.alloc(1300, 8)],
]
const archive = Buffer.concat([
  ...FILES.flatMap(([name, bytes]) => [
    tarHeader(name, bytes.length, 1_781_505_000),
    bytes,
    tarPadding(bytes.length),
  ]),
  TAR_END,
])

async function filesOf(bytes: Buffer, chunk = 100): Promise<[string, Buffer][]> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk) yield bytes.subarray(at, at + chunk)
  }
  const files: [string, Buffer][] = []
  for await (const { name, body } of readTar(chunks())) {
    const parts: Buffer[] = []
    for await (const part of body) parts.push(part)
    files.push([name, Buffer.concat(parts)])
  }
  return files
}

it.each([1, 100, 512, 100_000])('reads what was written, in chunks of %d bytes', async (chunk) => {
  expect(await filesOf(archive, chunk)).toEqual(FILES)
})

it('notices every cut', async () => {
  for (let length = 0; length < archive.length; length += 1)
    await expect(filesOf(archive.subarray(0, length), 512), String(length)).rejects.toThrow('it is cut off')
})

it('notices every changed byte that is not of a file', async () => {
  const contents = new Set<number>()
  let at = 512
  for (const [, bytes] of FILES) {
    for (let index = 0; index < bytes.length; index += 1) contents.add(at + index)
    at += bytes.length + tarPadding(bytes.length).length + 512
  }
  for (let position = 0; position < archive.length; position += 1) {
    if (contents.has(position)) continue
    const bytes = Buffer.from(archive)
    bytes[position] = (bytes[position] ?? 0) ^ 1
    await expect(filesOf(bytes, 512), String(position)).rejects.toThrow(/changed|cut off|after its end/)
  }
})

it('writes nothing that does not fit', () => {
  expect(() => tarHeader('x'.repeat(101), 1, 1)).toThrow('does not fit')
  expect(() => tarHeader('x', 8 ** 11, 1)).toThrow('does not fit')
})
