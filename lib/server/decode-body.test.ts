import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_BYTES } from '#lib/http/body-limits.ts'
import { createServing, type Serving } from '#lib/server/http-server.ts'
import { rawRequest } from '#lib/testing/raw-http.ts'

let serving: Serving
let port: number
beforeAll(async () => {
  const echo = async (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-encoding': coding, 'content-length': length } = request.headers
    response.end(JSON.stringify({ body: await text(request), length, coding }))
  }
  serving = createServing(echo, { port: 0, host: '127.0.0.1' })
  await serving.listen()
  port = (serving.server.address() as AddressInfo).port
})
afterAll(() => serving.close())

async function post(path: string, coding: string, body: Buffer, chunked = false) {
  const framed = chunked
    ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')])
    : body
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`
  const head = `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Encoding: ${coding}\r\n${length}\r\n\r\n`
  const response = await rawRequest(port, Buffer.concat([Buffer.from(head), framed]))
  return { ...response, json: JSON.parse(response.text.replace(/^[0-9a-f]+\r\n(.*)\r\n0\r\n\r\n$/s, '$1')) }
}

const order = '{"amount":50000,"currency":"INR","notes":{"a":"ü"}}'
const bytes = Buffer.from(order)

describe('a compressed body', () => {
  it.each([
    ['gzip', gzipSync(bytes)],
    ['GZip', gzipSync(bytes)],
    ['x-gzip', gzipSync(bytes)],
    ['deflate', deflateSync(bytes)],
    ['deflate', deflateRawSync(bytes)],
    ['br', brotliCompressSync(bytes)],
    ['identity', bytes],
  ])('in %s is decoded, with and without a length', async (coding, body) => {
    for (const chunked of [false, true]) {
      const { status, json } = await post('/v1/orders', coding, body, chunked)
      expect([status, Buffer.from(json.body, 'latin1').toString()]).toEqual([200, order])
      expect([json.length, json.coding ?? 'identity']).toEqual([String(bytes.length), 'identity'])
    }
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('of %s that grows beyond the limit of the route is rejected', async (coding, compress) => {
    const exact = await post('/v1/orders', coding, compress(Buffer.alloc(API_BYTES, 'x')))
    expect([exact.status, exact.json.length]).toEqual([200, String(API_BYTES)])
    const bomb = compress(Buffer.alloc(200_000_000))
    expect(bomb.length).toBeLessThan(API_BYTES)
    const before = process.memoryUsage.rss()
    const { status, json } = await post('/v1/orders', coding, bomb)
    expect([status, json.error.reason]).toEqual([413, 'body_too_large'])
    expect(process.memoryUsage.rss() - before).toBeLessThan(50_000_000)
  })

  it.each([
    ['gzip', bytes],
    ['gzip', gzipSync(bytes).subarray(0, 20)],
    ['deflate', bytes],
    ['br', gzipSync(bytes)],
  ])('in %s that is damaged is rejected, and not as a fault of its text', async (coding, body) => {
    const { status, json } = await post('/v1/orders', coding, body)
    expect([status, json.error.reason]).toEqual([400, 'malformed_body'])
    expect(json.error.description).toContain('Content-Encoding')
  })

  it.each([
    ['zstd', zstdCompressSync(bytes)],
    ['compress', bytes],
    ['gzip, gzip', gzipSync(gzipSync(bytes))],
    ['none', bytes],
  ])('in %s is rejected with the encoding to use instead', async (coding, body) => {
    const { status, headers, json } = await post('/v1/orders', coding, body)
    expect([status, json.error.reason]).toEqual([415, 'unsupported_media_type'])
    expect(json.error.description).toContain('gzip, deflate or br')
    expect(headers['accept-encoding']).toBe('gzip, deflate, br')
  })

  it('is rejected where documents are taken, with the error of each route', async () => {
    const document = await post('/v1/documents', 'gzip', gzipSync(bytes))
    expect([document.status, document.json.error.description]).toEqual([
      415,
      'Send a document without Content-Encoding.',
    ])
    expect(await post('/mcp', 'zstd', bytes)).toMatchObject({
      status: 415,
      json: { error: { code: -32_600 } },
    })
    expect(await post('/token', 'zstd', bytes)).toMatchObject({
      status: 415,
      json: { error: 'invalid_request' },
    })
    expect(await post('/token', 'gzip', gzipSync(bytes))).toMatchObject({
      status: 200,
      json: { body: order.replace('ü', 'Ã¼') },
    })
  })
})
