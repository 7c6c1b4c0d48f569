import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Frame, Page } from '@playwright/test'
import type axe from 'axe-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Which rules axe checks. */
export type Rules = Pick<axe.RunOptions, 'runOnly' | 'rules'>

const COLOURS = ['color-contrast', 'link-in-text-block']

export const ALL_RULES = {
  runOnly: {
    type: 'tag',
    values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  },
} satisfies Rules

/** Those about colours, which alone depend on the theme. They take half of the time of all. */
export const COLOUR_RULES: Rules = { runOnly: { type: 'rule', values: COLOURS } }

/** All but those about colours, which do not depend on the size of the window. */
export const RULES_OF_SIZE = without(COLOURS)

/** All but the size of targets, which takes most of the other half, and is least where the window is small. */
export const RULES_OF_CONTENT = without(['target-size'])

/** The size of targets alone, for a page of which only that changes. */
export const SIZE_OF_TARGETS: Rules = { runOnly: { type: 'rule', values: ['target-size'] } }

function without(ids: string[]): Rules {
  return { ...ALL_RULES, rules: Object.fromEntries(ids.map((id) => [id, { enabled: false }])) }
}

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
export function axeFindings(page: Page | Frame, rules: Rules): Promise<string[]> {
  return page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(document, options)
      const failed = ({ any, all, none }: axe.NodeResult) => [...any, ...all, ...none]
      const reasons = (node: axe.NodeResult) =>
        failed(node).map(({ message, relatedNodes = [] }) =>
          [message, ...relatedNodes.map(({ html }) => html)].join(' '),
        )
      return violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((node) => [node.html, ...reasons(node)].join(' ')).join(' | ')}`,
      )
    },
    // It would also fetch the style sheets, for a rule that is not among these.
    { ...rules, resultTypes: ['violations'], preload: { assets: ['media'] } } satisfies axe.RunOptions,
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
