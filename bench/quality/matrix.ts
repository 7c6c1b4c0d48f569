import type { Page } from '@playwright/test'
import { ALL_RULES, axeFindings, bringAxe, COLOUR_RULES, doubleText, overhangs } from '#e2e/page-checks.ts'
import type { Opened, State } from './states.ts'

const LOOKS = {
  light: {},
  dark: { colorScheme: 'dark' },
  'high contrast': { contrast: 'more' },
  'forced colours': { forcedColors: 'active' },
} as const
type Look = keyof typeof LOOKS

const SIZES = [
  { size: '1280 px', width: 1280, double: false },
  { size: '320 px', width: 320, double: false },
  { size: 'text of 200 %', width: 1280, double: true },
] as const

/** One line of the table: the pages of a state in one look and size, and how many findings they have. */
type Row = { state: State; look: Look; size: string; pages: number; findings: number }
type Finding = { state: State; page: string; look: Look; size: string; text: string }
export type Matrix = { rows: Row[]; findings: Finding[] }

/**
 * Opens each page once and checks it in every look and size: axe, and no sideways scrolling. All rules of axe run in
 * light; in the other looks those about colours, which alone depend on the look.
 * @param tabs as many pages are checked side by side
 */
export async function checkPages(tabs: Page[], state: State, pages: Opened[], matrix: Matrix): Promise<void> {
  const waiting = [...pages]
  const lane = async (page: Page) => {
    for (let opened = waiting.shift(); opened; opened = waiting.shift())
      await checkOpened(page, state, opened, matrix)
  }
  await Promise.all(tabs.map(lane))
}

async function checkOpened(page: Page, state: State, opened: Opened, matrix: Matrix): Promise<void> {
  const before = matrix.findings.length
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia(NEUTRAL)
  try {
    await opened.open(page)
    await page.waitForFunction(() => document.title !== '')
    await bringAxe(page)
    await checkPage(page, state, opened.what, matrix)
  } catch (error) {
    const text = `could not be checked: ${(error as Error).message.split('\n', 1)[0]}`
    matrix.findings.push({ state, page: opened.what, look: 'light', size: '1280 px', text })
    rowOf(matrix, state, 'light', '1280 px').findings += 1
  } finally {
    await opened.close?.()
  }
  process.stderr.write(matrix.findings.length > before ? '!' : '.')
}

/** Nothing emulated. Null returns to what the browser has by itself. */
const NEUTRAL = { colorScheme: 'light', contrast: null, forcedColors: null, reducedMotion: 'reduce' } as const

async function checkPage(page: Page, state: State, what: string, matrix: Matrix): Promise<void> {
  for (const { size, width, double } of SIZES) {
    await page.setViewportSize({ width, height: 800 })
    if (double) await doubleText(page)
    for (const look of Object.keys(LOOKS) as Look[]) {
      await page.emulateMedia({ ...NEUTRAL, ...LOOKS[look] })
      const texts = await axeFindings(page, look === 'light' ? ALL_RULES : COLOUR_RULES)
      if (look === 'light')
        texts.push(...(await overhangs(page)).map((element) => `scrolls sideways: ${element}`))
      const row = rowOf(matrix, state, look, size)
      row.pages += 1
      row.findings += texts.length
      matrix.findings.push(...texts.map((text) => ({ state, page: what, look, size, text })))
    }
  }
}

function rowOf({ rows }: Matrix, state: State, look: Look, size: string): Row {
  const known = rows.find((row) => row.state === state && row.look === look && row.size === size)
  if (known) return known
  const row: Row = { state, look, size, pages: 0, findings: 0 }
  rows.push(row)
  return row
}
