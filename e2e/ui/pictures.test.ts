import { expect } from '@playwright/test'
import { DESKTOP, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from './as-staff.ts'

/** The lists with a picture above their rows, and a drawing of each. */
const PICTURES = [
  ['/balance', 'Balance at the end of each day'],
  ['/settlements', 'Settlements by day'],
  ['/payments', 'Captured'],
  ['/refunds', 'Refunded'],
  ['/logs', 'Requests by hour'],
  ['/wallets', 'Added'],
] as const

/** The line of figures that folds a picture and unfolds it. */
const LINE = '.picture > :is(button, summary)'

for (const [path, name] of PICTURES)
  test(`the picture of ${path} has a table, and its points lead to their rows`, async ({ page }) => {
    await page.setViewportSize(DESKTOP)
    await openAs(page, 'owner', path)
    const figure = page.getByRole('figure', { name })
    await expect(figure).toBeHidden()
    // Folded it is a line of figures beside the title, and nothing more.
    const line = page.locator(LINE)
    await expect(line).toHaveRole('button')
    await expect(page.locator('.picture svg a')).toHaveCount(0)
    expect((await line.boundingBox())?.height).toBeLessThanOrEqual(32)
    await expect(line.locator('.spark').first()).toBeVisible()
    const before = (await line.boundingBox())?.y
    await line.press('Enter')
    await expect(figure).toBeVisible()
    await expect(line).toBeFocused()
    expect((await line.boundingBox())?.y).toBe(before)
    const strip = await page.locator('.picture-body').boundingBox()
    expect(strip?.height).toBeLessThanOrEqual(120)
    expect(await figure.locator('svg a').count()).toBeGreaterThanOrEqual(24)
    await page.locator('.picture').getByText('Table', { exact: true }).click()
    await expect(page.locator('.picture table')).toBeVisible()
    await expectUsable(page)
    await page.setViewportSize(DESKTOP)
    const point = figure.locator('svg a').last()
    await expect(point).toHaveAttribute('data-hint', /: /)
    await point.click()
    await expect(page).toHaveURL(/from=\d+&to=\d+/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

test('a phone folds a picture, and its rows come first', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'owner', '/payments')
  const figure = page.getByRole('figure', { name: 'Captured' })
  await expect(figure).toBeHidden()
  expect((await page.locator(LINE).boundingBox())?.height).toBeLessThanOrEqual(32)
  await page.locator(LINE).click()
  await expect(figure).toBeVisible()
  await expectUsable(page)
})

test('the payments of a method have their own picture', async ({ page }) => {
  await page.setViewportSize(DESKTOP)
  await openAs(page, 'owner', '/payments?method=upi')
  await page.locator(LINE).press('Enter')
  await expect(page.getByRole('figure', { name: 'Captured' })).toBeVisible()
  // Reasons are not counted by method.
  await expect(page.getByRole('figure', { name: 'Failed' })).toBeHidden()
  const links = page.getByRole('figure', { name: 'Success rate' }).locator('svg a')
  await expect(links.first()).toHaveAttribute('href', /method=upi/)
})

test('a picture that was unfolded is unfolded on the next list, without script as well', async ({
  page,
  browser,
}) => {
  await page.setViewportSize(DESKTOP)
  await openAs(page, 'owner', '/payments')
  await page.locator(LINE).press('Enter')
  await expect(page.getByRole('figure', { name: 'Captured' })).toBeVisible()
  await page.goto('/refunds')
  await expect(page.getByRole('figure', { name: 'Refunded' })).toBeVisible()
  await page.locator(LINE).press('Enter')
  await expect(page.getByRole('figure', { name: 'Refunded' })).toBeHidden()
  await page.goto('/payments')
  await expect(page.getByRole('figure', { name: 'Captured' })).toBeHidden()
  const plain = await browser.newPage({ javaScriptEnabled: false, viewport: DESKTOP })
  await openAs(plain, 'owner', '/payments')
  await plain.locator(LINE).press('Enter')
  await expect(plain.getByRole('figure', { name: 'Captured' })).toBeVisible()
  await plain.close()
})
