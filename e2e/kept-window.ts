import type { Browser, BrowserContext, Page } from '@playwright/test'

/**
 * A page is several times as costly to open in a new window, which fetches and compiles every script again. So the
 * tests of a process share a window, which is emptied in between: what a test left in it would reach the next one.
 */
export type KeptWindow = { context: BrowserContext; page: Page; isMarked: boolean }

/** What a test can do to a window that can't be undone. Such a window is closed after the test. */
const LASTING = [
  ...['addInitScript', 'exposeBinding', 'exposeFunction', 'newCDPSession', 'routeWebSocket'],
  ...['setDefaultNavigationTimeout', 'setDefaultTimeout', 'setExtraHTTPHeaders', 'setGeolocation'],
  ...['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
]

/** What tests listen to. Playwright itself listens to other events of the same objects. */
const EVENTS = [
  ...['console', 'dialog', 'domcontentloaded', 'download', 'filechooser', 'framenavigated', 'load', 'page'],
  ...['pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response'],
]

/** A page of the server without content. It ends the timers and requests of the page before it, in the same process. */
const EMPTY_PAGE = '/healthz'

/**
 * @param movesLess as people ask for it who are disturbed by motion. Drawing each picture of a transition takes a quarter of
 * the time of a change of page.
 */
export async function openWindow(browser: Browser, movesLess: boolean): Promise<KeptWindow> {
  const context = await browser.newContext({ reducedMotion: movesLess ? 'reduce' : 'no-preference' })
  const kept = { context, page: await context.newPage(), isMarked: false }
  for (const target of [context, context.clock, kept.page]) watch(target, kept)
  return kept
}

function watch(target: object, kept: KeptWindow): void {
  const methods = target as Record<string, ((...of: unknown[]) => unknown) | undefined>
  for (const name of LASTING) {
    const method = methods[name]
    if (typeof method !== 'function') continue
    methods[name] = (...of) => {
      kept.isMarked = true
      return method.apply(target, of)
    }
  }
}

/**
 * Empties a window: pages beside the first, requests under way, storage, cookies, permissions, routes, listeners.
 * @param size of the window, in pixels
 * @returns false where the window can't be used again
 */
export async function emptyWindow(
  { context, page, isMarked }: KeptWindow,
  size: { width: number; height: number },
): Promise<boolean> {
  if (isMarked || page.isClosed()) return false
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
