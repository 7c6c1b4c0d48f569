import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, expect, type Locator, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

/** What `npm start` keeps in demo.json. */
export type Demo = {
  base_url: string
  mcp_url: string
  email: string
  password: string
  test: { key_id: string; key_secret: string }
  live: { key_id: string; key_secret: string }
}

/** The demo merchant of the server under test: under `npm test` each process has one of its own, which no other changes. */
export function demo(): Demo {
  const first = process.env.DEMO_FILE ?? '.data/demo.json'
  const own = first.replace(/\.json$/, `-${process.env.TEST_PARALLEL_INDEX}.json`)
  return JSON.parse(readFileSync(existsSync(own) ? own : first, 'utf8')) as Demo
}

/** Signs in as the demo person and waits for the page that was asked for. */
export async function signIn(page: Page, to = '/payments'): Promise<void> {
  await page.goto(`/login?return_to=${encodeURIComponent(to)}`)
  await fillSignIn(page, demo())
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Fills the form in and sends it. */
export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Looks at one mode of the demo merchant, as the switch in the bar does. */
export async function useMode(context: BrowserContext, mode: 'test' | 'live'): Promise<void> {
  await context.addCookies([{ name: 'counterfoil-mode', value: mode, url: demo().base_url }])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe is asked. The rules for colours alone find something else in another theme, so the others are asked in one. */
const RULES: Record<'light' | 'dark', axe.RunOnly> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** No finding of axe, in light and in dark; what is open on the page stays open. */
export async function expectAccessible(page: Page): Promise<void> {
  test.slow()
  // The title may come after the frame.
  await expect(page).toHaveTitle(/./)
  await bringAxe(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await titled(page, RULES[colorScheme]), `axe, ${colorScheme}, ${page.url()}`).toEqual([])
  }
}

/**
 * Everybody can use what is on the page now, at each size: nothing sticks out, and axe finds nothing in either theme. The
 * page is loaded once and resized, since loading it takes longer than looking at it.
 */
export async function expectUsable(page: Page, sizes: Size[] = [DESKTOP, PHONE]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
}

/** While an action runs, a page has no title for a short time: only then is it checked a second time. */
async function titled(page: Page, rules: axe.RunOnly): Promise<string[]> {
  const found = await findings(page, rules)
  if (!found.some((finding) => finding.startsWith('document-title:'))) return found
  await expect(page).toHaveTitle(/./)
  return findings(page, rules)
}

/**
 * Axe is large, so a page gets it once. Frames would need it too, and their own look: there are none. It
 * begins when the scripts of the page are done; where nothing is drawn the browser calls nothing idle, hence the limit.
 */
async function bringAxe(page: Page): Promise<void> {
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })))
}

/** Runs in the page itself. AxeBuilder carries every element that is well out of it, to judge it in a tab of its own. */
function findings(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, options)
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
      )
    },
    // It would fetch the style sheets as well, for a rule that is not among these.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies axe.RunOptions,
  )
}

/** Nothing sticks out at the side: no page scrolls sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `the width of ${page.url()}`).toBeLessThanOrEqual(window ?? 0)
}

/** The script has taken this element over: before that, React may put back what it began with. */
export async function expectAlive(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((name) => name.startsWith('__reactProps'))))
    .toBe(true)
}

/** Collects the complaints of the browser: scripts and styles that the policy blocks, and script errors. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
      complaints.push(message.text())
  })
  return complaints
}

type Size = { width: number; height: number }

export const DESKTOP = { width: 1280, height: 800 }
export const PHONE = { width: 390, height: 844 }
/** The narrowest that a page has to fit. */
export const NARROW = { width: 320, height: 640 }
