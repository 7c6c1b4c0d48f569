import { globSync } from 'node:fs'
import { NextRequest } from 'next/server'
import { describe, expect, it, vi } from 'vitest'
import { EXPORT_OPERATIONS } from '#lib/domain/exports/lists.ts'
import { actorOf, emptyRuntime, Reached } from '#lib/testing/role-actor.ts'
import { ROLE_PERMISSIONS, ROLES, type Role } from '#lib/values/permissions.ts'

const input = vi.hoisted(() => ({ role: 'owner' as string }))

vi.mock('#lib/runtime.ts', () => ({ runtime: () => emptyRuntime() }))
vi.mock('#lib/process/log.ts', () => ({ log: () => ({ error: () => undefined }), logFault: () => undefined }))
vi.mock('#lib/process/env.ts', () => ({ env: () => ({ BASE_URL: 'http://localhost:3000' }) }))
vi.mock('#lib/auth/staff.ts', () => ({
  requireStaff: async () => actorOf(input.role as Role),
  staffActor: async () => actorOf(input.role as Role),
  currentPreferences: async () => ({ time_zone: 'Asia/Kolkata', grouping: 'indian' }),
}))

/** Every route that gives a whole list, or a statement, as a file. */
const FILES = [
  ...[...Object.keys(EXPORT_OPERATIONS), 'webhooks/whk_NfLw3gQ81xRt0a'].map((list) => `/${list}/export`),
  ...globSync('app/(dashboard)/customers/*/statement/*/route.ts'),
  'app/api/documents/zip/route.ts',
].sort()

type Handler = (
  request: NextRequest,
  context: { params: Promise<{ id: string; list: string[] }> },
) => Promise<Response>

/** The status of a route for a role; 0 where its operation was permitted and went on to its work. */
async function statusOf(file: string, role: Role): Promise<number> {
  input.role = role
  const list = /^\/(.*)\/export$/.exec(file)?.[1]
  const found = list === undefined ? file : 'app/(dashboard)/export/[...list]/route.ts'
  const route = (await import(/* @vite-ignore */ `/${found}`)) as { GET?: Handler; POST?: Handler }
  const form = new URLSearchParams({ ids: 'doc_NfLw3gQ81xRt0a' })
  const headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
  const request = route.GET
    ? new NextRequest('http://localhost:3000/file')
    : new NextRequest('http://localhost:3000/file', { method: 'POST', body: form, headers })
  const handler = route.GET ?? route.POST
  if (!handler) throw new Error(`${file} has no handler.`)
  try {
    const params = { id: 'cust_NfLw3gQ81xRt0a', list: list?.split('/') ?? [] }
    return (await handler(request, { params: Promise.resolve(params) })).status
  } catch (thrown) {
    if (thrown instanceof Reached) return 0
    throw thrown
  }
}

it('the files are those of lists, of statements and of documents', () => {
  expect(FILES.length).toBeGreaterThanOrEqual(31)
})

/** Finance exports what it sees. */
const NOT_FOR_FINANCE = /\/(events|logs|api-keys|webhooks|clients)\//

describe.each(ROLES)('%s', (role) => {
  const exports = ROLE_PERMISSIONS[role].includes('exports:read')
  it.each(FILES)(`${exports ? 'may' : 'may not'} have %s`, async (file) => {
    const status = await statusOf(file, role)
    const may = exports && !(role === 'finance' && NOT_FOR_FINANCE.test(file))
    if (may) expect(status).not.toBe(403)
    else expect(status).toBe(403)
  })
})
