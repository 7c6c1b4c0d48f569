import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { z } from 'zod'
import { createMerchant } from '#e2e/another-merchant.ts'
import { demo, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { EXPORT_OPERATIONS } from '#lib/domain/exports/lists.ts'
import { operations } from '#lib/domain/operations.ts'
import { bodyLimitOf } from '#lib/http/body-limits.ts'
import { TEST_BUILD } from '#scripts/test-server.ts'
import { startWatchedServer, type WatchedServer } from './watched-server.ts'

/**
 * Sends every route and every server action the longest body that is allowed, full of what slows down patterns and
 * parsers. No request may hold the event loop for a noticeable time.
 */
const MAX_BLOCKED_MS = 200
/** On a machine that is slow or busy, as much of its work as 200 ms are on a quiet one. */
const MAX_BLOCKED_UNITS = 25
/** A garbage collection can slow down any request, so only a request that is slow each time counts. */
const TRIES = 4
/** Every combination takes an hour; without this, each target gets some of the fillings, each in one shape. */
const EVERY_SHAPE = process.env.EVERY_SHAPE === '1'

const ALL = [
  '4 ',
  '4111 1111 1111 1111 ',
  '"',
  '[',
  'a',
  '{"a":[',
  '\\',
  '%34',
  'a]',
  'x,"',
  '\n',
  '_-',
  '**[](',
]

/** The fillings for the n-th target: two or three of them, so that six consecutive targets get all. */
const fillingsFor = (index: number) => ALL.filter((_, at) => EVERY_SHAPE || at % 6 === index % 6)

/** The maximum of a URL; Node takes 16 KB of headers in all. */
const MAX_QUERY = 10_000

// In one process, since each process would start a server of its own.
test.describe.configure({ mode: 'default' })

let server: WatchedServer
let cookie: string
test.beforeAll(async ({ browser }) => {
  test.setTimeout(900_000)
  const page = await browser.newPage()
  // The actions run on a merchant that no other test uses.
  const { owner } = createMerchant('Longest bodies')
  await page.goto('/login?return_to=/')
  await fillSignIn(page, owner)
  await page.waitForURL((url) => url.pathname !== '/login')
  cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  await page.close()
  server = await startWatchedServer()
})
test.afterAll(() => server?.stop())

/** A body takes long to make, and most shapes are left out. */
type Sent = {
  method: string
  path: string
  headers?: Record<string, string>
  body?: () => string | FormData
}

/** @returns the longest turn of the event loop in milliseconds; the shortest of several tries if it is too long */
async function blockedBy({
  method,
  path,
  headers,
  body,
}: Sent): Promise<{ blocked: number; max: number; status: number }> {
  let max = MAX_BLOCKED_MS
  let best = Number.POSITIVE_INFINITY
  let status = 0
  const content = body?.()
  for (let turn = 0; turn < TRIES && best > max; turn += 1) {
    const response = await fetch(new URL(path, server.url), {
      method,
      headers: { origin: server.url.origin, ...headers },
      redirect: 'manual',
      ...(content === undefined ? {} : { body: content }),
    })
    // A stream of events begins at once, and has no end.
    if (response.headers.get('content-type')?.startsWith('text/event-stream')) await response.body?.cancel()
    else await response.arrayBuffer()
    status = response.status
    best = Math.min(best, (await server.read()).blocked)
    if (best > max) {
      max = Math.max(MAX_BLOCKED_MS, MAX_BLOCKED_UNITS * (await server.unit()))
      await server.read()
    }
  }
  return { blocked: best, max, status }
}

async function expectShort(sent: Sent, what: string, not: number[] = [413, 429]): Promise<void> {
  const { blocked, max, status } = await blockedBy(sent)
  expect.soft(blocked, `${what} holds the event loop (${status})`).toBeLessThan(max)
  expect.soft(not, `${what} has to be let through`).not.toContain(status)
}

const fill = (filling: string, length: number) =>
  filling.repeat(Math.max(0, Math.ceil(length / filling.length))).slice(0, Math.max(0, length))

/** Each name with its share of the room. */
function shared(names: string[], filling: string, room: number): Record<string, string> {
  const each = Math.floor(room / Math.max(1, names.length)) - 24
  return Object.fromEntries(names.map((name) => [name, fill(filling, each)]))
}

/** As many properties as fit. */
const manyProperties = (room: number) =>
  Object.fromEntries(Array.from({ length: Math.floor(room / 16) }, (_, each) => [`k${each}`, 1]))

/** As many empty objects as fit into the list of one property: each is checked and reported. */
const manyElements = (name: string, room: number) => ({
  [name]: Array.from({ length: Math.floor(room / 3) }, () => ({})),
})

/** The properties of an operation that are lists, or the first one. */
function listOf(input: z.ZodType, names: string[]): string {
  const shape = input instanceof z.ZodObject ? input.shape : {}
  const isList = (name: string) =>
    JSON.stringify(
      z.toJSONSchema(shape[name] as z.ZodType, { io: 'input', unrepresentable: 'any' }),
    ).includes('"array"')
  return names.find(isList) ?? names[0] ?? 'line_items'
}

/** JSON of a value that may grow when it is escaped, within a number of bytes. */
function jsonWithin(max: number, make: (room: number) => unknown): string {
  for (let room = max; ; room = Math.floor(room * 0.7)) {
    const text = JSON.stringify(make(room))
    if (text.length <= max) return text
  }
}

const ID = 'NfLw3gQ81xRt0a'
const concrete = (path: string) =>
  path
    .replace(/\/\([^)]+\)/g, '')
    .replace(/\/\[\[\.\.\.\w+\]\]/g, '/x')
    .replace(/\[(\.\.\.)?(\w+)\]|:(\w+)/g, (_, __, one?: string, other?: string) => idOf(one ?? other ?? ''))

function idOf(name: string): string {
  if (name.startsWith('order')) return `order_${ID}`
  if (name.startsWith('payment')) return `pay_${ID}`
  return `x_${ID}`
}

test('no request of /v1 holds the event loop', async () => {
  test.setTimeout(900_000)
  const { key_id, key_secret } = demo().test
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const json = { authorization, 'content-type': 'application/json' }
  const form = { authorization, 'content-type': 'application/x-www-form-urlencoded' }
  for (const [index, { http, input, name, takes, returns }] of operations.entries()) {
    if (http === null || returns === 'stream') continue
    const [method = '', template = ''] = http.split(' ')
    const path = concrete(template)
    const names =
      input instanceof z.ZodObject
        ? Object.keys(input.shape).filter((each) => !template.includes(`:${each}`))
        : []
    const { max } = bodyLimitOf(method, path)
    for (const [at, filling] of fillingsFor(index).entries()) {
      const shapes: Sent[] =
        method === 'GET' || method === 'DELETE'
          ? [
              {
                method,
                path: `${path}?${fill('q=', 2)}${encodeURIComponent(fill(filling, 3000))}`,
                headers: { authorization },
              },
              {
                method,
                path: `${path}?${new URLSearchParams(shared(names, filling, 3000))}`,
                headers: { authorization },
              },
            ]
          : takes === 'file'
            ? [{ method, path, headers: { authorization }, body: () => multipart(filling) }]
            : [
                {
                  method,
                  path,
                  headers: json,
                  body: () => jsonWithin(max, (room) => shared(names, filling, room)),
                },
                {
                  method,
                  path,
                  headers: json,
                  body: () => jsonWithin(max, (room) => ({ notes: { a: fill(filling, room) } })),
                },
                {
                  method,
                  path,
                  headers: json,
                  body: () => jsonWithin(max, (room) => ({ [fill(filling, room)]: 1 })),
                },
                { method, path, headers: json, body: () => fill(filling, max) },
                {
                  method,
                  path,
                  headers: form,
                  body: () => `${names[0] ?? 'a'}[x]=${fill(filling, max - 60)}`,
                },
                { method, path, headers: form, body: () => fill(`${encodeURIComponent(filling)}&`, max) },
                {
                  method,
                  path,
                  headers: json,
                  body: () =>
                    jsonWithin(max, (room) => ({
                      [names[0] ?? 'a']: Array.from({ length: Math.floor(room / 12) }, () =>
                        filling.slice(0, 2),
                      ),
                    })),
                },
                {
                  method,
                  path,
                  headers: json,
                  body: () =>
                    jsonWithin(max, (room) =>
                      Object.fromEntries(
                        Array.from({ length: Math.floor(room / 16) }, (_, each) => [`k${each}`, 1]),
                      ),
                    ),
                },
                {
                  method,
                  path,
                  headers: json,
                  body: () => jsonWithin(max, (room) => manyElements(listOf(input, names), room)),
                },
                // The most that passes the reader.
                {
                  method,
                  path,
                  headers: json,
                  body: () => jsonWithin(max, () => manyElements(listOf(input, names), 89_000)),
                },
              ]
      const chosen = EVERY_SHAPE ? shapes : [shapes[(index + at) % shapes.length] as Sent]
      for (const sent of chosen)
        await expectShort(sent, `${name} with ${JSON.stringify(filling)}`, [413, 429, 401])
    }
  }
})

function multipart(filling: string): FormData {
  const form = new FormData()
  form.append('purpose', fill(filling, 900))
  form.append(fill('a', 90), fill(filling, 900))
  form.append('file', new Blob([fill(filling, 5_000_000)]), `${fill(filling, 200)}.pdf`)
  return form
}

test('no other route holds the event loop', async () => {
  test.setTimeout(900_000)
  // One route draws the file of every list, and one the stream: each list has filters of its own.
  const files = globSync('app/**/route.{ts,tsx}')
    .filter((file) => !/^app\/v1\//.test(file))
    .flatMap((file) =>
      /\/(export|live)\/\[/.test(file)
        ? Object.keys(EXPORT_OPERATIONS).map((list) => ({ file, address: file.replace('[...list]', list) }))
        : [{ file, address: file }],
    )
  expect(files.length).toBeGreaterThan(40)
  for (const [index, { file, address }] of files.entries()) {
    const source = readFileSync(file, 'utf8')
    const path = concrete(address.replace(/^app/, '').replace(/\/route\.tsx?$/, '')).replace(
      '/api/auth/x_',
      '/api/auth/callback/credentials?',
    )
    const methods = (['GET', 'POST', 'PUT', 'DELETE'] as const).filter((method) => source.includes(method))
    for (const method of methods) {
      const { max } = bodyLimitOf(method, path)
      const limit = Math.min(max, 1_000_000)
      for (const [at, filling] of fillingsFor(index).entries()) {
        const query = encodeURIComponent(fill(filling, MAX_QUERY / 6))
        const requested = `${path}${path.includes('?') ? '&' : '?'}q=${query}&term=${query}&contact=${query}&ifsc=${query}&tool=${query}`
        const encoded = () =>
          new URLSearchParams({
            csrfToken: fill(filling, 900),
            email: fill(filling, limit / 4),
            password: fill(filling, limit / 12),
          }).toString()
        const shapes: Sent[] =
          method === 'GET' || method === 'DELETE'
            ? [{ method, path: requested.slice(0, MAX_QUERY), headers: { cookie } }]
            : [
                {
                  method,
                  path,
                  headers: { cookie, 'content-type': 'application/json' },
                  body: () =>
                    jsonWithin(limit, (room) => ({
                      redirect_uris: [fill(filling, room / 3)],
                      client_name: fill(filling, room / 3),
                      scope: fill(filling, room / 4),
                    })),
                },
                {
                  method,
                  path,
                  headers: { cookie, 'content-type': 'application/x-www-form-urlencoded' },
                  body: () => encoded().slice(0, limit),
                },
                {
                  method,
                  path,
                  headers: { cookie, 'content-type': 'application/json' },
                  body: () => fill(filling, limit),
                },
                {
                  method,
                  path,
                  headers: {
                    cookie,
                    'content-type': 'application/x-www-form-urlencoded',
                    authorization: `Basic ${Buffer.from(fill(filling, 6000)).toString('base64')}`,
                  },
                  body: () => `token=${fill(filling, limit - 10)}`,
                },
                {
                  method,
                  path,
                  headers: {
                    cookie,
                    authorization: `Bearer ${fill('a-', 6000)}`,
                    'content-type': 'text/plain',
                  },
                  body: () => fill(filling, limit),
                },
              ]
        const chosen = EVERY_SHAPE ? shapes : [shapes[(index + at) % shapes.length] as Sent]
        // Rate limits by network reject many of these after a while; stored /par requests have a limit of their own.
        for (const sent of chosen)
          await expectShort(
            sent,
            `${method} ${path} with ${JSON.stringify(filling)}`,
            path === '/par' ? [] : [413],
          )
      }
    }
  }
})

type Manifest = {
  node: Record<string, { workers: Record<string, unknown>; filename: string; exportedName: string }>
}

test('no server action holds the event loop', async () => {
  test.setTimeout(900_000)
  const manifest = JSON.parse(
    readFileSync(join(process.env.BUILD_DIR ?? TEST_BUILD, 'server/server-reference-manifest.json'), 'utf8'),
  ) as Manifest
  const actions = Object.entries(manifest.node)
  const declared = globSync('app/**/*.ts').filter((file) =>
    readFileSync(file, 'utf8').startsWith("'use server'"),
  )
  expect([...new Set(actions.map(([, { filename }]) => filename))].sort()).toEqual(declared.sort())
  for (const [index, [id, { workers, filename, exportedName }]] of actions.entries()) {
    // These would end the session that all others are sent with.
    if (/sign_?out/i.test(exportedName)) continue
    const page = Object.keys(workers).find((each) => !each.includes('/bill/')) ?? ''
    const path = concrete(page.replace(/^app/, '').replace(/\/page$/, '')) || '/'
    const names = namesIn(filename)
    const { max } = bodyLimitOf('POST', path)
    for (const [at, filling] of fillingsFor(index).entries()) {
      const headers = { cookie, 'next-action': id, accept: 'text/x-component' }
      const json = { ...headers, 'content-type': 'text/plain;charset=UTF-8' }
      const shapes: Sent[] = [
        { method: 'POST', path, headers, body: () => formOf(names, filling, max, '[{},"$K1"]') },
        {
          method: 'POST',
          path,
          headers: json,
          body: () => jsonWithin(max, (room) => [shared(names, filling, room), fill('a', 30)]),
        },
        { method: 'POST', path, headers, body: () => formOf(names.slice(0, 1), filling, max, '["$K1"]') },
        {
          method: 'POST',
          path,
          headers: json,
          body: () => jsonWithin(max, (room) => [fill(filling, room / 2), fill(filling, room / 2)]),
        },
        { method: 'POST', path, headers: json, body: () => fill(filling, max) },
        {
          method: 'POST',
          path,
          headers: json,
          body: () => jsonWithin(max, (room) => [manyProperties(room), fill('a', 30)]),
        },
      ]
      const chosen = EVERY_SHAPE ? shapes : [shapes[(index + at) % shapes.length] as Sent]
      for (const sent of chosen)
        await expectShort(sent, `${filename} ${exportedName} at ${path} with ${JSON.stringify(filling)}`)
    }
  }
})

/** The names of fields that an action, or what reads its form beside it, asks for. */
function namesIn(filename: string): string[] {
  const files = globSync(filename.replace(/[^/]+$/, '*.ts').replaceAll('[', '[[]'))
  const source = [filename, ...files].map((file) => readFileSync(file, 'utf8')).join('\n')
  const names = source.matchAll(/'([a-z][a-z0-9_]{1,30})'/g)
  return [...new Set([...names].map(([, name]) => name as string))].slice(0, 40)
}

/** A form as React sends it beside the arguments of an action. */
function formOf(names: string[], filling: string, max: number, args: string): FormData {
  const form = new FormData()
  // The overhead of each field in a multipart body.
  const room = max - 600 - names.length * 200
  for (const [name, text] of Object.entries(shared(names, filling.replaceAll('\n', ' '), room)))
    form.append(`1_${name}`, text)
  form.append('0', args)
  return form
}
