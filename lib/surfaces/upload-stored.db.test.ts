import { createHash, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { cleanupStorage } from '#lib/jobs/cleanup-storage.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { form, multipart, type Part, SMALL } from '#lib/testing/files.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { basic } from '#lib/testing/rest.ts'
import { file, openUploads, purpose, type Reply, type Uploads } from '#lib/testing/uploads.ts'
import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'

let instance: Instance
let server: Uploads['server']
let uploads: Uploads
beforeAll(async () => {
  uploads = await openUploads()
  ;({ instance, server } = uploads)
})
afterAll(() => uploads.close())

describe('an upload', () => {
  const path: Part = { name: 'file', body: '/home/shop/scan.png' }
  it.each<[string, Part[]]>([
    ['after it', [file(SMALL.png), path, purpose()]],
    ['before it', [purpose(), path, file(SMALL.png)]],
    ['last', [file(SMALL.png), purpose(), path]],
  ])('is kept with its path under the same name %s', async (_, parts) => {
    const { status, body } = await uploads.upload(multipart(...parts))
    expect([status, body]).toMatchObject([201, { mime_type: 'image/png', size: SMALL.png.length }])
  })

  it.each([
    ['image/png', SMALL.png],
    ['image/jpeg', SMALL.jpeg],
    ['application/pdf', SMALL.pdf],
  ])('of %s is stored, and recognised by its bytes', async (mime_type, bytes) => {
    const sent = form(bytes, 'what-it-is-called.exe', 'kyc_proof')
    const { status, body } = await uploads.upload(sent)
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
        created_at: instance.now(),
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
      expect((await uploads.upload(multipart(...parts))).body).toMatchObject({ purpose: 'opgsp_awb' })
  })

  it('has an event and an audit line, with its hash', async () => {
    const { body } = await uploads.upload(form(SMALL.png))
    const { rows: events } = await instance.runtime.query('SELECT * FROM events WHERE object_id = $1', [
      body.id,
    ])
    expect(events).toMatchObject([{ event: 'document.created', payload: { document: { entity: body } } }])
    const { rows: lines } = await instance.runtime.query('SELECT * FROM audit_lines WHERE object_id = $1', [
      body.id,
    ])
    expect(lines).toMatchObject([
      { action: 'create_document', actor_id: instance.key.id, details: { sha256: body.sha256 } },
    ])
  })

  it('is in the log without its bytes', async () => {
    const { response, body } = await uploads.upload(form(SMALL.pdf, 'invoice.pdf'))
    await flushRequestLog(instance.runtime.query)
    const { rows } = await instance.runtime.query('SELECT * FROM request_logs WHERE id = $1', [
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
    expect((await uploads.upload(form(SMALL.png, sent))).body.name).toBe(name)
  })

  it('may be named as RFC 5987 writes names, or not at all', async () => {
    const extended = file(SMALL.png, 'fallback.png', {
      parameters: "; filename*=UTF-8''%E0%A4%B0%E0%A4%B8%E0%A5%80%E0%A4%A6.png",
    })
    expect((await uploads.upload(multipart(extended, purpose()))).body.name).toBe('रसीद.png')
    const unnamed: Part = { name: 'file', type: 'application/octet-stream', body: SMALL.jpeg }
    expect((await uploads.upload(multipart(unnamed, purpose()))).body.name).toBe('document.jpg')
  })

  it('of the same bytes twice at once makes two documents', async () => {
    const responses = await Promise.all([uploads.upload(form(SMALL.pdf)), uploads.upload(form(SMALL.pdf))])
    const [one, two] = responses.map(({ body }) => body)
    expect(responses.map(({ status }) => status)).toEqual([201, 201])
    expect(one?.sha256).toBe(two?.sha256)
    expect(one?.id).not.toBe(two?.id)
    for (const { body } of responses) {
      const content = await server.get(`/v1/documents/${body.id}/content`)
      expect(Buffer.from(await content.arrayBuffer()).equals(SMALL.pdf)).toBe(true)
    }
  })

  it('of exactly 50 MB is stored', async () => {
    const bytes = Buffer.concat([SMALL.pdf, randomBytes(DOCUMENT_BYTES - SMALL.pdf.length)])
    const { status, body } = await uploads.upload(form(bytes, 'large.pdf'))
    expect([status, body.size]).toEqual([201, DOCUMENT_BYTES])
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
  it('gets the first response for the same file, and one file is stored', async () => {
    const first = await uploads.upload(form(SMALL.png), headers)
    const second = await uploads.leavingNothing(() => uploads.upload(form(SMALL.png), headers))
    expect(second.body).toEqual(first.body)
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.response.headers.get('idempotency-replayed')).toBe('true')
  })

  it('is rejected with other bytes, another name or another purpose', async () => {
    for (const other of [
      form(SMALL.jpeg),
      form(SMALL.png, 'other.png'),
      form(SMALL.png, 'scan.png', 'kyc_proof'),
    ])
      expect(await uploads.rejection(other, headers)).toEqual([
        409,
        'idempotency_key_reused',
        undefined,
        expect.anything(),
      ])
  })

  it('used twice at once keeps one file', async () => {
    const before = await uploads.everything()
    const sent = Array.from({ length: 4 }, () =>
      uploads.upload(form(SMALL.png), { 'idempotency-key': 'at-once' }),
    )
    const statuses = (await Promise.all(sent)).map(({ status }) => status)
    expect(statuses).toContain(201)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect((await uploads.everything()).keys.length).toBe(before.keys.length + 1)
  })
})

describe('another account', () => {
  it('finds none of it', async () => {
    const { body } = await uploads.upload(form(SMALL.png))
    const other = await instance.database.prisma.$transaction((tables) =>
      createMerchant(tables, { name: 'Other Stores', country: 'IN' }, instance.now() * 1000, {
        authorization_window_seconds: 3600,
      }),
    )
    for (const account of [other.accounts.test, instance.merchant.accounts.live]) {
      const system = await systemActor(instance.runtime.query, account, 'test')
      const key = await instance.run(createKey, { name: 'other' }, undefined, system)
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
    const all = (await (await server.get('/v1/documents?count=100')).json()) as { items: Reply[] }
    const ids = all.items.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort().reverse())
    const proofs = (await (await server.get('/v1/documents?purpose=kyc_proof')).json()) as { items: Reply[] }
    expect(proofs.items.length).toBeGreaterThan(0)
    expect(proofs.items.every((item) => item.purpose === 'kyc_proof')).toBe(true)
    const after = (await (await server.get(`/v1/documents?starting_after=${ids[1]}&count=2`)).json()) as {
      items: Reply[]
    }
    expect(after.items.map(({ id }) => id)).toEqual(ids.slice(2, 4))
    expect((await server.get('/v1/documents?purpose=fun')).status).toBe(400)
    expect((await server.get(`/v1/documents?from=${instance.now() + 1}`)).status).toBe(200)
  })
})

describe('the sweep', () => {
  it('removes, after a day, stored files without a record, and nothing else', async () => {
    const { body } = await uploads.upload(form(SMALL.png))
    const { storage } = instance.runtime
    const account = instance.merchant.accounts.test
    await storage.put(`documents/${account}/doc_NfLw3gQ81xRt0a`, once1(SMALL.png))
    await storage.put(`documents/acc_NfLw3gQ81xRt0a/doc_NfLw3gQ81xRt0a`, once1(SMALL.png))
    await storage.put(`previews/${account}/${body.id}/small`, once1(SMALL.png))
    await storage.put(`previews/${account}/doc_NfLw3gQ81xRt0a/small`, once1(SMALL.png))
    const now = Math.floor(Date.now() / 1000)
    expect(await cleanupStorage(instance.runtime, now + 86_000)).toBe(0)
    expect(await cleanupStorage(instance.runtime, now + 86_500)).toBe(3)
    const { keys } = await uploads.everything()
    expect(keys).toContain(`documents/${account}/${body.id}`)
    expect(keys).toContain(`previews/${account}/${body.id}/small`)
    expect(keys.filter((key) => key.includes('NfLw3gQ81xRt0a'))).toEqual([])
    expect(await cleanupStorage(instance.runtime, now + 86_500)).toBe(0)
  })
})

async function* once1(bytes: Buffer): AsyncIterable<Uint8Array> {
  yield bytes
}
