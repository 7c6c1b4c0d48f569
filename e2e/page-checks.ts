import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that axe checks: all of them, or only those about colours, which alone depend on the theme. */
export const ALL_RULES: axe.RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
export const COLOUR_RULES: axe.RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Axe is large, so a page loads it once. Frames would need it, too: there are none. It starts when the scripts of the
 * page are done. A page without drawing is never idle, hence the timeout.
 */
export async function bringAxe(page: Page): Promise<void> {
  if (page.frames().length > 1) throw new Error(`${page.url()} has a frame, which axe would not check.`)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 300 })))
}

/** Puts axe into the document of a frame. */
export async function bringAxeInto(frame: Frame): Promise<void> {
  await frame.evaluate(AXE)
}

/**
 * The findings of axe, each with its elements, after `bringAxe`. It runs in the page itself: AxeBuilder would send the
 * result of every element to a separate tab.
 */
export function axeFindings(page: Page | Frame, runOnly: axe.RunOnly): Promise<string[]> {
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

/** The elements that stick out at the side, where the page scrolls sideways. */
export function overhangs(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    if (document.documentElement.scrollWidth <= edge) return []
    return [...document.querySelectorAll('body *')]
      .filter((node) => node.getBoundingClientRect().right > edge + 1)
      .map((node) => `${node.tagName} ${node.className} ${Math.round(node.getBoundingClientRect().right)}`)
      .slice(0, 12)
  })
}

/** Draws the page with text of twice the size, as a person sets it in the browser. */
export function doubleText(page: Page): Promise<void> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
}
