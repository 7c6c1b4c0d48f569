import type { IncomingMessage, RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import { fillTemplate, withErrorPages } from '#lib/server/error-pages.ts'
import { servePages } from '#lib/testing/serve-pages.ts'
import { ERROR_PAGE_HEADER } from '#lib/values/error-page.ts'

const EMPTY =
  '<!DOCTYPE html><html id="__next_error__"><head><script src="/a.js" nonce="e"></script></head>' +
  '<body><div hidden=""></div><script nonce="e">self.x="<p>"</script></body></html>'
const DRAWN =
  '<!DOCTYPE html><html lang="en"><head><link rel="stylesheet" href="/a.css" nonce="p"/><title>$& not found</title>' +
  '<script src="/b.js" nonce="p"></script></head><body><h1>Record not found</h1><script nonce="p">y()</script></body></html>'
const FILLED =
  '<!DOCTYPE html><html id="__next_error__" lang="en"><head><link rel="stylesheet" href="/a.css" nonce="e"/>' +
  '<title>$& not found</title></head><body><h1>Record not found</h1><script src="/a.js" nonce="e"></script>' +
  '<script nonce="e">self.x="<p>"</script></body></html>'

const serve = (pages: RequestListener) => servePages(withErrorPages(pages))

/** As Next: an empty document for the error, and the page of the error where the header requests it. */
function next(received: IncomingMessage[] = [], status = 404): RequestListener {
  return (request, response) => {
    received.push(request)
    response.setHeader('content-type', 'text/html; charset=utf-8')
    if (request.headers[ERROR_PAGE_HEADER] === String(status)) return void response.end(DRAWN)
    response.statusCode = status
    response.write(EMPTY.slice(0, 30))
    response.end(EMPTY.slice(30))
  }
}

describe('the page of an error', () => {
  it('has the HTML of the page and the scripts of the empty document', () => {
    expect(fillTemplate(EMPTY, DRAWN)).toBe(FILLED)
  })

  it('has the title of the error, not that of the page', () => {
    const titled = (title: string) => EMPTY.replace('<head>', () => `<head>${title}`)
    const title = '<title>Test · No permission $&</title>'
    expect(fillTemplate(titled(title), DRAWN)).toBe(
      FILLED.replace('<title>$& not found</title>', () => title),
    )
    expect(fillTemplate(titled('<title></title>'), DRAWN)).toBe(FILLED)
  })

  it.each([404, 403])('is filled in with the status %i', async (status) => {
    const received: IncomingMessage[] = []
    const url = await serve(next(received, status))
    const response = await fetch(`${url}/payments/pay_1?tab=json`, { headers: { cookie: 'a=1' } })
    expect(response.status).toBe(status)
    expect(await response.text()).toBe(FILLED)
    expect(received.map(({ url: path, headers: { cookie } }) => [path, cookie])).toEqual(
      Array.from({ length: 2 }, () => ['/payments/pay_1?tab=json', 'a=1']),
    )
  })

  it('closes the response of the second request, which the server waits for when it stops', async () => {
    const closed: string[] = []
    const pages = next()
    const url = await serve((request, response) => {
      const which = request.headers[ERROR_PAGE_HEADER] ? 'second' : 'first'
      response.once('close', () => closed.push(which))
      return pages(request, response)
    })
    await (await fetch(url)).text()
    await expect.poll(() => closed.toSorted()).toEqual(['first', 'second'])
  })

  it('is empty as before where it cannot be drawn', async () => {
    const url = await serve((_, response) => {
      response.writeHead(404, { 'content-type': 'text/html', 'content-length': EMPTY.length }).end(EMPTY)
    })
    const response = await fetch(url)
    expect([response.status, await response.text()]).toEqual([404, EMPTY])
  })

  it('is requested by the server alone', async () => {
    const received: IncomingMessage[] = []
    const url = await serve(next(received, 200))
    await fetch(url, { headers: { [ERROR_PAGE_HEADER]: '404' } })
    expect(received.map(({ headers }) => headers[ERROR_PAGE_HEADER])).toEqual([undefined])
  })
})

it.each<[string, RequestInit, number, string, string]>([
  ['a drawn page that is not found', {}, 404, 'text/html', DRAWN],
  ['another status', {}, 500, 'text/html', EMPTY],
  ['data of a navigation', {}, 404, 'text/x-component', EMPTY],
  ['the response to a form', { method: 'POST' }, 404, 'text/html', EMPTY],
])('%s passes as it is', async (_, init, status, type, body) => {
  let requests = 0
  const url = await serve((_request, response) => {
    requests += 1
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const response = await fetch(url, init)
  expect([response.status, await response.text(), requests]).toEqual([status, body, 1])
})

it('a page arrives while it is written', async () => {
  let finish = () => {}
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.write('<p>One</p>')
    finish = () => response.end('<p>Two</p>')
  })
  const reader = (await fetch(url)).body?.getReader()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('<p>One</p>')
  finish()
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('<p>Two</p>')
})
