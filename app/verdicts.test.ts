import { globSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { EXPORT_OPERATIONS } from '#lib/domain/exports/lists.ts'
import { operations } from '#lib/domain/operations.ts'
import { emptyRuntime, actorOf as staffOf } from '#lib/testing/role-actor.ts'
import { ACTIONS, PAGES, ROUTES, WITHOUT_SESSION } from '#lib/testing/verdicts.ts'

const touched = vi.hoisted(() => ({ count: 0, requested: new Set<string>() }))

/** A person who is signed in and has no permission at all. */
vi.mock('#lib/auth/staff.ts', () => {
  const person = () => ({ ...staffOf('viewer'), permissions: new Set() })
  return {
    MERCHANT_COOKIE: 'merchant',
    MODE_COOKIE: 'mode',
    requireStaff: async () => person(),
    staffActor: async () => person(),
    signOut: async () => undefined,
    requireSignedIn: async () => ({ actor: person(), session: { memberships: [] }, membership: {} }),
    signedIn: async () => null,
    currentPreferences: async () => ({ time_zone: 'Asia/Kolkata', grouping: 'indian' }),
  }
})
vi.mock('#lib/pipeline/execute.ts', async (original) => {
  const real = await original<typeof import('#lib/pipeline/execute.ts')>()
  const execute: typeof real.execute = (runtime, operation, ...rest) => {
    touched.requested.add(operation.name)
    return real.execute(runtime, operation, ...rest)
  }
  return { ...real, execute }
})
vi.mock('#lib/runtime.ts', () => ({
  runtime: () =>
    emptyRuntime(() => {
      touched.count += 1
    }),
}))
vi.mock('#lib/surfaces/request-log.ts', () => ({
  logRequest: () => undefined,
  flushRequestLog: async () => undefined,
}))
vi.mock('#lib/auth/sudo.ts', () => ({ confirmPassword: async () => null }))
vi.mock('next/headers', () => ({
  headers: async () => new Headers(),
  cookies: async () => ({ get: () => undefined, set: () => undefined, delete: () => undefined }),
}))
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, refresh: () => undefined }))

const under = (pattern: string) =>
  globSync(`app/${pattern}`)
    .map((file) => file.slice('app/'.length))
    .sort()
const files = (table: Record<string, unknown>, name: string) =>
  Object.keys(table).map((path) => `${path}/${name}`)

it('every page and every route has a verdict, and no verdict is left over', () => {
  const found = [...under('**/page.tsx'), ...under('**/route.{ts,tsx}')].filter(
    (file) => !/^v[12]\//.test(file),
  )
  const known = [...files(PAGES, 'page.tsx'), ...files(ROUTES, 'route.ts'), ...WITHOUT_SESSION]
    .map((file) => file.replace(/\)\/.*\/(export|live)\/route/, ')/$1/[...list]/route'))
    .filter((file, at, all) => all.indexOf(file) === at)
  expect(found.sort()).toEqual(known.sort())
})

it('every exported list has its verdict', () => {
  const exported = Object.entries(EXPORT_OPERATIONS).map(([path, { name }]) => [path, [name]])
  for (const [path, names] of exported)
    expect(ROUTES[`(dashboard)/${path}/export`], String(path)).toEqual(names)
  expect(Object.keys(ROUTES).filter((path) => path.endsWith('/export'))).toHaveLength(exported.length + 1)
})

it('verdicts name operations that exist', () => {
  const names = new Set(operations.map(({ name }) => name))
  for (const [path, needed] of Object.entries({ ...PAGES, ...ROUTES }))
    for (const name of needed) expect(names, `${path}: ${name}`).toContain(name)
})

it('every action has its line, and no line is left over', async () => {
  const found: Record<string, string[]> = {}
  for (const file of under('**/*actions.ts')) found[file] = await namesIn(file)
  const sorted = (table: Record<string, string[]>) =>
    Object.fromEntries(Object.entries(table).map(([file, names]) => [file, [...names].sort()]))
  expect(sorted(found)).toEqual(sorted(ACTIONS))
})

type Action = (...given: unknown[]) => Promise<unknown>

const load = (file: string) => import(/* @vite-ignore */ `/app/${file}`) as Promise<Record<string, Action>>
const namesIn = async (file: string) => Object.keys(await load(file))

/** Everything a form could hold, so that a form is read through to its operation. */
const FIELDS: Record<string, string> = {
  id: 'pay_NfLw3gQ81xRt0a',
  bill_id: 'bill_NfLw3gQ81xRt0a',
  customer: 'cust_NfLw3gQ81xRt0a',
  amount: '1.00',
  name: 'A name',
  email: 'a@shop.example',
  contact: '+919876543210',
  idempotency_key: 'key',
  reason: 'A reason',
  url: 'https://hooks.example/in',
  events: 'payment.captured',
  typed_name: 'A name',
  preset: 'full',
  currency: 'INR',
}

/** Rejected by the result of the action, by a redirect, or by a missing form field: the operation did not run. */
async function tried(action: Action, ...given: unknown[]): Promise<void> {
  try {
    await action(...given)
  } catch {
    // A redirect, a missing field, or the work that the empty runtime stops.
  }
}

const STAFF = Object.keys(ACTIONS).filter((file) => file.startsWith('(dashboard)'))

const through: string[] = []

describe.each(STAFF)('%s', (file) => {
  it.each(ACTIONS[file] ?? [])('%s does nothing for a person without permissions', async (name) => {
    const action = (await load(file))[name] as Action
    const form = new FormData()
    for (const [field, value] of Object.entries(FIELDS)) form.set(field, value)
    touched.count = 0
    touched.requested.clear()
    for (const given of [[{}, form], [form], [FIELDS.id, {}, form], [FIELDS, 'key'], [FIELDS.id]])
      await tried(action, ...given)
    if (touched.requested.size > 0) through.push(name)
    expect(touched.count).toBe(0)
  })
})

it('the forms are such that most actions ask for their operation', () => {
  const all = STAFF.flatMap((file) => ACTIONS[file] ?? [])
  expect(through.length / all.length).toBeGreaterThan(0.7)
})
