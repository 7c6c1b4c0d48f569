import { buffer } from 'node:stream/consumers'
import { beforeEach, expect, it, vi } from 'vitest'
import { formRequests } from '#lib/http/form-request.ts'
import { OUT_OF_DATE, withFormRequests } from '#lib/server/form-requests.ts'
import { servePages } from '#lib/testing/serve-pages.ts'

const lines = vi.hoisted(() => [] as unknown[])
vi.mock('#lib/process/log.ts', () => ({ log: () => ({ warn: (...line: unknown[]) => lines.push(line) }) }))
beforeEach(() => void lines.splice(0))

const ID = 'a0'.repeat(21)
const GO_BACK = 'This page is out of date. Go back and reload it.\n'

/** Pages whose action responds with what arrived, or finds arguments of another shape. */
const serve = () =>
  servePages(
    withFormRequests(
      (request, response) => {
        void buffer(request).then((body) => {
          if (body.includes('other shape'))
            Object.assign(formRequests().getStore() ?? {}, { outOfDate: true })
          response.setHeader('x-page', '1')
          response.writeHead(body.includes('other shape') ? 403 : 200, { 'content-type': 'text/html' })
          response.end(`read ${body.length}`)
        })
      },
      new Map([[ID, 'saveAction']]),
    ),
  )
const request = async (init: RequestInit, path = '/customers/new?a=1') => {
  const response = await fetch(`${await serve()}${path}`, { method: 'POST', ...init })
  const { status, headers } = response
  return {
    status,
    type: headers.get('content-type'),
    page: headers.get('x-page'),
    text: await response.text(),
  }
}
const formOf = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return form
}
const script = { 'next-action': ID }
const multipart = { ...script, 'content-type': 'multipart/form-data; boundary=x' }
const FIELD = '--x\r\nContent-Disposition: form-data; name="0"\r\n\r\n[]'

it.each<[string, RequestInit]>([
  ['a script', { headers: script, body: formOf({ 0: '[{},"$K1"]', '1_name': 'Asha' }) }],
  [
    'a script without a form',
    { headers: { ...script, 'content-type': 'text/plain;charset=UTF-8' }, body: '[]' },
  ],
  ['a browser', { body: formOf({ [`$ACTION_ID_${ID}`]: '' }) }],
])('a form that %s sends reaches its page whole', async (_, init) => {
  const { status, text } = await request(init)
  expect([status, text]).toEqual([200, expect.stringMatching(/^read [1-9]|^read 2$/)])
  expect(lines).toEqual([])
})

it.each<[string, RequestInit, string]>([
  ['an unknown action', { headers: { 'next-action': 'b1'.repeat(21) }, body: '[]' }, OUT_OF_DATE],
  ['an action that is none', { headers: { 'next-action': 'toString' }, body: '[]' }, OUT_OF_DATE],
  ['a cut multipart body', { headers: multipart, body: FIELD }, OUT_OF_DATE],
  [
    'a multipart body without a boundary',
    { headers: { ...script, 'content-type': 'multipart/form-data' }, body: FIELD },
    OUT_OF_DATE,
  ],
  ['an empty multipart body', { headers: multipart, body: '' }, OUT_OF_DATE],
  ['a cut text', { headers: script, body: '[{"a"' }, OUT_OF_DATE],
  [
    'a body of another type',
    { headers: { ...script, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
    OUT_OF_DATE,
  ],
  ['arguments of another shape', { headers: script, body: '["other shape"]' }, OUT_OF_DATE],
  ['an unknown action of a browser', { body: formOf({ [`$ACTION_ID_${'b1'.repeat(21)}`]: '' }) }, GO_BACK],
  ['a form of a browser without an action', { body: formOf({ name: 'Asha' }) }, GO_BACK],
  [
    'arguments of another shape by a browser',
    { body: formOf({ [`$ACTION_ID_${ID}`]: '', a: 'other shape' }) },
    GO_BACK,
  ],
])('%s is 400 with one line', async (_, init, text) => {
  expect(await request(init)).toEqual({ status: 400, type: 'text/plain', page: null, text })
  expect(lines).toEqual([
    [expect.objectContaining({ status: 400, page: '/customers' }), 'A form was rejected.'],
  ])
})

it.each(['null', 'https://evil.example', 'nonsense'])('a form of the site "%s" is 403', async (origin) => {
  const { status, text } = await request({ headers: { ...script, origin }, body: '[]' })
  expect([status, text]).toEqual([403, 'Forms are sent from the pages of Counterfoil only.\n'])
  expect(lines).toHaveLength(1)
})

it.each(['/consent/abc', '/api/documents', '/v1/orders'])('%s reads its own forms', async (path) => {
  const { status } = await request({ headers: { ...multipart, origin: 'null' }, body: FIELD }, path)
  expect(status).toBe(200)
})

it.each([
  ['%5B%22%22%2C%7B%7D%5D', true],
  ['nonsense', false],
  ['%E0%A4%A', false],
  ['%5B1%2C2%5D', false],
])('the state "%s" of a page reaches it: %s', async (sent, reaches) => {
  let state: unknown
  const url = await servePages(
    withFormRequests((request, response) => {
      state = request.headers['next-router-state-tree']
      response.end()
    }, null),
  )
  await fetch(url, { headers: { 'next-router-state-tree': sent } })
  expect(state).toBe(reaches ? sent : undefined)
})
