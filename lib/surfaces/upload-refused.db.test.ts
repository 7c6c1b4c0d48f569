import { randomBytes } from 'node:crypto'
import { chmodSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { commandScan } from '#lib/storage/scan.ts'
import { BOUNDARY, form, multipart, type Part, SMALL } from '#lib/testing/files.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { basic } from '#lib/testing/rest.ts'
import { file, openUploads, purpose, type Uploads } from '#lib/testing/uploads.ts'
import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'

let instance: Instance
let server: Uploads['server']
let uploads: Uploads
beforeAll(async () => {
  uploads = await openUploads()
  ;({ instance, server } = uploads)
})
afterAll(() => uploads.close())

describe('rejected, and nothing is stored:', () => {
  const html = '<!DOCTYPE html><html><script>alert(1)</script></html>'
  it.each([
    ['a page', Buffer.from(html)],
    ['a page that goes on as PDF', Buffer.from(`${html}\n${SMALL.pdf}`)],
    ['a PDF that goes on as a page', Buffer.from(`%PDF-1.4\n${html}\n${SMALL.pdf}`)],
    ['a picture that holds a page', Buffer.concat([SMALL.jpeg.subarray(0, 20), Buffer.from(html)])],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['GIF', Buffer.from('GIF89a\x01\x00\x01\x00\x00\x00\x00;', 'latin1')],
    ['a program', Buffer.from('MZ\x90\x00'.padEnd(200, '\0'), 'latin1')],
    ['a PDF that begins later', Buffer.from(`\n${SMALL.pdf}`)],
    ['the first bytes of a PNG only', SMALL.png.subarray(0, 4)],
    ['text', Buffer.from('hello')],
  ])('%s', async (_what, bytes) => {
    for (const name of ['picture.png', 'paper.pdf'])
      expect(await uploads.rejection(multipart(file(bytes, name, { type: 'image/png' }), purpose()))).toEqual(
        [400, 'document_type_not_supported', 'file', expect.any(String)],
      )
  })

  const invalid = (field: string, description: RegExp) => [
    400,
    'input_validation_failed',
    field,
    expect.stringMatching(description),
  ]
  it.each<[string, Part[], unknown[]]>([
    ['an empty file', [file(''), purpose()], [400, 'document_empty', 'file', expect.any(String)]],
    ['no file', [purpose()], invalid('file', /^file is required/)],
    ['a file that is text', [{ name: 'file', body: 'x' }, purpose()], invalid('file', /must be a file/)],
    [
      'two paths',
      [file(SMALL.png), { name: 'file', body: 'x' }, { name: 'file', body: 'y' }, purpose()],
      invalid('file', /twice/),
    ],
    ['no purpose', [file(SMALL.png)], invalid('purpose', /^purpose is required/)],
    ['an unknown purpose, last', [file(SMALL.png), purpose('fun')], invalid('purpose', /must be one of/)],
    ['an unknown purpose, first', [purpose('fun'), file(SMALL.png)], invalid('purpose', /must be one of/)],
    ['two purposes', [purpose(), purpose(), file(SMALL.png)], invalid('purpose', /twice/)],
    ['two files', [file(SMALL.png), file(SMALL.png), purpose()], invalid('file', /one file/)],
    [
      'an unknown field',
      [{ name: 'note', body: 'x' }, file(SMALL.png), purpose()],
      invalid('note', /Unknown field note/),
    ],
    [
      'an unknown file',
      [{ ...file(SMALL.png), name: 'scan' }, purpose()],
      invalid('scan', /Unknown field scan/),
    ],
    [
      'a field of Object',
      [{ name: '__proto__', body: 'x' }, file(SMALL.png)],
      invalid('__proto__', /Unknown field __proto__/),
    ],
    [
      'a purpose without end',
      [purpose('x'.repeat(5000)), file(SMALL.png)],
      [400, 'malformed_body', undefined, expect.any(String)],
    ],
    [
      'parts without end',
      [...Array.from({ length: 20 }, (_, at) => ({ name: 'purpose', body: `${at}` })), file(SMALL.png)],
      invalid('purpose', /must be one of/),
    ],
  ])('%s', async (_what, parts, expected) => {
    expect(await uploads.rejection(multipart(...parts))).toEqual(expected)
  })

  it('a body that ends early, wherever', async () => {
    const whole = form(Buffer.concat([SMALL.png, randomBytes(10_000)]))
    for (const length of [0, 10, 60, 120, 5000, whole.length - BOUNDARY.length - 60, whole.length - 8]) {
      const [status, reason] = await uploads.rejection(whole.subarray(0, length))
      expect([status, reason], `${length} bytes`).toEqual([400, 'malformed_body'])
    }
  })

  it('a body of another type, without a boundary, or with another', async () => {
    const body = form(SMALL.png)
    for (const type of [
      'application/json',
      'application/x-www-form-urlencoded',
      'image/png',
      'multipart/mixed',
    ])
      expect((await uploads.rejection(body, { 'content-type': type }))[1]).toBe('unsupported_media_type')
    expect(await uploads.rejection(body, { 'content-type': 'multipart/form-data' })).toEqual([
      400,
      'malformed_body',
      undefined,
      expect.stringMatching(/boundary/),
    ])
    expect(
      (await uploads.rejection(body, { 'content-type': 'multipart/form-data; boundary=other' }))[1],
    ).toBe('malformed_body')
  })

  it('a caller without permission, before the body is read', async () => {
    const reading = await instance.run(
      createKey,
      { name: 'reads', scopes: ['documents:read'] } as never,
      undefined,
      instance.system,
    )
    for (const [authorization, status] of [
      ['', 401],
      [basic({ id: instance.key.id, secret: 'wrong' }), 401],
      [basic(reading), 403],
    ] as const) {
      const { response, sent } = await uploads.leavingNothing(() =>
        uploads.pour(DOCUMENT_BYTES, { authorization }),
      )
      expect(response).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(sent).toBeLessThan(16_000_000)
    }
  })
})

describe('more than 50 MB', () => {
  it('is rejected before it is read when its length says so', async () => {
    const { response, sent } = await uploads.leavingNothing(() => uploads.pour(DOCUMENT_BYTES * 4, {}))
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('"reason":"document_too_large"')
    expect(response.toLowerCase()).toContain('connection: close')
    expect(sent).toBeLessThan(24_000_000)
  })

  it('is rejected while it is still coming, and the sender sees why', async () => {
    const { response, sent } = await uploads.leavingNothing(() => uploads.pour(DOCUMENT_BYTES * 4, {}, false))
    expect(response).toMatch(/^HTTP\/1\.1 413 /)
    expect(response).toContain('"reason":"document_too_large"')
    expect(response.toLowerCase()).toContain('connection: close')
    // The surplus is at most the buffers in between, and the part that is read so that the response arrives.
    expect(sent).toBeGreaterThan(DOCUMENT_BYTES)
    expect(sent).toBeLessThan(DOCUMENT_BYTES + 24_000_000)
  })

  it('is rejected for the bytes around the file too', async () => {
    const endless = Buffer.concat([form(SMALL.png), Buffer.alloc(DOCUMENT_BYTES + 2_000_000)])
    expect((await uploads.rejection(endless)).slice(0, 2)).toEqual([413, 'document_too_large'])
  })

  it('is rejected at 51 MB, to a client that sends everything first', async () => {
    const bytes = Buffer.concat([SMALL.pdf, Buffer.alloc(51 * 1024 * 1024)])
    expect(await uploads.rejection(form(bytes))).toEqual([
      413,
      'document_too_large',
      'file',
      expect.any(String),
    ])
  })

  it('is rejected one byte over', async () => {
    const bytes = Buffer.concat([SMALL.pdf, Buffer.alloc(DOCUMENT_BYTES + 1 - SMALL.pdf.length)])
    expect((await uploads.rejection(form(bytes)))[1]).toBe('document_too_large')
  })
})

it('a sender who goes away leaves nothing', async () => {
  await uploads.leavingNothing(async () => {
    for (const after of [200, 200_000, 3_000_000]) {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(uploads.headOf(10_000_000, { authorization: server.authorization }))
      socket.write(form(Buffer.concat([SMALL.pdf, randomBytes(4_000_000)])).subarray(0, after))
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.destroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
})

describe('the check for harmful files', () => {
  const place = () => instance.runtime as { scan: unknown }
  beforeEach(() => {
    const script = join(uploads.folder, 'scan.sh')
    writeFileSync(
      script,
      '#!/bin/sh\ncontent=$(cat | tr -d "\\0")\ncase "$content" in\n*EICAR*) exit 1;;\n*SLOW*) sleep 60;;\n*BROKEN*) exit 3;;\nesac\n',
    )
    chmodSync(script, 0o755)
    place().scan = commandScan(script, 500)
    return () => {
      place().scan = null
    }
  })
  const holding = (text: string) => form(Buffer.concat([SMALL.pdf, Buffer.from(text)]))

  it('keeps clean files', async () => {
    expect((await uploads.upload(holding('nothing'))).status).toBe(201)
  })
  it('rejects harmful files', async () => {
    expect(await uploads.rejection(holding('EICAR'))).toEqual([
      400,
      'document_rejected',
      'file',
      expect.any(String),
    ])
  })
  it.each(['BROKEN', 'SLOW'])('rejects for now a file that it could not scan (%s)', async (text) => {
    expect((await uploads.rejection(holding(text))).slice(0, 2)).toEqual([503, 'document_check_unavailable'])
  })
  it('rejects for now when there is no such command', async () => {
    place().scan = commandScan('/nowhere/scan')
    expect((await uploads.rejection(holding('x'))).slice(0, 2)).toEqual([503, 'document_check_unavailable'])
  })
  it('is not troubled by a command that does not read', async () => {
    place().scan = commandScan('exit 0')
    expect((await uploads.upload(form(Buffer.concat([SMALL.pdf, randomBytes(3_000_000)])))).status).toBe(201)
  })
})
