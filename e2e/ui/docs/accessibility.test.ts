import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { QUALITY } from '#lib/api-docs/measurements.ts'

test('the results of the checks are public, add up, and can be read on a phone', async ({ page }) => {
  await page.goto('/docs/errors')
  await page.getByRole('link', { name: 'Accessibility', exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Accessibility' })).toBeVisible()
  const { rows } = QUALITY
  const table = page.getByRole('table', { name: 'Findings of axe, and of sideways scrolling' })
  // A row of the table has the four looks of a state and size.
  await expect(table.getByRole('row')).toHaveCount(rows.length === 0 ? 0 : rows.length / 4 + 1)
  if (rows.length > 0) {
    const checks = rows.reduce((sum, { pages }) => sum + pages, 0)
    await expect(page.getByText(`${checks.toLocaleString('en')} checks of pages`)).toBeVisible()
  }
  await expectUsable(page)
})
