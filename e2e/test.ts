import { test as base, type Page } from '@playwright/test'
import { expectAllAlive } from '#e2e/fixtures.ts'
import { emptyWindow, type KeptWindow, openWindow } from '#e2e/kept-window.ts'

/** The size of a window where a test asks for none, in pixels. */
const SIZE = { width: 1280, height: 720 }

type Windows = Map<string, KeptWindow>

/**
 * The `test` of every file that opens pages.
 *
 * A page that was just opened is shown before its script runs, and a click or key in between is lost, which no person
 * notices and a test on a busy machine does. So opening a page, in any context, waits until React has taken over its
 * controls.
 *
 * The tests of a process share a window (kept-window.ts), which asks for less motion. `test.use({ firstVisit: true })`
 * asks for a new one, which has nothing in its cache, and shows every transition.
 */
export const test = base.extend<
  { firstVisit: boolean; kept: KeptWindow; leftovers: undefined },
  { windows: Windows; hydration: undefined }
>({
  firstVisit: [false, { option: true }],

  windows: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from a pattern.
    async ({}, use) => {
      const windows: Windows = new Map()
      await use(windows)
      for (const { context } of windows.values()) await context.close()
    },
    { scope: 'worker' },
  ],

  kept: async (
    {
      browser,
      windows,
      firstVisit,
      viewport,
      javaScriptEnabled,
      colorScheme,
      deviceScaleFactor,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
      userAgent,
    },
    use,
    info,
  ) => {
    const key = JSON.stringify({
      javaScriptEnabled,
      colorScheme,
      deviceScaleFactor,
      hasTouch,
      isMobile,
      locale,
      timezoneId,
      userAgent,
    })
    const kept = (firstVisit ? undefined : windows.get(key)) ?? (await openWindow(browser, !firstVisit))
    if (!firstVisit) windows.set(key, kept)
    const size = viewport ?? SIZE
    await kept.page.setViewportSize(size)
    await use(kept)
    const passed = info.status === info.expectedStatus
    if (!firstVisit && passed && (await emptyWindow(kept, SIZE))) return
    windows.delete(key)
    await kept.context.close()
  },
  context: ({ kept }, use) => use(kept.context),
  page: ({ kept }, use) => use(kept.page),

  // What a test leaves open would go on polling, and load the server, for as long as the process lives.
  leftovers: [
    async ({ browser, windows }, use) => {
      await use(undefined)
      const kept = new Set([...windows.values()].map(({ context }) => context))
      for (const context of browser.contexts()) if (!kept.has(context)) await context.close()
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
