import { expect, type Page, test } from '@playwright/test'
import { expectAlive, expectUsable } from '#e2e/fixtures.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

const field = (page: Page) => page.getByRole('combobox', { name: 'Filter payments' })

test('a text of filters sets the filters of the list, and shows those that are set', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  await expectAlive(field(page))
  await field(page).fill('status:captured amount:>500 -method:wallet')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/status=captured&min=500\.01&method=/)
  await expect(field(page)).toHaveValue('status:captured amount:>=500.01 -method:wallet')
  await expect(field(page)).toBeFocused()
  await expect(page.locator('summary[data-filter="Amount"]')).toContainText('from ₹500.01')
  // A filter that is removed leaves the text, too.
  await page.getByRole('link', { name: 'Remove filter Amount' }).click()
  await expect(field(page)).toHaveValue('status:captured -method:wallet')
  await field(page).fill('')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/\/payments$/)
  await expectUsable(page)
})

test('what is not understood is named, with what is possible, and stays to be corrected', async ({
  page,
}) => {
  await openAs(page, 'owner', '/payments')
  await expectAlive(field(page))
  await field(page).fill('statsu:captured')
  await field(page).press('Enter')
  await expect(page.getByText('"statsu" is not a filter of payments. Did you mean status?')).toBeVisible()
  await expect(field(page)).toHaveValue('statsu:captured')
  await expectUsable(page)
})

test('the search takes the name of a list and its filters', async ({ page }) => {
  await openAs(page, 'owner', '/search?q=payments+status:failed+amount:%3E500')
  await expect(page).toHaveURL(/\/payments\?status=failed&min=500\.01$/)
  await page.goto('/search?q=payments+status:faild')
  await expect(page.getByText('Did you mean status:failed?')).toBeVisible()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('a text of filters works as well', async ({ page }) => {
    await openAs(page, 'owner', '/payments')
    await field(page).fill('status:failed')
    await field(page).press('Enter')
    await expect(page).toHaveURL(/\/payments\?status=failed$/)
  })
})
