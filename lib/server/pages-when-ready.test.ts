import type { RequestListener } from 'node:http'
import { beforeEach, expect, test } from 'vitest'
import { servePages } from '#lib/testing/serve-pages.ts'
import { pagesWhenReady } from './http-server.ts'

let base: string
let next: PromiseWithResolvers<RequestListener>
beforeEach(async () => {
  next = Promise.withResolvers<RequestListener>()
  base = await servePages(pagesWhenReady(next.promise))
})

test('a page waits until it can be drawn, with its body; later ones do not', async () => {
  const early = fetch(`${base}/login`, { method: 'POST', body: 'typed' })
  next.resolve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    response.end(`${request.url} ${body}`)
  })
  expect(await (await early).text()).toBe('/login typed')
  expect(await (await fetch(`${base}/overview`)).text()).toBe('/overview ')
})

test('/readyz is not ready at once, and the business of the pages once they are there', async () => {
  const early = await fetch(`${base}/readyz?probe`)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await early.json()).toEqual({
    status: 'not_ready',
    parts: { database: null, schema: null, disk: null, worker: null },
  })
  next.resolve((_, response) => response.end('pages'))
  await next.promise
  expect(await (await fetch(`${base}/readyz`)).text()).toBe('pages')
})

test('a page that waits for pages that cannot be prepared gets no response', async () => {
  const early = fetch(`${base}/login`)
  const failed = expect(early).rejects.toThrow('fetch failed')
  next.reject(new Error('no build'))
  await failed
})
