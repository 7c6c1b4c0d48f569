import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { endOfWholeTags, withoutNonces, withScriptFiles } from '#lib/server/script-files.ts'
import { servePages } from '#lib/testing/serve-pages.ts'

const FILES =
  '<link rel="stylesheet" href="/_next/a.css" nonce="n"/><link rel="preload" as="script" nonce="n" href="/_next/a.js"/>' +
  '<script src="/_next/a.js" async="" nonce="n"></script><script nonce="n" src="/_next/b.js"></script>'
const TEXTS =
  '<p title="a &lt;script src=&quot;b&quot; nonce=&quot;n&quot;">₹ 1 → 2</p><script nonce="n" id="_R_">f()</script>'
const CHANGED =
  '<link rel="stylesheet" href="/_next/a.css" nonce="n"/><link rel="preload" as="script" href="/_next/a.js"/>' +
  '<script src="/_next/a.js" async=""></script><script src="/_next/b.js"></script>'

const serve = (pages: RequestListener) => servePages(withScriptFiles(pages))

describe('the scripts of a page', () => {
  it('keep their nonce where they are text, and have none where they are files', () => {
    expect(withoutNonces(FILES + TEXTS)).toBe(CHANGED + TEXTS)
  })

  it('are changed in one pass, whatever stands in the page', () => {
    const open = '<script '.repeat(100_000)
    expect(withoutNonces(open)).toBe(open)
  })

  it('are changed wherever the pieces of the page end, even within a character', async () => {
    const bytes = Buffer.from(FILES + TEXTS)
    const sizes = [1, 7, 64, bytes.length]
    for (const size of sizes) {
      const url = await serve((_, response) => {
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.setHeader('content-length', bytes.length)
        for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size))
        response.end()
      })
      expect(await (await fetch(url)).text(), `pieces of ${size} bytes`).toBe(CHANGED + TEXTS)
    }
  })

  it('are changed where the page is one text whose head is written first', async () => {
    const url = await serve((_, response) => {
      const headers = { 'content-type': 'text/html', 'content-length': Buffer.byteLength(FILES + TEXTS) }
      response.writeHead(404, headers).end(FILES + TEXTS)
    })
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([404, CHANGED + TEXTS])
  })

  it('are sent while the page is written', async () => {
    let finish = () => {}
    const url = await serve((_, response) => {
      response.setHeader('content-type', 'text/html')
      response.write('<p>One</p><script src="/a.js" non')
      finish = () => response.end('ce="n"></script>')
    })
    const reader = (await fetch(url)).body?.getReader()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('<p>One</p>')
    finish()
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('<script src="/a.js"></script>')
  })
})

it('the end of whole tags is before a tag that is cut off', () => {
  expect(['', 'a', '<p>', '<p>a', '<p>a<', 'a<b nonce="'].map(endOfWholeTags)).toEqual([0, 1, 3, 4, 4, 1])
})

it.each([
  ['text/javascript', 'document.write(\'<script src="/a.js" nonce="n">\')'],
  ['application/json', '{"html":"<script src=\\"/a.js\\" nonce=\\"n\\">"}'],
])('%s passes as it is, with its length', async (type, body) => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body)
  })
  const response = await fetch(url)
  expect(response.headers.get('content-length')).toBe(String(Buffer.byteLength(body)))
  expect(await response.text()).toBe(body)
})

it('a response to HEAD has no body', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(FILES)
  })
  const response = await fetch(url, { method: 'HEAD' })
  expect([response.status, await response.text()]).toEqual([200, ''])
})
