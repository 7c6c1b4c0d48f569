import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { type Role, staffOf } from '#e2e/ui/as-staff.ts'
import { operations } from '#lib/domain/operations.ts'
import { permissionsNeeded } from '#lib/pipeline/operation.ts'
import { PAGES, ROUTES } from '#lib/testing/verdicts.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { type Permission, ROLE_PERMISSIONS, ROLES } from '#lib/values/permissions.ts'

/**
 * Requests every page and route of the dashboard as every role: 403 exactly if the role lacks a permission of an
 * operation behind it, no server error, and no link to a page or file that responds 403. `app/verdicts.test.ts` checks that the lists are complete.
 */
const base = () => process.env.BASE_URL ?? demo().base_url

/** A session of a role, signed in with the form as a browser without script submits it. */
async function sessionOf(role: Role): Promise<string> {
  const first = await fetch(`${base()}/api/auth/csrf`)
  const { csrfToken } = (await first.json()) as { csrfToken: string }
  const body = new URLSearchParams({ csrfToken, ...staffOf(role), json: 'true' })
  const signedIn = await fetch(`${base()}/api/auth/callback/credentials`, {
    method: 'POST',
    headers: { cookie: cookiesOf(first) },
    body,
    redirect: 'manual',
  })
  return cookiesOf(signedIn)
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')

/** Records of the demo merchant, so that a permitted page is complete. */
const LISTS = [
  'payments',
  'orders',
  'refunds',
  'customers',
  'bills',
  'transfers',
  'payouts',
  'events',
  'webhooks',
  'settlements',
]

async function idsOfRecords(): Promise<Record<string, string>> {
  const { key_id, key_secret } = demo().test
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const found = LISTS.map(async (list) => {
    const response = await fetch(`${base()}/v1/${list}?count=1`, { headers: { authorization } })
    const { items } = (await response.json()) as { items?: { id: string }[] }
    return [list, items?.[0]?.id ?? ''] as const
  })
  return { ...Object.fromEntries(await Promise.all(found)), team: await personOnTeam() }
}

/** The ID of a person on the team, whom no list of /v1 has. */
async function personOnTeam(): Promise<string> {
  const response = await fetch(`${base()}/settings/team`, { headers: { cookie: await sessionOf('owner') } })
  const [, id] = /\/settings\/team\/(usr_\w+)/.exec(await response.text()) ?? []
  expect(id, 'a person on the page of the team').toBeDefined()
  return id ?? ''
}

/** Valid but unknown IDs, for pages without a record: a caller with the permission gets a 404. */
const NONE: Record<string, string> = {
  'api-keys': 'key_test_NfLw3gQ81xRt0a',
  approvals: 'appr_NfLw3gQ81xRt0a',
  'connected-apps': 'grant_NfLw3gQ81xRt0a',
  clients: 'client_NfLw3gQ81xRt0a',
  documents: 'doc_NfLw3gQ81xRt0a',
  logs: 'req_NfLw3gQ81xRt0a',
  outbox: 'mail_NfLw3gQ81xRt0a',
  deliveries: 'evt_NfLw3gQ81xRt0a',
  catalogue: 'payment.captured',
  bills: 'bill_NfLw3gQ81xRt0a',
  webhooks: 'whk_NfLw3gQ81xRt0a',
  months: '2026-01',
  schedules: 'xsc_NfLw3gQ81xRt0a',
  exports: 'exp_NfLw3gQ81xRt0a',
}

function addressOf(path: string, ids: Record<string, string>): string {
  const segments = path.split('/').filter((segment) => !segment.startsWith('('))
  const named = segments.map((segment, index) => {
    if (!segment.startsWith('[')) return segment
    const noun = segments[index - 1] ?? ''
    return ids[noun] || NONE[noun] || 'nothing'
  })
  return `/${named.join('/')}`
}

/** Required filters, beside the path. */
const QUERIES: Record<string, string> = {
  'api/documents/[id]/preview': '?size=small',
  '(dashboard)/exports/schedules/new': '?list=payments',
  '(dashboard)/payments/live': '?than=pay_NfLw3gQ81xRt0a',
  '(dashboard)/logs/live': '?than=req_NfLw3gQ81xRt0a',
}
const POSTS = new Set(['api/documents', 'api/documents/zip'])

function mayCall(role: Role, names: string[]): boolean {
  const needed = operations.filter(({ name }) => names.includes(name)).flatMap(permissionsNeeded)
  return needed.every((permission: Permission) => ROLE_PERMISSIONS[role].includes(permission))
}

async function ask(path: string, session: string, ids: Record<string, string>, html: boolean) {
  const accept = html ? 'text/html' : '*/*'
  const headers = { cookie: session, accept, origin: base(), 'sec-fetch-site': 'same-origin' }
  const form = POSTS.has(path) && new FormData()
  if (form && path.endsWith('zip')) form.set('ids', 'doc_NfLw3gQ81xRt0a')
  if (form && !path.endsWith('zip')) form.set('purpose', 'other')
  const send = () =>
    fetch(`${base()}${addressOf(path, ids)}${QUERIES[path] ?? ''}`, {
      headers,
      redirect: 'manual',
      ...(form ? { method: 'POST', body: form } : {}),
    })
  const response = await send()
  // A kept connection whose time ran out on a busy machine: the request goes over another one.
  return response.status === 408 ? send() : response
}

/** Pages and files by their paths, with a pattern for each ID: those without one first. */
const PATTERNS = Object.keys({ ...PAGES, ...ROUTES })
  .map((path) => {
    const parts = path.split('/').filter((segment) => !segment.startsWith('('))
    const source = parts.map((part) => part.replace(/^\[\.\.\..*/, '.+').replace(/^\[.*/, '[^/]+')).join('/')
    return {
      path,
      ids: parts.filter((part) => part.startsWith('[')).length,
      pattern: new RegExp(`^/${source}$`),
    }
  })
  .sort((left, right) => left.ids - right.ids)

/** The links of a page that respond 403: a link is judged by the operations behind it, as the pages themselves are above. */
function refusedLinks(html: string, role: Role): string[] {
  const links = [...html.matchAll(/<a\b[^>]*?\shref="(\/[^"?#]*)/g)].map(([, href = '']) => href)
  return [...new Set(links)].filter((href) => {
    const place = objectPath(href.slice(1))?.split('?')[0] ?? href
    const found = PATTERNS.find(({ pattern }) => pattern.test(place))
    return found !== undefined && !mayCall(role, { ...PAGES, ...ROUTES }[found.path] ?? [])
  })
}

let ids: Record<string, string>
test.beforeAll(async () => {
  ids = await idsOfRecords()
})

for (const role of ROLES) {
  test(`every page and route as ${role}`, async () => {
    test.slow()
    const session = await sessionOf(role)
    const wrong: string[] = []
    const cells = Object.entries({ ...PAGES, ...ROUTES })
    const check = async ([path, names]: [string, string[]]) => {
      // A browser is led to the page that asks for the password.
      const confirms = operations.some(({ name, confirm }) => names.includes(name) && confirm === 'always')
      const response = await ask(path, session, ids, path in PAGES || confirms)
      const may = mayCall(role, names)
      if (may && path in PAGES) {
        for (const link of refusedLinks(await response.text(), role))
          wrong.push(`${path} links to ${link}: 403`)
      } else await response.body?.cancel()
      const fine = may ? response.status < 500 && response.status !== 403 : response.status === 403
      if (!fine) wrong.push(`${path}: ${response.status}, though the role ${may ? 'may' : 'may not'}`)
    }
    // A few at a time, since there are hundreds of requests.
    for (let at = 0; at < cells.length; at += 4) await Promise.all(cells.slice(at, at + 4).map(check))
    expect(wrong).toEqual([])
  })
}

test('a page without permission says so, and a file which one and who can grant it', async () => {
  const viewer = await sessionOf('viewer')
  const page = await ask('(dashboard)/(lists)/webhooks', viewer, ids, true)
  expect(page.status).toBe(403)
  expect(await page.text()).toMatch(/<title>[^<]*No permission/)
  const file = await ask('(dashboard)/payments/export', viewer, ids, true)
  expect(file.status).toBe(403)
  expect(file.headers.get('content-type')).toContain('text/html')
  expect(await file.text()).toContain('(exports:read). Ask an owner or admin.')
  const text = await ask('(dashboard)/payments/export', viewer, ids, false)
  expect([text.status, text.headers.get('content-type')]).toEqual([403, 'text/plain; charset=utf-8'])
})

test('a form of another site is 403 on every page', async () => {
  const session = await sessionOf('owner')
  for (const path of ['/orders/new', '/settings/business', '/login', '/']) {
    const response = await fetch(`${base()}${path}`, {
      method: 'POST',
      headers: { cookie: session, origin: 'https://evil.example', 'next-action': '00'.repeat(21) },
      body: new URLSearchParams({ amount: '1' }),
    })
    expect(response.status, path).toBe(403)
  }
})
