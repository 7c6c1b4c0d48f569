import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { plain, withPlainPages } from '#lib/server/plain-pages.ts'
import { servePages } from '#lib/testing/serve-pages.ts'

const SCRIPT = { path: '/payer-1.js', text: 'alert(1)' }
const OWN = '<script type="module" src="/payer-1.js"></script>'
const NEXT =
  '<html><head><link rel="preload" as="script" href="/_next/a.js"/><script src="/_next/a.js" nonce="n"></script>' +
  '<link rel="stylesheet" href="/a.css"/></head><body><p>Pay</p><script nonce="n">self.x="<p>"</script></body></html>'
const PLAIN = `<html><head><link rel="stylesheet" href="/a.css"/>${OWN}</head><body><p>Pay</p></body></html>`

const serve = (pages: RequestListener) => servePages(withPlainPages(pages, SCRIPT))

const html: RequestListener = (_, response) => {
  response.writeHead(200, { 'content-type': 'text/html', 'content-length': Buffer.byteLength(NEXT) })
  response.write(NEXT.slice(0, 40))
  response.end(NEXT.slice(40))
}

describe('a page of a payer', () => {
  it('has our script and no other', () => {
    expect(plain(NEXT, SCRIPT.path)).toBe(PLAIN)
  })

  it('is changed in one pass, whatever stands in it', () => {
    const links = '<link rel="preload" as="style" href="/a.css"/>'.repeat(50_000)
    const open = '<script'.repeat(50_000)
    expect(plain(`<html><head>${links}</head>${open}`, '/p.js')).toBe(
      `<html><head>${links}<script type="module" src="/p.js"></script></head>`,
    )
  })

  it('that only the client can draw keeps its scripts', () => {
    const failed = NEXT.replace('<html>', '<html id="__next_error__">')
    expect(plain(failed, SCRIPT.path)).toBe(failed)
  })

  it('is sent whole', async () => {
    const response = await fetch(`${await serve(html)}/checkout/order_1?method=upi`)
    expect(await response.text()).toBe(PLAIN)
  })

  it('keeps its status, its headers and the order in which its head is watched', async () => {
    const url = await serve((_, response) => {
      response.setHeader('set-cookie', ['a=1', 'b=2'])
      const { writeHead } = response
      response.writeHead = ((status: number) =>
        writeHead.call(response, status === 500 ? 503 : status)) as never
      response.statusCode = 500
      response.setHeader('content-type', 'text/html')
      response.end('<html></html>')
    })
    const response = await fetch(`${url}/checkout/order_1`)
    expect([response.status, response.headers.getSetCookie()]).toEqual([503, ['a=1', 'b=2']])
  })
})

it('what is no page passes as it is', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"text":"<script></script>"}')
  })
  expect(await (await fetch(`${url}/checkout/order_1/wait/pay_1/status`)).text()).toContain('<script>')
})

it.each(['/payments', '/statements', '/login'])('%s keeps its scripts', async (path) => {
  expect(await (await fetch(`${await serve(html)}${path}`)).text()).toBe(NEXT)
})

it.each(['/statement', '/statement?code=1', '/statement/K7QM-3XPD-9RTV-2H4N'])(
  '%s has our script alone',
  async (path) => {
    expect(await (await fetch(`${await serve(html)}${path}`)).text()).toBe(PLAIN)
  },
)

it('the script is kept by browsers, since its path names its content', async () => {
  const response = await fetch((await serve(html)) + SCRIPT.path)
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect(await response.text()).toBe(SCRIPT.text)
})
