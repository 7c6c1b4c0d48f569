import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { NextRequest } from 'next/server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { RATE_LIMITS } from '#lib/auth/limits.ts'
import { PUBLIC_ROUTES, publicRouteRows } from '#lib/auth/public-routes.ts'
import { actorOf } from '#lib/testing/role-actor.ts'
import { builtInRole } from '#lib/values/permissions.ts'

/** Whether the request brings the session of a person whose second factor was not used in it. */
const world = vi.hoisted(() => ({ stepUp: false }))
vi.mock('next/headers', () => ({
  cookies: async () => ({
    get: () => (world.stepUp ? { value: 'x' } : undefined),
    getAll: () => [],
    set: () => {},
    delete: () => {},
    has: () => false,
  }),
  headers: async () => new Headers(),
}))
vi.mock('#lib/auth/next-auth.ts', async (original) => ({
  ...(await original<typeof import('#lib/auth/next-auth.ts')>()),
  sessionIdIn: async (cookie: string | undefined) => (cookie === undefined ? null : 'ses_1'),
}))
vi.mock('#lib/auth/sessions.ts', async (original) => ({
  ...(await original<typeof import('#lib/auth/sessions.ts')>()),
  endSession: async () => undefined,
  findSession: async () => ({
    id: 'ses_1',
    user: { id: 'usr_1', email: 'a@shop.example' },
    stale: false,
    step_up: true,
    memberships: [{ role: builtInRole('owner'), account: actorOf('owner').account, locked: false }],
  }),
}))

const files = globSync(['**/{page,route}.{ts,tsx}', '**/.well-known/**/route.ts', '**/*actions.ts'], {
  cwd: resolve('app'),
}).sort()
const ofStaff = files.filter((file) => file.startsWith('(dashboard)/') || file.startsWith('api/documents'))
const others = files.filter((file) => !ofStaff.includes(file) && !/^v[12]\//.test(file))

describe('routes that work without credentials', () => {
  it('each have a verdict: limits, stored rows, and their deletion', () => {
    expect(Object.keys(PUBLIC_ROUTES).sort()).toEqual(others)
    for (const [file, { limits, stores, swept }] of Object.entries(PUBLIC_ROUTES)) {
      for (const name of limits) expect(RATE_LIMITS, file).toHaveProperty(name)
      if (!stores.startsWith('Nothing')) expect(swept, file).not.toBe('')
    }
  })

  it('are listed in the documentation, with every limit', () => {
    const document = readFileSync('docs/limits.md', 'utf8')
    const rows = (pattern: RegExp) => document.split('\n').filter((line) => pattern.test(line))
    expect(rows(/^\| `[^`]*\/?\w+\.tsx?` /)).toEqual(publicRouteRows())
    expect(rows(/^\| `\w+` \|/)).toEqual(limitRows())
  })
})

describe('routes of the dashboard', () => {
  beforeAll(() => {
    // Every database query fails in a way that is no redirect.
    vi.stubEnv('DATABASE_URL', 'postgresql://nobody@127.0.0.1:1/none')
    vi.stubEnv('SECRET_KEY', Buffer.alloc(32, 1).toString('base64'))
  })
  afterAll(() => vi.unstubAllEnvs())

  const handlers = ofStaff.filter((file) => !/page\.tsx$/.test(file))

  it.each(handlers)(
    '%s sends a stranger away before it reads anything, and who has to step up',
    async (file) => {
      const module = (await import(pathToFileURL(resolve('app', file)).href)) as Record<string, unknown>
      for (const [name, exported] of Object.entries(module)) {
        if (typeof exported !== 'function') continue
        for (const stepUp of [false, true]) {
          world.stepUp = stepUp
          expect(await outcomeOf(() => call(exported as Callable, name)), name).toBe('refused')
        }
      }
    },
  )

  // The layout is not drawn again when a person goes from page to page. One that only leads to
  // another, or that can be of no record, has nothing to show.
  it('each page sends who has to step up to the second factor', async () => {
    world.stepUp = true
    for (const file of ofStaff.filter((each) => /page\.tsx$/.test(each))) {
      const { default: page } = (await import(pathToFileURL(resolve('app', file)).href)) as {
        default: Callable
      }
      const props = { params: Promise.resolve(ANY), searchParams: Promise.resolve({}) }
      expect(await redirectOf(() => page(props)), file).toMatch(
        /^\/login\/second-factor|^\/settings\/retention$|NEXT_HTTP_ERROR_FALLBACK;404/,
      )
    }
  })
})

type Element = { type: Callable; props: object }
type Callable = (...parameters: unknown[]) => unknown

/** Every param of a path. */
const ANY = new Proxy({}, { get: (_, key) => (key === 'then' ? undefined : 'x') })

/** Handlers get a request; actions a form, after the state of the form before it where they take two. */
function call(exported: Callable, name: string): unknown {
  if (/^(GET|POST|PUT|PATCH|DELETE)$/.test(name)) {
    const init = name === 'GET' ? {} : { method: name, body: new FormData() }
    return exported(new NextRequest('http://localhost/x', init), { params: Promise.resolve(ANY) })
  }
  return exported.length >= 2 ? exported({}, new FormData(), new FormData()) : exported(new FormData())
}

describe('other routes that know the signed-in person', () => {
  const STEP_UP = /^\/login\/second-factor/
  /** Where each leads who has to step up; null where the person is a stranger, as another test of its own shows. */
  const LEAD: Record<string, RegExp | null> = {
    '(oauth)/consent/[uid]/route.tsx': STEP_UP,
    'docs/reference/[resource]/[operation]/actions.ts': STEP_UP,
    'login/page.tsx': STEP_UP,
    'docs/events/page.tsx': null,
    // The person accepts once they have stepped up: the sign-in page leads there and back.
    'invitation/[token]/actions.ts': null,
    'invitation/[token]/page.tsx': null,
    'login/second-factor/actions.ts': null,
    'login/second-factor/page.tsx': null,
  }

  it('have a verdict each', () => {
    const known = others.filter((file) => /auth\/staff\.ts/.test(readFileSync(`app/${file}`, 'utf8')))
    expect(known.sort()).toEqual(Object.keys(LEAD).sort())
  })

  it.each(Object.entries(LEAD).filter(([, to]) => to !== null))(
    '%s leads to the second factor',
    async (file, to) => {
      world.stepUp = true
      const module = (await import(pathToFileURL(resolve('app', file)).href)) as Record<string, unknown>
      for (const [name, exported] of Object.entries(module)) {
        if (typeof exported !== 'function') continue
        const props = { params: Promise.resolve(ANY), searchParams: Promise.resolve({}) }
        const work = () => (name === 'default' ? exported(props) : call(exported as Callable, name))
        expect(await redirectOf(work), name).toMatch(to ?? /$/)
      }
    },
  )
})

/** Where it redirects; else what it did. */
async function redirectOf(work: () => unknown): Promise<string> {
  try {
    // A page that is drawn by a component which several share.
    for (let shown = (await work()) as Element; typeof shown?.type === 'function'; )
      shown = (await shown.type(shown.props)) as Element
    return 'rendered'
  } catch (thrown) {
    const { digest = '' } = thrown as { digest?: string }
    return digest.startsWith('NEXT_REDIRECT') ? (digest.split(';')[2] ?? '') : `failed: ${thrown}`
  }
}

/**
 * A redirect (to the sign-in page, except for the search by id) or a 401 is a rejection; so is a form without input
 * that has no effect.
 */
async function outcomeOf(work: () => unknown): Promise<string> {
  try {
    const value = await work()
    if (value instanceof Response)
      return value.status === 401 || value.headers.has('location') ? 'refused' : `answered ${value.status}`
    return 'refused'
  } catch (thrown) {
    const { digest = '' } = thrown as { digest?: string }
    return digest.startsWith('NEXT_REDIRECT') ? 'refused' : `failed: ${thrown}`
  }
}

/** The rows of the table of limits. */
function limitRows(): string[] {
  return Object.entries(RATE_LIMITS).map(([name, limit]) => {
    const { per, counted, max, seconds } = limit
    const time = seconds % 3600 === 0 ? `${seconds / 3600} h` : `${seconds / 60} min`
    const refills = 'refills' in limit && limit.refills ? ', refilling' : ''
    return `| \`${name}\` | ${per} | ${counted} | ${max} | ${time}${refills} |`
  })
}
