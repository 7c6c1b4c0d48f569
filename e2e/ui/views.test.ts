import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { unique } from '#e2e/ui/payments/make.ts'

const views = (page: Page) => page.getByRole('navigation', { name: 'Views' })

async function deleteView(page: Page, name: string) {
  await page.goto('/refunds?view=all')
  await views(page).getByRole('link', { name }).click()
  await views(page).getByRole('link', { name: 'Edit view' }).click()
  await page.getByRole('button', { name: 'Delete view' }).click()
  await expect(page).toHaveURL(/\/refunds\?view=all/)
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
}

test('filters and columns are saved as a view, which opens the list until it is deleted', async ({
  page,
}) => {
  const name = unique('View')
  await openAs(page, 'finance', '/refunds?status=processed')
  await page.getByText('Columns', { exact: true }).click()
  await page.getByRole('checkbox', { name: 'Amount' }).uncheck()
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect(page).toHaveURL(/cols=/)
  await expect(page.getByRole('columnheader', { name: 'Amount' })).toHaveCount(0)
  await expectUsable(page)

  await views(page).getByRole('link', { name: 'Save view' }).click()
  await expect(page.getByRole('checkbox', { name: 'Share with the team' })).toBeDisabled()
  await expectUsable(page)
  await page.getByLabel('Name').fill(name)
  await page.getByRole('checkbox', { name: 'Open the list with this view' }).check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page).toHaveURL(/\/refunds\?.*view=view_/)
  await expect(views(page).getByRole('link', { name })).toHaveAttribute('aria-current', 'page')
  await expectUsable(page)

  await page.goto('/refunds')
  await expect(page).toHaveURL(/status=processed.*view=view_/)
  await views(page).getByRole('link', { name: 'All refunds' }).click()
  await expect(page).toHaveURL(/\/refunds\?view=all$/)
  await deleteView(page, name)
  await page.goto('/refunds')
  await expect(page).toHaveURL(/\/refunds$/)
})

test('a view that an owner shares is seen by a viewer, who cannot change it', async ({ page, browser }) => {
  const name = unique('Shared')
  await openAs(page, 'owner', '/views/new?list=/refunds&query=status%3Dfailed')
  await page.getByLabel('Name').fill(name)
  await page.getByRole('checkbox', { name: 'Share with the team' }).check()
  await page.getByRole('button', { name: 'Save view' }).click()
  await expect(page).toHaveURL(/view=view_/)
  const context = await browser.newContext()
  const other = await context.newPage()
  await openAs(other, 'viewer', '/refunds')
  await views(other).getByRole('link', { name }).click()
  await expect(other).toHaveURL(/status=failed/)
  await views(other).getByRole('link', { name: 'Edit view' }).click()
  await expect(other.getByText('Only the person who saved this view')).toBeVisible()
  await context.close()
  await deleteView(page, name)
})

test('the panel of columns lies beside the rows, and says which the window has no room for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, 'owner', '/payments')
  const table = page.locator('[data-table]').first()
  const before = (await table.boundingBox())?.y ?? 0
  await page.getByText('Columns', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Order' })).toHaveAccessibleName(
    'Order shown in a wider window',
  )
  const after = (await table.boundingBox())?.y ?? 0
  expect(after - before).toBeLessThan(240)
  for (const name of ['Method', 'Customer', 'Fee and tax'])
    await page.getByRole('checkbox', { name }).uncheck()
  await page.getByRole('button', { name: 'Apply columns' }).click()
  await expect(page).toHaveURL(/cols=/)
  await expect(page.getByRole('columnheader', { name: 'Order' })).toBeVisible()
  await expect(page.getByRole('columnheader', { name: 'Receipt' })).toBeVisible()
  // The heads stay above the rows, also in a table that can scroll sideways.
  const head = await page.locator('thead th').first().boundingBox()
  const row = await page.locator('tbody tr').first().boundingBox()
  expect((head?.y ?? 0) + (head?.height ?? 0)).toBeLessThanOrEqual((row?.y ?? 0) + 1)
  await page.getByText('Columns', { exact: true }).click()
  await expect(page.getByRole('checkbox', { name: 'Order' })).toHaveAccessibleName('Order')
  await expectUsable(page)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('columns are chosen and ordered', async ({ page }) => {
    await openAs(page, 'owner', '/orders')
    await page.locator('summary', { hasText: 'Columns' }).click()
    await page.getByRole('button', { name: /^Move up: Created/ }).click()
    await expect(page).toHaveURL(/cols=/)
    // Also those that this window has no room for.
    const heads = await page.locator('thead th').allTextContents()
    expect(heads.findIndex((head) => head.startsWith('Created'))).toBe(heads.length - 2)
  })
})
