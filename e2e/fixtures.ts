import { existsSync, readFileSync } from 'node:fs'
import { type BrowserContext, expect, type Frame, type Page, test } from '@playwright/test'
import {
  ALL_RULES,
  axeFindings,
  bringAxe,
  bringAxeInto,
  COLOUR_RULES,
  RULES_OF_CONTENT,
  RULES_OF_SIZE,
  type Rules,
} from '#e2e/page-checks.ts'

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
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Opens the dialog of a link. */
export async function openDialog(page: Page, link: string | RegExp): Promise<void> {
  await page.getByRole('link', { name: link }).click()
}

/** Selects one mode of the demo merchant, like the switch in the top bar. */
export async function useMode(context: BrowserContext, mode: 'test' | 'live'): Promise<void> {
  await context.addCookies([{ name: 'counterfoil-mode', value: mode, url: demo().base_url }])
}

type Theme = 'light' | 'dark'

/** Only the rules about colours depend on the theme, so the others run in one. */
const BOTH_THEMES: [Theme, Rules][] = [
  ['light', ALL_RULES],
  ['dark', COLOUR_RULES],
]
/** What `expectUsable` checks at the first size, and at the others. */
const AT_FIRST: [Theme, Rules][] = [
  ['light', RULES_OF_CONTENT],
  ['dark', COLOUR_RULES],
]
const AT_OTHERS: [Theme, Rules][] = [['light', RULES_OF_SIZE]]

/** Expects no finding of axe in light and in dark. Open dialogs stay open. */
export async function expectAccessible(page: Page, passes = BOTH_THEMES): Promise<void> {
  test.slow()
  // The title can appear after the app shell.
  await expect(page).toHaveTitle(/./)
  await bringAxe(page)
  for (const [colorScheme, rules] of passes) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    expect(await titled(page, rules), `axe, ${colorScheme}, ${page.url()}`).toEqual([])
  }
}

/** Expects no finding of axe in the document of a frame, in the theme that it has. */
export async function expectAccessibleFrame(frame: Frame): Promise<void> {
  await bringAxeInto(frame)
  expect(await axeFindings(frame, ALL_RULES), 'axe in the frame').toEqual([])
}

/**
 * Expects a usable page at each size: no sideways scrolling, large enough controls, words apart, and no finding of axe.
 * Colours are checked at the first size only, and the size of targets at the others (`npm run quality` checks every rule
 * at every size). The page is loaded once and resized, since loading it takes longer than checking it.
 */
export async function expectUsable(page: Page, sizes: Size[] = [DESKTOP, PHONE]): Promise<void> {
  for (const [at, size] of sizes.entries()) {
    await page.setViewportSize(size)
    await expectNoSidewaysScroll(page)
    // A page that has just been opened may still wait for its stylesheet, and draws nothing until then.
    await expect.poll(() => page.evaluate(smallControls), `small controls of ${page.url()}`).toEqual([])
    expect(await page.evaluate(gluedWords), `words without a space on ${page.url()}`).toEqual([])
    await expectAccessible(page, at === 0 && sizes.length > 1 ? AT_FIRST : at === 0 ? BOTH_THEMES : AT_OTHERS)
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
async function titled(page: Page, rules: Rules): Promise<string[]> {
  const found = await axeFindings(page, rules)
  if (!found.some((finding) => finding.startsWith('document-title:'))) return found
  await expect(page).toHaveTitle(/./)
  return axeFindings(page, rules)
}

/** Expects that the page does not scroll sideways. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  expect(content, `the width of ${page.url()}`).toBeLessThanOrEqual(window ?? 0)
}

/** Waits until React has hydrated every control of the page, if it is React's and script runs. */
export async function expectAllAlive(page: Page): Promise<void> {
  // Going back can end in a load of the whole page, which takes the page that was being asked away: it is asked again.
  await expect(async () => {
    const waiting = await page.evaluate(waitingControls)
    expect(waiting, `controls of ${page.url()} that React has not hydrated`).toEqual([])
  }).toPass({ intervals: [20, 50, 100], timeout: 10_000 })
}

/**
 * Runs in the page itself: the controls that would not hear a click or key yet. React marks a control while it renders,
 * and commits the page later, so the page itself is asked as well. Effects, which listen to the keys of the whole page,
 * run after that, before the page is idle.
 */
async function waitingControls(): Promise<string[]> {
  if (matchMedia('(scripting: none)').matches || !('__next_f' in window)) return []
  const own = (of: object, beginning: string) =>
    Object.entries(of).find(([name]) => name.startsWith(beginning))?.[1]
  const root = own(document, '__reactContainer')?.stateNode.current.memoizedState
  if (!root || root.isDehydrated) return ['the whole page']
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
  return (
    [...document.querySelectorAll('main, a, button, select, textarea, input:not([type=hidden])')]
      // What is written as markup is heard by the listeners of the page (components/ui/static.tsx).
      .filter((control) => control.closest('[data-static]') === null)
      .filter((control) => own(control, '__reactProps') === undefined)
      .map((control) => control.outerHTML.slice(0, 120))
  )
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

/** The server under test by the address of the machine: an allowed network has addresses, and no names. */
export function byAddress(url: string): string {
  return url.replace('//localhost', '//127.0.0.1')
}
