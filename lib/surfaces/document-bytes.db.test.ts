import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { form, SMALL } from '#lib/testing/files.ts'
import type { Instance } from '#lib/testing/instance.ts'
import { openUploads, type Reply, type Uploads } from '#lib/testing/uploads.ts'

let instance: Instance
let server: Uploads['server']
let uploads: Uploads
beforeAll(async () => {
  uploads = await openUploads()
  ;({ instance, server } = uploads)
})
afterAll(() => uploads.close())

describe('the bytes', () => {
  const bytes = Buffer.concat([SMALL.pdf, randomBytes(200_000)])
  let id = ''
  let etag = ''
  const content = (headers: Record<string, string> = {}, method = 'GET') =>
    server.get(`/v1/documents/${id}/content`, headers, method)
  beforeAll(async () => {
    const { body } = await uploads.upload(form(bytes, 'Rechnung – Größe „5“.pdf'))
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
    const response = await content({ range })
    expect(response.status).toBe(206)
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${bytes.length}`)
    expect(response.headers.get('content-length')).toBe(String(last - first + 1))
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes.subarray(first, last + 1))).toBe(true)
  })

  it.each(['bytes=200000000-', 'bytes=-0'])('%s cannot be had', async (range) => {
    const response = await content({ range })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toBe(`bytes */${bytes.length}`)
    expect(((await response.json()) as Reply).error.reason).toBe('range_not_satisfiable')
  })

  it.each(['bytes=0-1,5-6', 'bytes=9-5', 'items=0-5', 'bytes=a-b', 'bytes=-'])(
    '%s gets the whole file',
    async (range) => {
      const response = await content({ range })
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBe(bytes.length)
    },
  )

  it('are not sent when the ETag matches', async () => {
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const response = await content({ 'if-none-match': known })
      expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, ''])
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

  it('HEAD responds as GET, without them', async () => {
    const response = await content({ range: 'bytes=0-4' }, 'HEAD')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-length')).toBe(String(bytes.length))
    expect(response.headers.get('etag')).toBe(etag)
    expect((await response.arrayBuffer()).byteLength).toBe(0)
  })

  it('are read no further than the caller takes them', async () => {
    const large = await uploads.upload(form(Buffer.concat([SMALL.pdf, randomBytes(40_000_000)])))
    const { storage } = instance.runtime
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
