import { test as base, type Page } from '@playwright/test'
import { expectAllAlive } from '#e2e/fixtures.ts'

/**
 * The `test` of every file that opens pages. A page that was just opened is shown before its script runs, and a click
 * or key in between is lost, which no person notices and a test on a busy machine does. So opening a page, in any
 * context, waits until React has taken over its controls.
 */
export const test = base.extend<object, { hydration: undefined }>({
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
