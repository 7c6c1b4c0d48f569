import { describe, expect, it } from 'vitest'
import { API_BYTES } from '#lib/http/body-limits.ts'
import { readBody } from './body.ts'

const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'

function request(body: BodyInit | null, type?: string, headers: Record<string, string> = {}): Request {
  const all = { ...(type === undefined ? {} : { 'content-type': type }), ...headers }
  return new Request('http://desk/v1/orders', {
    method: 'POST',
    body,
    headers: all,
    duplex: 'half',
  } as RequestInit)
}

const reason = (name: string) => expect.objectContaining({ reason: name })

describe('a body', () => {
  it.each([
    ['{"amount":100}', JSON_TYPE, { amount: 100 }],
    ['\ufeff{"amount":100}', JSON_TYPE, { amount: 100 }],
    ['{"amount":100}', 'Application/JSON; charset=utf-8', { amount: 100 }],
    ['[]', JSON_TYPE, {}],
    ['null', JSON_TYPE, {}],
    ['', JSON_TYPE, {}],
    ['  \n', 'text/plain', {}],
    ['amount=100&notes[k]=v', FORM_TYPE, { amount: '100', notes: { k: 'v' } }],
    ['amount=100', `${FORM_TYPE}; charset=UTF-8`, { amount: '100' }],
  ])('%j as %s is read', async (text, type, fields) => {
    expect((await readBody(request(text, type))).fields).toEqual(fields)
  })

  it('may be absent, with any type or none', async () => {
    expect((await readBody(request(null))).fields).toEqual({})
    expect((await readBody(request(null, 'text/html'))).fields).toEqual({})
  })

  it.each([
    ['{"a":1', JSON_TYPE, 'malformed_body'],
    ['{a:1}', JSON_TYPE, 'malformed_body'],
    ['1', JSON_TYPE, 'malformed_body'],
    ['"a"', JSON_TYPE, 'malformed_body'],
    ['[1]', JSON_TYPE, 'malformed_body'],
    ['{"a":NaN}', JSON_TYPE, 'malformed_body'],
    ['{"a":"\u0000"}', JSON_TYPE, 'malformed_body'],
    ['{"a":1,"a":1}', JSON_TYPE, 'malformed_body'],
    ['a[=1', FORM_TYPE, 'malformed_body'],
    ['{"a":1}', 'text/plain', 'unsupported_media_type'],
    ['{"a":1}', 'application/jsonp', 'unsupported_media_type'],
    ['<a/>', 'application/xml', 'unsupported_media_type'],
    ['a', 'multipart/form-data; boundary=x', 'unsupported_media_type'],
  ])('%j as %s is rejected: %s', async (text, type, expected) => {
    await expect(readBody(request(text, type))).rejects.toEqual(reason(expected))
  })

  it('without a type is rejected', async () => {
    await expect(readBody(request(new TextEncoder().encode('{"a":1}')))).rejects.toEqual(
      reason('unsupported_media_type'),
    )
  })

  it.each([
    ['half a character', [0x7b, 0xc3, 0x7d]],
    ['a byte that begins nothing', [0xff]],
    ['a slash written too long', [0xc0, 0xaf]],
    ['half of a pair', [0xed, 0xa0, 0x80]],
  ])('that is not UTF-8 is rejected: %s', async (_, bytes) => {
    await expect(readBody(request(new Uint8Array(bytes), JSON_TYPE))).rejects.toEqual(
      reason('malformed_body'),
    )
    await expect(readBody(request(new Uint8Array(bytes), FORM_TYPE))).rejects.toEqual(
      reason('malformed_body'),
    )
  })

  it('may have exactly as many bytes as the limit says', async () => {
    const text = `{"a":"${'x'.repeat(API_BYTES - 8)}"}`
    expect((await readBody(request(text, JSON_TYPE))).text).toHaveLength(API_BYTES)
    await expect(readBody(request(`${text} `, JSON_TYPE))).rejects.toEqual(reason('body_too_large'))
  })

  it('is rejected by its announced length before a byte of it is read', async () => {
    let pulled = 0
    const endless = new ReadableStream(
      { pull: (controller) => controller.enqueue(new Uint8Array(++pulled)) },
      { highWaterMark: 0 },
    )
    await expect(
      readBody(request(endless, JSON_TYPE, { 'content-length': String(API_BYTES + 1) })),
    ).rejects.toEqual(reason('body_too_large'))
    expect(pulled).toBe(0)
  })

  it('that never ends is cut off at the limit', async () => {
    let sent = 0
    const endless = new ReadableStream({
      pull(controller) {
        sent += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(0x20))
      },
    })
    await expect(readBody(request(endless, JSON_TYPE))).rejects.toEqual(reason('body_too_large'))
    expect(sent).toBeLessThan(API_BYTES + 10 * 65_536)
  })

  it('whose sender disconnects in the middle is no fault of the server', async () => {
    let pulls = 0
    const broken = new ReadableStream({
      pull(controller) {
        pulls += 1
        if (pulls === 1) controller.enqueue(new TextEncoder().encode('{"amo'))
        else controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
      },
    })
    await expect(readBody(request(broken, JSON_TYPE))).rejects.toEqual(reason('malformed_body'))
  })
})
