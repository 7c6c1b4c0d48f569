import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type BrowserContext, expect, type Frame, type Locator, type Page, test } from '@playwright/test'
import type axe from 'axe-core'

/** The content of demo.json. */
export type Demo = {
  base_url: string
  mcp_url: string
  email: string
  password: string
  test: { key_id: string; key_secret: string }
  live: { key_id: string; key_secret: string }
}

/** The demo merchant of the server under test. Under `npm test` each process has its own, which no other changes. */
export function demo(): Demo {
  const first = process.env.DEMO_FILE ?? '.data/demo.json'
  const own = first.replace(/\.json$/, `-${process.env.TEST_PARALLEL_INDEX}.json`)
  return JSON.parse(readFileSync(existsSync(own) ? own : first, 'utf8')) as Demo
}

/** Signs in as the demo person and waits for the requested page. */
export async function signIn(page: Page, to = '/payments'): Promise<void> {
  await page.goto(`/login?return_to=${encodeURIComponent(to)}`)
  await fillSignIn(page, demo())
  await page.waitForURL((url) => url.pathname !== '/login')
}

/** Fills in the sign-in form and submits it. */
export async function fillSignIn(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Selects one mode of the demo merchant, like the switch in the top bar. */
export async function useMode(context: BrowserContext, mode: 'test' | 'live'): Promise<void> {
  await context.addCookies([{ name: 'counterfoil-mode', value: mode, url: demo().base_url }])
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that axe checks. Only the rules about colours depend on the theme, so the others run in one. */
const RULES: Record<'light' | 'dark', axe.RunOnly> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
}

/** Expects no finding of axe in light and in dark. Open dialogs stay open. */
export async function expectAccessible(page: Page): Promise<void> {
  test.slow()
  // The title can appear after the app shell.
  await expect(page).toHaveTitle(/./)
  await bringAxe(page)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await titled(page, RULES[colorScheme]), `axe, ${colorScheme}, ${page.url()}`).toEqual([])
  }
}

/** Expects no finding of axe in the document of a frame, in the theme that it has. */
export async function expectAccessibleFrame(frame: Frame): Promise<void> {
  await frame.evaluate(AXE)
  expect(await findings(frame, RULES.light), 'axe in the frame').toEqual([])
}

/**
 * Expects a usable page at each size: no sideways scrolling, large enough controls, words apart, and no finding of axe in
 * either theme. The page is loaded once and resized, since loading it takes longer than checking it.
 */
export async function expectUsable(page: Page, sizes: Size[] = [DESKTOP, PHONE]): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    // A page that has just been opened may still wait for its stylesheet, and draws nothing until then.
    await expect.poll(() => page.evaluate(smallControls), `small controls of ${page.url()}`).toEqual([])
    expect(await page.evaluate(gluedWords), `words without a space on ${page.url()}`).toEqual([])
    await expectAccessible(page)
  }
}

/** Runs in the page itself: the buttons, fields and disclosures that are less than 24 px high or wide (WCAG 2.5.8). */
function smallControls(): string[] {
  const controls =
    'button, summary, select, textarea, input:not([type=checkbox], [type=radio], [type=hidden])'
  return [...document.querySelectorAll(controls)]
    .filter((control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
    .map((control) => ({ control, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 1 && (box.width < 23.5 || box.height < 23.5))
    .map(({ control, box }) => `${control.outerHTML.slice(0, 120)} is ${box.width} x ${box.height}`)
}

/** Runs in the page itself: links and emphasized words that touch the word beside them, as JSX drops line breaks. */
function gluedWords(): string[] {
  const text = (node: Node | null) => (node?.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '')
  return [...document.querySelectorAll('main :is(a, b, strong, em, time)')]
    .filter((inline) => getComputedStyle(inline).display === 'inline')
    .filter(
      (inline) =>
        /\w\n\w/.test(`${text(inline.previousSibling).slice(-1)}\n${inline.textContent?.slice(0, 1)}`) ||
        /\w\n\w/.test(`${inline.textContent?.slice(-1)}\n${text(inline.nextSibling).slice(0, 1)}`),
    )
    .map((inline) => inline.parentElement?.textContent?.slice(0, 120) ?? '')
}

/** While an action runs, a page has no title for a short time; then it is checked a second time. */
async function titled(page: Page, rules: axe.RunOnly): Promise<string[]> {
  const found = await findings(page, rules)
  if (!found.some((finding) => finding.startsWith('document-title:'))) return found
  await expect(page).toHaveTitle(/./)
  return findings(page, rules)
}

/**
 * Axe is large, so a page loads it once. Frames would need it, too: there are none. It starts when the scripts of the
 * page are done. A page without drawing is never idle, hence the timeout.
 */
async function bringAxe(page: Page): Promise<void> {
  expect(page.frames()).toHaveLength(1)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })))
}

/** Runs in the page itself. AxeBuilder would send the result of every element to a separate tab. */
function findings(page: Page | Frame, runOnly: axe.RunOnly): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, options)
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
      )
    },
    // It would also fetch the style sheets, for a rule that is not among these.
    { runOnly, resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies axe.RunOptions,
  )
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `the width of ${page.url()}`).toBeLessThanOrEqual(window ?? 0)
}

/** Waits until React has hydrated this element: before that, it may reset the initial state. */
export async function expectAlive(element: Locator): Promise<void> {
  await expect
    .poll(() => element.evaluate((node) => Object.keys(node).some((name) => name.startsWith('__reactProps'))))
    .toBe(true)
}

/** Collects the errors of the browser: blocked scripts and styles, and script errors. */
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
/** The narrowest supported width. */
export const NARROW = { width: 320, height: 640 }
