import { test as base, type Page } from '@playwright/test'
import { expectAllAlive } from '#e2e/fixtures.ts'
import { openContext, resetContext, type SharedContext } from '#e2e/shared-context.ts'

// Playwright looks for source maps whenever it formats a stack, thus in every call. Where Node itself reads TypeScript
// there are none, since it blanks the types.
if (process.env.PW_DISABLE_TS_ESM) Reflect.deleteProperty(Error, 'prepareStackTrace')

/** The size of a window where a test sets none, in pixels. */
const SIZE = { width: 1280, height: 720 }

/** The shared contexts of a process, one for each language, with JavaScript and without. */
type Contexts = Map<string, SharedContext>

/**
 * The `test` of every file: a process runs tests with one alone, so another one would need processes of its own.
 *
 * A page that was just opened is shown before its script runs, and a click or key in between is lost, which no person
 * notices and a test on a busy machine does. So opening a page, in any context, waits until React has taken over its
 * controls.
 *
 * The tests of a process share a context (shared-context.ts) with reduced motion. `test.use({ firstVisit: true })` asks
 * for a new one, with an empty cache and with transitions. So must a test that sets another option of a context than
 * `viewport`, `javaScriptEnabled` and `locale`.
 */
export const test = base.extend<
  { firstVisit: boolean; shared: SharedContext; leftovers: undefined },
  { contexts: Contexts; hydration: undefined }
>({
  firstVisit: [false, { option: true }],

  contexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern.
    async ({}, use) => {
      const contexts: Contexts = new Map()
      await use(contexts)
      for (const { context } of contexts.values()) await context.close()
    },
    { scope: 'worker' },
  ],

  shared: async ({ browser, contexts, firstVisit, viewport, javaScriptEnabled, locale }, use, info) => {
    const key = `${locale}, script ${javaScriptEnabled}`
    const found = firstVisit ? undefined : contexts.get(key)
    const shared = found ?? (await openContext(browser, !firstVisit))
    if (!firstVisit) contexts.set(key, shared)
    await shared.page.setViewportSize(viewport ?? SIZE)
    await use(shared)
    const passed = info.status === info.expectedStatus
    if (!firstVisit && passed && (await resetContext(shared, SIZE))) return
    if (!firstVisit) contexts.delete(key)
    await shared.context.close()
  },
  context: ({ shared }, use) => use(shared.context),
  page: ({ shared }, use) => use(shared.page),

  // A page that a test leaves open would go on polling the server for as long as the process lives.
  leftovers: [
    async ({ browser, contexts }, use) => {
      await use(undefined)
      const stored = new Set([...contexts.values()].map(({ context }) => context))
      for (const context of browser.contexts()) if (!stored.has(context)) await context.close()
    },
    { auto: true },
  ],

  hydration: [
    async ({ browser }, use) => {
      const context = await browser.newContext()
      const pages = Object.getPrototypeOf(await context.newPage()) as Page
      await context.close()
      for (const name of ['goto', 'reload', 'goBack', 'goForward'] as const) waitIn(pages, name)
      await use(undefined)
    },
    { scope: 'worker', auto: true },
  ],
})

function waitIn(pages: Page, name: 'goto' | 'reload' | 'goBack' | 'goForward'): void {
  const open = pages[name] as (...of: unknown[]) => ReturnType<Page['goto']>
  Object.assign(pages, {
    async [name](this: Page, ...of: unknown[]) {
      const response = await open.apply(this, of)
      await expectAllAlive(this)
      return response
    },
  })
}
