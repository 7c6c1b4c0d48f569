import type { RequestListener, ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { withCompression } from '#lib/server/compressed-reply.ts'
import { withErrorPages } from '#lib/server/error-pages.ts'
import { withPlainPages } from '#lib/server/plain-pages.ts'
import { withScriptFiles } from '#lib/server/script-files.ts'
import { servePages } from '#lib/testing/serve-pages.ts'
import { ERROR_PAGE_HEADER } from '#lib/values/error-page.ts'

const SCRIPT = { path: '/payer-1.js', text: `alert(1)${' '.repeat(2000)}` }
const LONG = `<p>${'A line of a page. '.repeat(100)}</p>`
const PAGE = `<html><head><script src="/_next/a.js" nonce="n"></script></head><body>${LONG}</body></html>`
const EMPTY = PAGE.replace('<html>', '<html id="__next_error__">').replace(LONG, '')

/** The pages behind everything that reads their HTML, as the server puts it before Next. */
const serve = (pages: RequestListener) =>
  servePages(withCompression(withScriptFiles(withPlainPages(withErrorPages(pages), SCRIPT))))

const pages: RequestListener = (request, response) => {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const isMissing = request.url === '/missing' && !request.headers[ERROR_PAGE_HEADER]
  response.statusCode = isMissing ? 404 : 200
  response.end(isMissing ? EMPTY : PAGE)
}

const BARE = PAGE.replace(' nonce="n"', '')
const READ: [string, string][] = [
  ['/payments', BARE],
  [
    '/checkout/order_1',
    PAGE.replace(/<script.*<\/script>/, '<script type="module" src="/payer-1.js"></script>'),
  ],
  [
    '/missing',
    BARE.replace(/<script.*<\/script>/, '')
      .replace('<html>', '<html id="__next_error__">')
      .replace('</body>', '<script src="/_next/a.js"></script></body>'),
  ],
  [SCRIPT.path, SCRIPT.text],
]
for (const coding of ['gzip', 'identity'])
  it.each(READ)(`%s is changed, then sent with ${coding}`, async (path, text) => {
    const response = await fetch((await serve(pages)) + path, { headers: { 'accept-encoding': coding } })
    expect(response.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null)
    expect(response.headers.get('vary')).toMatch(/accept-encoding/i)
    expect(await response.text()).toBe(text)
  })

it('what was written is sent when it is flushed, as Next does', async () => {
  let finish = () => {}
  const url = await serve((_, response) => {
    response.setHeader('content-type', 'text/html')
    response.write('<p>One</p>')
    ;(response as ServerResponse & { flush(): void }).flush()
    finish = () => response.end('<p>Two</p>')
  })
  const reader = (await fetch(url, { headers: { 'accept-encoding': 'gzip' } })).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('<p>One</p>')
  finish()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('<p>Two</p>')
})

it('a picture, and what is compressed already, pass as they are', async () => {
  const picture = Buffer.alloc(5000, 'x')
  const body = (type: string) => (type === 'image/png' ? picture : gzipSync(picture))
  for (const type of ['image/png', 'text/plain']) {
    const url = await serve((_, response) => {
      if (type === 'text/plain') response.setHeader('content-encoding', 'gzip')
      response.writeHead(200, { 'content-type': type }).end(body(type))
    })
    const response = await fetch(url, { headers: { 'accept-encoding': 'gzip' } })
    expect(response.headers.get('content-encoding')).toBe(type === 'text/plain' ? 'gzip' : null)
    expect(await response.text()).toBe(picture.toString())
  }
})
