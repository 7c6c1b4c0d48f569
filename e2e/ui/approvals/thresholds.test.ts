import { expect } from '@playwright/test'
import { expectAccessible, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

test('thresholds are one table, by role and kind of money, that the keyboard moves through', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, 'admin', '/settings/approvals')
  const table = page.getByRole('table', { name: /by role$/ })
  await expect(table.getByRole('columnheader')).toHaveText(['Role', 'Refunds', 'Wallet credits', 'Payouts'])
  for (const role of ['Everyone', 'Owner', 'Admin', 'Finance', 'Support'])
    await expect(table.getByRole('rowheader', { name: role, exact: true })).toBeVisible()
  // All of it is on one screen.
  await expect(page.getByRole('button', { name: 'Save' })).toBeInViewport()
  await table.getByLabel('Require approval for refunds above').fill('9000')
  await page.keyboard.press('ArrowDown')
  await expect(table.getByLabel('Refunds by owner above')).toBeFocused()
  await expect(
    page.getByText('Refunds by owner above ₹9,000.00 need approval, as for everyone.'),
  ).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(table.getByLabel('Refunds by admin above')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('a lot')
  await page.getByRole('button', { name: 'Save' }).click()
  const cell = table.getByRole('cell').filter({ has: page.getByLabel('Refunds by owner above') })
  await expect(cell.getByText('Enter an amount, e.g. 5000 or 5000.50, or leave it blank.')).toBeVisible()
  await expect(table.getByLabel('Refunds by owner above')).toBeFocused()
  await page.getByText('Approval rules in detail').click()
  await expect(page.getByRole('rowheader', { name: 'An API key made by the platform' })).toBeVisible()
  await expectUsable(page, [PHONE])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page)
})
