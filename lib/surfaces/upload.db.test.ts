import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import type { Env } from '#lib/env.ts'
import { sweepStorage } from '#lib/jobs/sweep-storage.ts'
import { systemActor } from '#lib/jobs/system-actor.ts'
import { commandScan } from '#lib/storage/scan.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Desk, openDesk } from '#lib/testing/desk.ts'
import { BOUNDARY, form, multipart, type Part, SMALL, serveDesk } from '#lib/testing/files.ts'
import { basic } from '#lib/testing/rest.ts'

const LARGEST = 52_428_800
const folder = mkdtempSync(join(tmpdir(), 'uploads-'))
let desk: Desk
let server: Awaited<ReturnType<typeof serveDesk>>
beforeAll(async () => {
  desk = await openDesk({ settings: { DATA_DIR: folder } })
  ;(globalThis as { counterfoilEnv?: Env }).counterfoilEnv = undefined
  server = await serveDesk(desk)
})
afterAll(async () => {
  await server.close()
  await desk.close()
  rmSync(folder, { recursive: true, force: true })
})

const file = (body: Buffer | string, fileName = 'scan.png', more: Partial<Part> = {}): Part => ({
  name: 'file',
  fileName,
  body,
  ...more,
})
const purpose = (body = 'other'): Part => ({ name: 'purpose', body })

async function upload(body: Buffer, headers: Record<string, string> = {}) {
  const response = await server.upload(body, headers)
  return { response, status: response.status, body: (await response.json()) as Answer }
}
type Answer = Record<string, string> & { error: Record<string, string> }

/** Everything that there is: objects, half-written ones, rows. */
async function everything() {
  const keys = []
  for await (const { key } of desk.runtime.storage.list('')) keys.push(key)
  const { rows } = await desk.runtime.query('SELECT count(*)::int AS count FROM documents', [])
  const unfinished = await desk.runtime.storage.clearUnfinished(Number.MAX_SAFE_INTEGER)
  return { keys: keys.sort(), rows: rows[0]?.count, unfinished }
}

/** Runs what must change nothing. */
async function leavingNothing<T>(work: () => Promise<T>): Promise<T> {
  const before = await everything()
  const result = await work()
  await expect.poll(everything, { timeout: 5000 }).toEqual(before)
  return result
}

async function refusal(body: Buffer, headers: Record<string, string> = {}) {
  const { status, body: answer } = await leavingNothing(() => upload(body, headers))
  return [status, answer.error?.reason, answer.error?.field, answer.error?.description]
}

describe('an upload', () => {
  it.each([
    ['image/png', SMALL.png],
    ['image/jpeg', SMALL.jpeg],
    ['application/pdf', SMALL.pdf],
  ])('of %s is kept, and known by its bytes', async (mime_type, bytes) => {
    const sent = form(bytes, 'what-it-is-called.exe', 'kyc_proof')
    const { status, body } = await upload(sent)
    expect([status, body]).toEqual([
      201,
      {
        id: expect.stringMatching(/^doc_[0-9A-Za-z]{14}$/),
        entity: 'document',
        purpose: 'kyc_proof',
        name: 'what-it-is-called.exe',
        mime_type,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        created_at: desk.now(),
      },
    ])
    const again = await server.get(`/v1/documents/${body.id}`)
    expect(await again.json()).toEqual(body)
    const content = await server.get(`/v1/documents/${body.id}/content`)
    expect(Buffer.from(await content.arrayBuffer()).equals(bytes)).toBe(true)
  })

  it('takes the purpose before or after the file', async () => {
    for (const parts of [
      [file(SMALL.png), purpose('opgsp_awb')],
      [purpose('opgsp_awb'), file(SMALL.png)],
    ])
      expect((await upload(multipart(...parts))).body).toMatchObject({ purpose: 'opgsp_awb' })
  })

  it('is told as an event and noted in an audit line, with its hash', async () => {
    const { body } = await upload(form(SMALL.png))
    const { rows: events } = await desk.runtime.query('SELECT * FROM events WHERE object_id = $1', [body.id])
    expect(events).toMatchObject([{ event: 'document.created', payload: { document: { entity: body } } }])
    const { rows: lines } = await desk.runtime.query('SELECT * FROM audit_lines WHERE object_id = $1', [
      body.id,
    ])
    expect(lines).toMatchObject([
      { action: 'create_document', actor_id: desk.key.id, details: { sha256: body.sha256 } },
    ])
  })

  it('is in the log without its bytes', async () => {
    const { response, body } = await upload(form(SMALL.pdf, 'invoice.pdf'))
    await flushRequestLog(desk.runtime.query)
    const { rows } = await desk.runtime.query('SELECT * FROM request_logs WHERE id = $1', [
      response.headers.get('x-request-id'),
    ])
    expect(rows).toMatchObject([
      { path: '/v1/documents', status: 201, operation: 'create_document', object_id: body.id },
    ])
    expect(JSON.parse(String(rows[0]?.request_body))).toMatchObject({
      purpose: 'other',
      file: { name: 'invoice.pdf', sha256: body.sha256 },
    })
  })

  it.each([
    ['plain.pdf', 'plain.pdf'],
    ['रसीद ₹500.pdf', 'रसीद ₹500.pdf'],
    ['a%22b%0D%0Ac.pdf', 'a"b_c.pdf'],
    ['../../etc/passwd', '.._.._etc_passwd'],
    ['C:\\fakepath\\scan.png', 'C:_fakepath_scan.png'],
    ['tab\tand\u0085more.pdf', 'tab_and_more.pdf'],
    ['evil\u202efdp.exe', 'evil_fdp.exe'],
    ['  ', 'document.png'],
    ['..', 'document.png'],
    [`${'ü'.repeat(300)}.png`, `${'ü'.repeat(251)}.png`],
  ])('named %j is called %j', async (sent, name) => {
    expect((await upload(form(SMALL.png, sent))).body.name).toBe(name)
  })

  it('may be named as RFC 5987 writes names, or not at all', async () => {
    const extended = file(SMALL.png, 'fallback.png', {
      parameters: "; filename*=UTF-8''%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6.png",
    })
    expect((await upload(multipart(extended, purpose()))).body.name).toBe('रसीद.png')
    const unnamed: Part = { name: 'file', type: 'application/octet-stream', body: SMALL.jpeg }
    expect((await upload(multipart(unnamed, purpose()))).body.name).toBe('document.jpg')
  })

  it('of the same bytes twice at once makes two documents', async () => {
    const answers = await Promise.all([upload(form(SMALL.pdf)), upload(form(SMALL.pdf))])
    const [one, two] = answers.map(({ body }) => body)
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(one?.sha256).toBe(two?.sha256)
    expect(one?.id).not.toBe(two?.id)
    for (const { body } of answers) {
      const content = await server.get(`/v1/documents/${body.id}/content`)
      expect(Buffer.from(await content.arrayBuffer()).equals(SMALL.pdf)).toBe(true)
    }
  })

  it('of exactly 50 MB is kept', async () => {
    const bytes = Buffer.concat([SMALL.pdf, randomBytes(LARGEST - SMALL.pdf.length)])
    const { status, body } = await upload(form(bytes, 'large.pdf'))
    expect([status, body.size]).toEqual([201, LARGEST])
    const content = await server.get(`/v1/documents/${body.id}/content`)
    expect(
      createHash('sha256')
        .update(Buffer.from(await content.arrayBuffer()))
        .digest('hex'),
    ).toBe(body.sha256)
  })
})

describe('an idempotency key', () => {
  const headers = { 'idempotency-key': 'the-same' }
  it('gets the first answer for the same file, and one file is kept', async () => {
    const first = await upload(form(SMALL.png), headers)
    const second = await leavingNothing(() => upload(form(SMALL.png), headers))
    expect(second.body).toEqual(first.body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.response.headers.get('idempotency-replayed')).toBe('true')
  })

  it('is refused with other bytes, another name or another purpose', async () => {
    for (const other of [
      form(SMALL.jpeg),
      form(SMALL.png, 'other.png'),
      form(SMALL.png, 'scan.png', 'kyc_proof'),
    ])
      expect(await refusal(other, headers)).toEqual([
        409,
        'idempotency_key_reused',
        undefined,
        expect.anything(),
      ])
  })

  it('used twice at once keeps one file', async () => {
    const before = await everything()
    const sent = Array.from({ length: 4 }, () => upload(form(SMALL.png), { 'idempotency-key': 'at-once' }))
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toContain(201)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect((await everything()).keys.length).toBe(before.keys.length + 1)
  })
})

describe('refused, and nothing is kept:', () => {
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
      expect(await refusal(multipart(file(bytes, name, { type: 'image/png' }), purpose()))).toEqual([
        400,
        'document_type_not_supported',
        'file',
        expect.any(String),
      ])
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
    ['no purpose', [file(SMALL.png)], invalid('purpose', /^purpose is required/)],
    ['an unknown purpose, last', [file(SMALL.png), purpose('fun')], invalid('purpose', /is one of/)],
    ['an unknown purpose, first', [purpose('fun'), file(SMALL.png)], invalid('purpose', /is one of/)],
    ['two purposes', [purpose(), purpose(), file(SMALL.png)], invalid('purpose', /twice/)],
    ['two files', [file(SMALL.png), file(SMALL.png), purpose()], invalid('file', /one file/)],
    [
      'an unknown field',
      [{ name: 'note', body: 'x' }, file(SMALL.png), purpose()],
      invalid('note', /no note/),
    ],
    ['an unknown file', [{ ...file(SMALL.png), name: 'scan' }, purpose()], invalid('scan', /no scan/)],
    [
      'a field of Object',
      [{ name: '__proto__', body: 'x' }, file(SMALL.png)],
      invalid('__proto__', /no __proto__/),
    ],
    [
      'a purpose without end',
      [purpose('x'.repeat(5000)), file(SMALL.png)],
      [400, 'malformed_body', undefined, expect.any(String)],
    ],
    [
      'parts without end',
      [...Array.from({ length: 20 }, (_, at) => ({ name: 'purpose', body: `${at}` })), file(SMALL.png)],
      invalid('purpose', /is one of/),
    ],
  ])('%s', async (_what, parts, expected) => {
    expect(await refusal(multipart(...parts))).toEqual(expected)
  })

  it('a body that ends early, wherever', async () => {
    const whole = form(Buffer.concat([SMALL.png, randomBytes(10_000)]))
    for (const length of [0, 10, 60, 120, 5000, whole.length - BOUNDARY.length - 60, whole.length - 8]) {
      const [status, reason] = await refusal(whole.subarray(0, length))
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
      expect((await refusal(body, { 'content-type': type }))[1]).toBe('unsupported_media_type')
    expect(await refusal(body, { 'content-type': 'multipart/form-data' })).toEqual([
      400,
      'malformed_body',
      undefined,
      expect.stringMatching(/boundary/),
    ])
    expect((await refusal(body, { 'content-type': 'multipart/form-data; boundary=other' }))[1]).toBe(
      'malformed_body',
    )
  })

  it('whoever may not, before the body is read', async () => {
    const reading = await desk.run(
      createKey,
      { name: 'reads', scopes: ['documents:read'] } as never,
      undefined,
      desk.house,
    )
    for (const [authorization, status] of [
      ['', 401],
      [basic({ id: desk.key.id, secret: 'wrong' }), 401],
      [basic(reading), 403],
    ] as const) {
      const { answer, sent } = await leavingNothing(() => pour(LARGEST * 2, { authorization }))
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      expect(sent).toBeLessThan(16_000_000)
    }
  })
})

describe('more than 50 MB', () => {
  it('is refused while it is still coming, and the sender sees why', async () => {
    const { answer, sent } = await leavingNothing(() => pour(LARGEST * 4, {}))
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
    expect(answer).toContain('"reason":"document_too_large"')
    expect(answer.toLowerCase()).toContain('connection: close')
    // What is over is no more than lay in the buffers between, and what is read so that the answer arrives.
    expect(sent).toBeGreaterThan(LARGEST)
    expect(sent).toBeLessThan(LARGEST + 24_000_000)
  })

  it('is refused around the file too', async () => {
    const endless = Buffer.concat([form(SMALL.png), Buffer.alloc(LARGEST + 2_000_000)])
    expect((await refusal(endless)).slice(0, 2)).toEqual([413, 'body_too_large'])
  })

  it('is refused at 51 MB, to a client that sends everything first', async () => {
    const bytes = Buffer.concat([SMALL.pdf, Buffer.alloc(51 * 1024 * 1024)])
    expect(await refusal(form(bytes))).toEqual([413, 'document_too_large', 'file', expect.any(String)])
  })

  it('is refused one byte over', async () => {
    const bytes = Buffer.concat([SMALL.pdf, Buffer.alloc(LARGEST + 1 - SMALL.pdf.length)])
    expect((await refusal(form(bytes)))[1]).toBe('document_too_large')
  })
})

it('a sender who goes away leaves nothing', async () => {
  await leavingNothing(async () => {
    for (const after of [200, 200_000, 3_000_000]) {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.write(headOf(10_000_000, { authorization: server.authorization }))
      socket.write(form(Buffer.concat([SMALL.pdf, randomBytes(4_000_000)])).subarray(0, after))
      await new Promise((resolve) => setTimeout(resolve, 100))
      socket.destroy()
    }
    await new Promise((resolve) => setTimeout(resolve, 300))
  })
})

describe('the bytes', () => {
  const bytes = Buffer.concat([SMALL.pdf, randomBytes(200_000)])
  let id = ''
  let etag = ''
  const content = (headers: Record<string, string> = {}, method = 'GET') =>
    server.get(`/v1/documents/${id}/content`, headers, method)
  beforeAll(async () => {
    const { body } = await upload(form(bytes, 'Rechnung – Größe „5“.pdf'))
    id = body.id ?? ''
    etag = `"${body.sha256}"`
  })

  it('come with their type, name and length, and in a sandbox', async () => {
    const { status, headers } = await content()
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `attachment; filename="Rechnung _ Gr__e _5_.pdf"; filename*=UTF-8''Rechnung%20%E2%80%93%20Gr%C3%B6%C3%9Fe%20%E2%80%9E5%E2%80%9C.pdf`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'x-request-id': expect.stringMatching(/^req_/),
      etag,
    })
  })

  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=5-9', 5, 9],
    ['bytes=100-', 100, bytes.length - 1],
    ['bytes=-7', bytes.length - 7, bytes.length - 1],
    ['bytes=-999999999', 0, bytes.length - 1],
    ['bytes=10-999999999', 10, bytes.length - 1],
  ])('%s is that part', async (range, first, last) => {
    const answer = await content({ range })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/${bytes.length}`)
    expect(answer.headers.get('content-length')).toBe(String(last - first + 1))
    expect(Buffer.from(await answer.arrayBuffer()).equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  it.each(['bytes=200000000-', 'bytes=-0'])('%s cannot be had', async (range) => {
    const answer = await content({ range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    expect(((await answer.json()) as Answer).error.reason).toBe('range_not_satisfiable')
  })

  it.each(['bytes=0-1,5-6', 'bytes=9-5', 'items=0-5', 'bytes=a-b', 'bytes=-'])(
    '%s is answered with the whole',
    async (range) => {
      const answer = await content({ range })
      expect(answer.status).toBe(200)
      expect((await answer.arrayBuffer()).byteLength).toBe(bytes.length)
    },
  )

  it('are not sent to whoever has them', async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await content({ 'if-none-match': known })
      expect([answer.status, answer.headers.get('etag'), await answer.text()]).toEqual([304, etag, ''])
    }
    expect((await content({ 'if-none-match': '"other"' })).status).toBe(200)
  })

  it('come in part only while they are what the caller has', async () => {
    expect((await content({ range: 'bytes=0-4', 'if-range': etag })).status).toBe(206)
    expect((await content({ range: 'bytes=0-4', 'if-range': '"other"' })).status).toBe(200)
    expect((await content({ range: 'bytes=0-4', 'if-range': 'Mon, 01 Jan 2035 00:00:00 GMT' })).status).toBe(
      200,
    )
  })

  it('HEAD answers as GET, without them', async () => {
    const answer = await content({ range: 'bytes=0-4' }, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(bytes.length))
    expect(answer.headers.get('etag')).toBe(etag)
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
  })

  it('are read no further than the caller takes them', async () => {
    const large = await upload(form(Buffer.concat([SMALL.pdf, randomBytes(40_000_000)])))
    const { storage } = desk.runtime
    const get = storage.get.bind(storage)
    let read = 0
    let ended = false
    storage.get = async (key, range) => {
      const stream = await get(key, range)
      stream.on('close', () => {
        ended = true
        read = (stream as unknown as { bytesRead: number }).bytesRead
      })
      return stream
    }
    try {
      const request = httpRequest(`${server.url}/v1/documents/${large.body.id}/content`, {
        headers: { authorization: server.authorization },
      }).end()
      const [response] = await once(request, 'response')
      await new Promise((resolve) => setTimeout(resolve, 300))
      expect(ended).toBe(false)
      response.destroy()
      await expect.poll(() => ended).toBe(true)
      expect(read).toBeLessThan(20_000_000)
    } finally {
      storage.get = get
    }
  })
})

describe('another account', () => {
  it('finds none of it', async () => {
    const { body } = await upload(form(SMALL.png))
    const other = await desk.database.prisma.$transaction((tables) =>
      createMerchant(tables, { name: 'Other Stores', country: 'IN' }, desk.now() * 1000, {
        authorization_window_seconds: 3600,
      }),
    )
    for (const account of [other.accounts.test, desk.merchant.accounts.live]) {
      const house = await systemActor(desk.runtime.query, account, 'test')
      const key = await desk.run(createKey, { name: 'other' }, undefined, house)
      const headers = { authorization: basic(key) }
      for (const path of ['', '/content']) {
        const theirs = await server.get(`/v1/documents/${body.id}${path}`, headers)
        const nobodys = await server.get(`/v1/documents/doc_NfLw3gQ81xRt0a${path}`, headers)
        expect([theirs.status, nobodys.status]).toEqual([404, 404])
        expect((await theirs.text()).replaceAll(body.id ?? '', 'ID')).toBe(
          (await nobodys.text()).replaceAll('doc_NfLw3gQ81xRt0a', 'ID'),
        )
      }
      const list = (await (await server.get('/v1/documents', headers)).json()) as { count: number }
      expect(list.count).toBe(0)
    }
  })
})

describe('the list', () => {
  it('is newest first, by purpose and cursor', async () => {
    const all = (await (await server.get('/v1/documents?count=100')).json()) as { items: Answer[] }
    const ids = all.items.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort().reverse())
    const proofs = (await (await server.get('/v1/documents?purpose=kyc_proof')).json()) as { items: Answer[] }
    expect(proofs.items.length).toBeGreaterThan(0)
    expect(proofs.items.every((item) => item.purpose === 'kyc_proof')).toBe(true)
    const after = (await (await server.get(`/v1/documents?starting_after=${ids[1]}&count=2`)).json()) as {
      items: Answer[]
    }
    expect(after.items.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect((await server.get('/v1/documents?purpose=fun')).status).toBe(400)
    expect((await server.get(`/v1/documents?from=${desk.now() + 1}`)).status).toBe(200)
  })
})

describe('the check for harmful files', () => {
  const script = join(folder, 'scan.sh')
  const place = () => desk.runtime as { scan: unknown }
  beforeEach(() => {
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

  it('keeps what is clean', async () => {
    expect((await upload(holding('nothing'))).status).toBe(201)
  })
  it('refuses what is harmful', async () => {
    expect(await refusal(holding('EICAR'))).toEqual([400, 'document_refused', 'file', expect.any(String)])
  })
  it.each(['BROKEN', 'SLOW'])('refuses for now what it could not judge (%s)', async (text) => {
    expect((await refusal(holding(text))).slice(0, 2)).toEqual([503, 'document_check_unavailable'])
  })
  it('refuses for now when there is no such command', async () => {
    place().scan = commandScan('/nowhere/scan')
    expect((await refusal(holding('x'))).slice(0, 2)).toEqual([503, 'document_check_unavailable'])
  })
  it('is not troubled by a command that does not read', async () => {
    place().scan = commandScan('exit 0')
    expect((await upload(form(Buffer.concat([SMALL.pdf, randomBytes(3_000_000)])))).status).toBe(201)
  })
})

describe('the sweep', () => {
  it('removes, after a day, what was stored and never recorded, and nothing else', async () => {
    const { body } = await upload(form(SMALL.png))
    const { storage } = desk.runtime
    const account = desk.merchant.accounts.test
    await storage.put(`documents/${account}/doc_NfLw3gQ81xRt0a`, once1(SMALL.png))
    await storage.put(`documents/acc_NfLw3gQ81xRt0a/doc_NfLw3gQ81xRt0a`, once1(SMALL.png))
    await storage.put(`previews/${account}/${body.id}/small`, once1(SMALL.png))
    await storage.put(`previews/${account}/doc_NfLw3gQ81xRt0a/small`, once1(SMALL.png))
    const now = Math.floor(Date.now() / 1000)
    expect(await sweepStorage(desk.runtime, now + 86_000)).toBe(0)
    expect(await sweepStorage(desk.runtime, now + 86_500)).toBe(3)
    const { keys } = await everything()
    expect(keys).toContain(`documents/${account}/${body.id}`)
    expect(keys).toContain(`previews/${account}/${body.id}/small`)
    expect(keys.filter((key) => key.includes('NfLw3gQ81xRt0a'))).toEqual([])
    expect(await sweepStorage(desk.runtime, now + 86_500)).toBe(0)
  })
})

async function* once1(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes
}

function headOf(length: number, headers: Record<string, string>): string {
  const lines = { authorization: server.authorization, ...headers }
  return `POST /v1/documents HTTP/1.1\r\nHost: desk\r\nContent-Type: multipart/form-data; boundary=${BOUNDARY}\r\nContent-Length: ${length}\r\n${Object.entries(
    lines,
  )
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
}

/** Sends a PDF that does not end, as fast as it is taken. @returns the answer, and how much could be sent */
async function pour(
  length: number,
  headers: Record<string, string>,
): Promise<{ answer: string; sent: number }> {
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  let gone = false
  socket.on('data', (chunk) => {
    answer += chunk
  })
  socket.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      gone = true
      resolve()
    })
  })
  socket.on('end', () => {
    gone = true
  })
  socket.write(headOf(length, headers))
  const begun = form(SMALL.pdf)
  socket.write(begun.subarray(0, begun.indexOf(SMALL.pdf) + SMALL.pdf.length))
  const chunk = Buffer.alloc(65_536, 7)
  let sent = 0
  const ready = new Promise<void>((resolve) =>
    socket.on('drain', next).on('end', resolve).on('close', resolve),
  )
  function next() {
    while (!gone && sent < length) {
      sent += chunk.length
      if (!socket.write(chunk)) return
    }
  }
  next()
  await ready
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 6000))])
  socket.destroy()
  return { answer, sent: Math.min(sent, socket.bytesWritten) }
}
