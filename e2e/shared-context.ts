import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * A browser context that the tests of a process share, with its page. In a new context each page fetches and compiles
 * every script again, which doubles the processor time of a test that opens one page. It is reset between tests.
 */
export type SharedContext = { context: BrowserContext; page: Page; isDirty: boolean }

/** Calls that can't be undone. A context that a test changed with one is closed after the test. */
const IRREVERSIBLE = [
  'addInitScript',
  'exposeBinding',
  'exposeFunction',
  'newCDPSession',
  'routeWebSocket',
  'setDefaultNavigationTimeout',
  'setDefaultTimeout',
  'setExtraHTTPHeaders',
  'setGeolocation',
  'addLocatorHandler',
  'setHTTPCredentials',
  'fastForward',
  'install',
  'pauseAt',
  'resume',
  'runFor',
  'setFixedTime',
  'setSystemTime',
]

/** The events that tests listen to. Playwright itself listens to others of the same objects, so not all are removed. */
const EVENTS = [
  'console',
  'dialog',
  'domcontentloaded',
  'download',
  'filechooser',
  'framenavigated',
  'load',
  'page',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
]

/**
 * A URL of the server without script. Opening it ends the timers and requests of the page before it. Chromium keeps the
 * process of the page, and with it the compiled scripts, which it does not for about:blank.
 */
const EMPTY_PAGE = '/healthz'

/**
 * @param reducedMotion whether the pages leave out transitions. Drawing them takes a quarter of the processor time of a
 * navigation.
 */
export async function openContext(browser: Browser, reducedMotion: boolean): Promise<SharedContext> {
  const context = await browser.newContext({ reducedMotion: reducedMotion ? 'reduce' : 'no-preference' })
  const shared = { context, page: await context.newPage(), isDirty: false }
  for (const target of [context, context.clock, shared.page]) watch(target, shared)
  return shared
}

function watch(target: object, shared: SharedContext): void {
  const methods = target as Record<string, ((...of: unknown[]) => unknown) | undefined>
  for (const name of IRREVERSIBLE) {
    const method = methods[name]
    if (typeof method !== 'function') continue
    methods[name] = (...of) => {
      shared.isDirty = true
      return method.apply(target, of)
    }
  }
}

/**
 * Closes other pages, ends pending requests, and removes storage, cookies, permissions, routes and listeners.
 * @param size of the window, in pixels
 * @returns false if the context can't be used again
 */
export async function resetContext(
  { context, page, isDirty }: SharedContext,
  size: { width: number; height: number },
): Promise<boolean> {
  if (isDirty || page.isClosed()) return false
  for (const name of EVENTS) {
    page.removeAllListeners(name)
    context.removeAllListeners(name)
  }
  await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto(EMPTY_PAGE)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
    window.name = ''
  })
  await page.mouse.move(-1, -1)
  await page.emulateMedia({
    media: null,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    forcedColors: 'none',
    contrast: 'no-preference',
  })
  await page.setViewportSize(size)
  await context.clearPermissions()
  await context.clearCookies()
  return true
}
