import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import type { Actor } from '#lib/pipeline/operation.ts'
import { actorOf, emptyRuntime, Reached } from '#lib/testing/role-actor.ts'

const logged = vi.hoisted(() => [] as unknown[])
// As next.config.mjs sets it.
vi.hoisted(() => Object.assign(process.env, { __NEXT_EXPERIMENTAL_AUTH_INTERRUPTS: 'true' }))

vi.mock('#lib/runtime.ts', async (original) => ({
  ...(await original<object>()),
  runtime: () => emptyRuntime(),
}))
vi.mock('#lib/process/log.ts', async (original) => ({
  ...(await original<object>()),
  logFault: (thrown: unknown) => logged.push(thrown),
}))
vi.mock('#lib/surfaces/request-log.ts', () => ({
  logRequest: () => undefined,
  flushRequestLog: () => undefined,
}))
vi.mock('#lib/auth/staff.ts', async (original) => {
  const actor: Actor = actorOf('owner')
  const user = { id: actor.id, email: actor.name, name: 'Owner' }
  const membership = { account: actor.account, permissions: actor.permissions }
  const signedIn = { actor, membership, session: { user, memberships: [membership] } }
  return {
    ...(await original<object>()),
    requireStaff: async () => actor,
    requireSignedIn: async () => signedIn,
    signedIn: async () => signedIn,
    inMode: () => actor,
    sessionPerson: async () => user,
    sessionToStepUp: async () => null,
    currentPreferences: async () => ({ time_zone: 'Asia/Kolkata', grouping: 'indian' }),
    signOut: async () => undefined,
  }
})
vi.mock('next/cache', () => ({ revalidatePath: () => undefined, refresh: () => undefined }))
vi.mock('next/server', async (original) => ({ ...(await original<object>()), after: () => undefined }))
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: () => undefined,
    getAll: () => [],
    set: () => {},
    delete: () => {},
    has: () => false,
  }),
  headers: async () => new Headers(),
}))

type Action = (...sent: unknown[]) => unknown

/** Every server action of the sources. */
const files = globSync('**/*actions.ts', { cwd: resolve('app') }).sort()
const modules = await Promise.all(
  files.map(
    async (file) => (await import(pathToFileURL(resolve('app', file)).href)) as Record<string, Action>,
  ),
)
const actions = modules.flatMap((module, index) =>
  Object.entries(module).map(([name, action]): [string, Action] => [`${files[index]} ${name}`, action]),
)

const STATE = { values: {}, idempotency_key: 'k'.repeat(20) }
/** What was called by a page of another version, or by no page, and holds no form where one is expected. */
const WITHOUT_FORM: unknown[][] = [
  [],
  [null, null],
  [undefined, undefined],
  ['text', 'text'],
  [1, 2, 3],
  [[], []],
  [{}, {}],
  [STATE, { name: 'Asha' }],
  [STATE, new File(['x'], 'x.png')],
  [STATE, [['name', 'Asha']]],
  [{ id: {} }, { id: [] }, { key: 1 }],
  [{ id: 'pay_1', notes: [] }, 7],
]

const NAMES = [
  'id',
  'name',
  'kind',
  'amount',
  'notes',
  'notes_edited',
  'otp',
  'token',
  'return_to',
  'step',
  'email',
]
const SENT_FILES = [
  'file',
  'picture',
  'rows',
  'statement',
  'body',
  'seen',
  'selection',
  'idempotency_key',
  'password',
]

function formOf(value: () => FormDataEntryValue, times = 1): FormData {
  const form = new FormData()
  for (const name of [...NAMES, ...SENT_FILES])
    for (let nth = 0; nth < times; nth += 1) form.append(name, value())
  return form
}
const FORMS: [string, () => FormData][] = [
  ['files where texts are expected', () => formOf(() => new File(['{"a":1}'], 'x.json'))],
  ['texts where files are expected', () => formOf(() => 'x')],
  ['fields twice', () => formOf(() => '1', 2)],
  ['JSON of another shape', () => formOf(() => '[[null],{"__proto__":1}]')],
  ['NUL and lone surrogates', () => formOf(() => '\0\ud800')],
]
/** States of forms, also of another version. */
const STATES = [STATE, null, 'text', { values: null, error: 1, result: [] }]

/** A response, a redirect, 403, 404, or what was thrown. */
async function outcomeOf(action: Action, sent: unknown[]): Promise<string> {
  try {
    await action(...sent)
    return 'answered'
  } catch (thrown) {
    const { digest = '' } = thrown as { digest?: string }
    if (digest.startsWith('NEXT_REDIRECT')) return 'led away'
    if (isDatabase(thrown)) return 'answered'
    return /^NEXT_HTTP_ERROR_FALLBACK;(\d+)/.exec(digest)?.[1] ?? String((thrown as Error).stack)
  }
}

/** Those that take no argument, and those whose arguments are no form but an input that the operation validates. */
const WITHOUT = /(dismissFirstStepsAction|signOutAction|startPasskeySignInAction|startPasskeyStepUpAction)$/
const VALIDATED =
  /(issueBillAction|reissueBillAction|updateOrderAction|updatePaymentAction|updateRefundAction|signInWithPasskeyAction|stepUpWithPasskeyAction)$/

/** The code of Prisma for a connection that fails. */
const UNREACHABLE = 'P1001'

/** It went on to the database, which no test here has: what was sent had been read by then. */
function isDatabase(thrown: unknown): boolean {
  const { code } = thrown as { code?: unknown }
  return thrown instanceof Reached || code === 'ECONNREFUSED' || code === UNREACHABLE
}

beforeAll(() => {
  vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none')
  vi.stubEnv('SECRET_KEY', Buffer.alloc(32, 1).toString('base64'))
})
afterAll(() => vi.unstubAllEnvs())
beforeEach(() => void logged.splice(0))
const faults = () => logged.filter((thrown) => !isDatabase(thrown))

it('there are actions', () => {
  expect(actions.length).toBeGreaterThan(140)
})

it.each(actions)('%s does nothing without its form, and fails with nothing', async (name, action) => {
  for (const sent of WITHOUT_FORM) {
    const outcome = await outcomeOf(action, sent)
    const right = WITHOUT.test(name) || VALIDATED.test(name) ? ['answered', 'led away'] : ['403']
    expect(right, `${JSON.stringify(sent)} ${outcome}`).toContain(outcome)
  }
  expect(faults()).toEqual([])
})

it.each(actions)('%s reads a form with anything in it', async (_name, action) => {
  for (const [what, form] of FORMS)
    for (const state of STATES)
      for (const sent of [[state, form()], [form()]]) {
        const outcome = await outcomeOf(action, sent)
        expect(['answered', 'led away', '403', '404'], `${what} ${outcome}`).toContain(outcome)
      }
  expect(faults()).toEqual([])
})
