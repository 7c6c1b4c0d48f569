import { expect, type Locator, type Page } from '@playwright/test'
import { complaintsOf, expectUsable, useMode } from '#e2e/fixtures.ts'
import { figuresOf, follow } from '#e2e/overview-figures.ts'
import { test } from '#e2e/test.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { namedPeriod, previousPeriod } from '#lib/filters/period.ts'
import { beStaff, openAs } from './as-staff.ts'

test('the figures are of the range in the address, against as much of the one before', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'owner', '/')
  await expect(page).toHaveTitle('Test · Overview')
  await expect(page.getByRole('link', { name: '7 days', exact: true })).toHaveAttribute(
    'aria-current',
    'true',
  )
  const tiles = page.getByRole('region', { name: /^Figures/ })
  for (const label of [
    'Balance',
    'Collected',
    'Refunded',
    'Captured payments',
    'Success rate',
    'Average payment',
  ])
    await expect(tiles.getByRole('heading', { name: label, exact: true })).toBeVisible()
  await expect(tiles).toContainText('vs previous 7 days')
  await page.getByRole('link', { name: 'Month', exact: true }).click()
  await expect(page).toHaveURL(/range=month/)
  // In the first hours of a month nothing may have been paid in as much of the month before.
  const before = await paymentsInAsMuchOfLastMonth()
  await expect(tiles).toContainText(before > 0 ? 'vs same days last month' : 'no previous data')
  await page.locator('summary', { hasText: 'Custom range' }).click()
  await page.getByLabel('From').fill('2020-01-01')
  await page.getByLabel('To (inclusive)').fill('2020-01-02')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page).toHaveURL(/from=2020-01-01&to=2020-01-02/)
  await expect(tiles).toContainText('no previous data')
  await expect(page.getByText('No captured payments.')).toBeVisible()
  await page.goto('/?range=decade')
  await expect(page.getByRole('alert').filter({ hasText: 'decade' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('collected is the sum of the payments that it leads to', async ({ page }) => {
  await beStaff(page, 'owner')
  await whileNothingChanges(async () => {
    await page.goto('/?range=28d')
    const collected = await figure(page, 'Collected').textContent()
    await page.getByRole('link', { name: 'Collected', exact: true }).click()
    await expect(page).toHaveURL(/\/payments\?period=28d&captured=1/)
    await expect(page.getByText(/^[\d,]+ payments · /)).toContainText(collected ?? '', { timeout: 1_000 })
  })
})

test('every other number leads to exactly its rows, in each range', async ({ page }) => {
  test.slow()
  await beStaff(page, 'owner')
  for (const range of ['28d', 'month']) {
    await whileNothingChanges(async () => {
      await page.goto(`/?range=${range}`)
      for (const summary of await page.getByText('View as table').all()) await summary.click()
      const figures = await figuresOf(page)
      // Tiles, what is not part of the balance, days, and at least one method.
      expect(figures.length, range).toBeGreaterThan(7)
      const wrong: (string | null)[] = []
      for (const figure of figures) wrong.push(await follow(page, figure))
      expect(wrong.filter(Boolean)).toEqual([])
    })
  }
  await whileNothingChanges(async () => {
    await page.goto('/?range=28d')
    const balance = await figure(page, 'Balance').textContent()
    await page.getByRole('link', { name: 'Balance', exact: true }).last().click()
    await expect(page).toHaveURL(/\/balance$/)
    await expect(page.getByText(/in your balance now$/)).toContainText(balance ?? '', { timeout: 1_000 })
  })
})

/** How many payments there were in the part of last month that the overview compares with this one, in the demo's time zone. */
async function paymentsInAsMuchOfLastMonth(): Promise<number> {
  const [zone, now] = ['Asia/Kolkata', Math.floor(Date.now() / 1000)]
  const { from = now } = namedPeriod('month', zone, now)
  const previous = previousPeriod('month', { from, to: now }, zone)
  return (await rest<{ count: number }>(`/payments?from=${previous.from}&to=${previous.to}`)).count
}

/** The figure of a tile, as it is drawn. */
function figure(page: Page, label: string): Locator {
  return page.getByRole('heading', { name: label, exact: true }).locator('xpath=following-sibling::p[1]')
}

/**
 * Compares the overview with the pages that it leads to. A payment that ends between the two, for example by a job, is
 * in one of them alone. So an overview with a difference is read again, and a wrong number stays wrong.
 */
async function whileNothingChanges(compare: () => Promise<void>): Promise<void> {
  await expect(compare).toPass({ intervals: [1_000], timeout: 120_000 })
}

test('comparisons say whether they are good news', async ({ page }) => {
  await openAs(page, 'owner', '/?range=28d')
  const verdicts = page.getByRole('region', { name: /^Figures/ }).locator('[data-verdict]')
  for (const one of await verdicts.all()) {
    const tile = one.locator('xpath=ancestor::div[1]')
    const isRefunds = (await tile.getByRole('heading').textContent()) === 'Refunded'
    const rose = (await one.textContent())?.startsWith('+') === true
    await expect(one).toHaveAttribute('data-verdict', rose === isRefunds ? 'worse' : 'better')
  }
})

test('a chart is reached by keyboard, leads to its payments, and has a table', async ({ page }) => {
  await openAs(page, 'owner', '/?range=28d')
  const chart = page.getByRole('figure', { name: 'Collected by day' })
  const bars = chart.locator('svg a')
  await expect(bars).toHaveCount(28)
  await bars.first().focus()
  await expect(bars.first()).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(bars.nth(1)).toBeFocused()
  await expect(bars.first()).toHaveAttribute('aria-label', /: ₹[\d,.]+ in \d+ payments?, \d+ failed$/)
  await chart.getByText('View as table').click()
  await expect(chart.getByRole('columnheader', { name: 'Collected' })).toBeVisible()
  await chart.getByRole('row').nth(1).getByRole('link').first().click()
  await expect(page).toHaveURL(/\/payments\?captured=1&from=\d+&to=\d+/)
})

test('what needs attention leads to its list, and activity to its object', async ({ page }) => {
  await openAs(page, 'owner', '/')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  const matters = attention.getByRole('link')
  // It is drawn after the app shell: either the empty state or some content.
  await expect(matters.or(attention.getByText('Nothing needs attention.')).first()).toBeVisible()
  for (const href of await matters.evaluateAll((links) => links.map((link) => link.getAttribute('href')))) {
    await page.goto(href ?? '')
    await expect(page.locator('tbody tr').first()).toBeVisible()
  }
  await page.goto('/')
  await page.getByRole('region', { name: 'Recent activity' }).getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
})

test('before the first live payment there is the go-live checklist', async ({ page, context }) => {
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Go-live checklist' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Use an acquirer' })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^Create a live key ?, done$/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Create webhook' })).toHaveAttribute('href', '/webhooks/new')
  await expectUsable(page)
})

test('who may not see the balance is told so', async ({ page }) => {
  await openAs(page, 'support', '/')
  await expect(page.getByText(/permission to see the balance and settlements \(balance:read\)/)).toBeVisible()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('all of it is there, and the range can be chosen', async ({ page }) => {
    await openAs(page, 'viewer', '/')
    await page.getByRole('link', { name: '28 days', exact: true }).click()
    await expect(page.getByRole('figure', { name: 'Collected by day' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Recent activity' })).toBeVisible()
  })
})

test('the overview has no accessibility finding, at any size', async ({ page }) => {
  await openAs(page, 'owner', '/?range=28d')
  for (const summary of await page.getByText('View as table').all()) await summary.click()
  await expectUsable(page)
})
