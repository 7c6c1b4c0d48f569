import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { codingFor, codingOfText, gzipEvents } from '#lib/server/compressed-reply.ts'

const LONG = JSON.stringify({ entity: 'collection', items: Array(200).fill({ entity: 'payment' }) })
const request = (method: string, url: string, accepted?: string) =>
  ({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } }) as IncomingMessage

describe('Accept-Encoding', () => {
  it.each([
    [undefined, null],
    ['', null],
    ['identity', null],
    ['gzip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0,deflate;q=0.6,identity;q=0.3', 'gzip'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['*', 'br'],
    ['*;q=0', null],
    ['gzip;q=0', null],
    ['gzip;q=0.5, identity', null],
    ['identity;q=0', null],
    ['identity;q=0, gzip;q=0.1', 'gzip'],
    ['gzip;q=2', null],
    ['gzip;q=x', null],
    ['deflate', null],
    [' gzip ; q=0.5 ', 'gzip'],
  ])('%j is sent as %s', (accepted, coding) => {
    expect(codingFor(accepted)).toBe(coding)
    expect(codingOfText(request('GET', '/v1/payments', accepted), LONG)).toEqual({ coding, varies: true })
  })
})

describe('a text', () => {
  it('that is short is sent as it is, unless the caller takes no plain text', () => {
    const coded = (accepted: string) => codingOfText(request('GET', '/v1/payments', accepted), '{}')
    expect(coded('gzip')).toEqual({ coding: null, varies: false })
    expect(coded('gzip;q=0.5, *;q=0')).toEqual({ coding: 'gzip', varies: true })
    expect(coded('gzip, identity;q=0')).toEqual({ coding: 'gzip', varies: true })
  })

  it.each([
    ['GET', '/v1/payments?count=100', 'br'],
    ['HEAD', '/v1/payments', 'br'],
    ['GET', '/v2/accounts/acc_1/webhooks', 'br'],
    ['POST', '/mcp', 'br'],
    // A secret is shown once, by the write that made it.
    ['POST', '/v1/webhooks', null],
    ['POST', '/v1/payments/create/json', null],
    ['POST', '/token', null],
    ['GET', '/api/tool-endpoint', null],
  ])('of %s %s is sent as %s', (method, url, coding) => {
    expect(codingOfText(request(method, url, 'br'), LONG).coding).toBe(coding)
  })

  it('with the link of a bill is never compressed, and a schema of one is', () => {
    const bill = JSON.stringify({ notes: LONG, receipt_url: 'https://pay.example/bill/x' })
    const tool = JSON.stringify({ content: [{ type: 'text', text: bill }] })
    const schema = JSON.stringify({ notes: LONG, properties: { receipt_url: { type: 'string' } } })
    expect(codingOfText(request('GET', '/v1/bills', 'br'), bill).coding).toBe(null)
    expect(codingOfText(request('POST', '/mcp', 'br'), tool).coding).toBe(null)
    expect(codingOfText(request('POST', '/mcp', 'br'), schema).coding).toBe('br')
  })
})

it('events are compressed one by one, and one with the link of a bill not at all', async () => {
  const event = `data: ${JSON.stringify({ name: 'Asha Rao '.repeat(40) })}\n\n`
  const secret = event.replace('name', 'receipt_url')
  const packed = gzipEvents()
  const sent: Buffer[] = []
  packed.on('data', (chunk: Buffer) => sent.push(chunk))
  const lengthOf = async (text: string) => {
    const before = Buffer.concat(sent).length
    await new Promise((done) => packed.write(text, done))
    await new Promise(setImmediate)
    return Buffer.concat(sent).length - before
  }
  await lengthOf(event)
  const second = await lengthOf(event)
  expect(second).toBeLessThan(60)
  expect(await lengthOf(secret)).toBeGreaterThan(secret.length)
  // What came before is not known to the next.
  expect(await lengthOf(event)).toBe(second)
  packed.end()
  await once(packed, 'end')
  expect(String(gunzipSync(Buffer.concat(sent)))).toBe(event + event + secret + event)
})
