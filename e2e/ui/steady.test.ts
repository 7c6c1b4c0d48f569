import { expect, type Page } from '@playwright/test'
import { DESKTOP, demo, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { newOrder } from '#e2e/ui/checkout/payer.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

/** The colours of the page, as the first picture has them. */
const PAPER = { light: 'rgb(250, 249, 245)', dark: 'rgb(21, 20, 16)' }
const THEMES = ['light', 'dark'] as const

/** Pages without a list, whose own tests look at the lists (lists.test.ts). */
async function pages(): Promise<string[]> {
  const [{ id }, order] = [await makePayment({ amount: 100_000 }), await newOrder()]
  return [
    '/',
    `/payments/${id}`,
    '/orders/new',
    '/settings/business',
    '/settings/account',
    '/balance/months',
    '/docs',
    '/docs/reference',
    `/checkout/${order.id}`,
  ]
}

/** Collects what a page does by itself: how much it shifts, and the colours from its first picture on. */
async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const found = { shift: 0, moved: [] as string[], papers: [] as string[] }
    Object.assign(window, { found })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        sources: { node: Element | null }[]
      })[]) {
        found.shift += entry.value
        found.moved.push(...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? ''))
      }
    }).observe({ type: 'layout-shift', buffered: true })
    const look = () => {
      const paper = document.body ? getComputedStyle(document.documentElement).backgroundColor : null
      if (paper && found.papers.at(-1) !== paper) found.papers.push(paper)
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

// Fonts and scripts that arrive late move a page, and those of a second visit do not.
test.use({ firstVisit: true })

type Received = { shift: number; moved: string[]; papers: string[] }

for (const theme of THEMES) {
  test(`pages stand still and are ${theme} from the first picture, whatever the system prefers`, async ({
    page,
    context,
  }) => {
    test.slow()
    await openAs(page, 'owner', '/')
    await context.addCookies([{ name: 'counterfoil-theme', value: theme, url: demo().base_url }])
    // The other one: what shows it before the cookie is read would flash.
    await page.emulateMedia({ colorScheme: theme === 'light' ? 'dark' : 'light' })
    await watch(page)
    for (const path of await pages()) {
      for (const size of [DESKTOP, PHONE]) {
        await page.setViewportSize(size)
        await page.goto(path, { waitUntil: 'networkidle' })
        const { papers, ...still } = await page.evaluate(
          () => (window as unknown as { found: Received }).found,
        )
        expect.soft(still, `${path} at ${size.width}`).toEqual({ shift: 0, moved: [] })
        expect
          .soft(
            papers.filter((paper) => paper !== 'rgba(0, 0, 0, 0)'),
            path,
          )
          .toEqual([PAPER[theme]])
      }
    }
  })
}
