import { expect } from '@playwright/test'
import { complaintsOf, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

test('the audit log is filtered, opened and exported', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'owner', '/settings/account')
  await page.getByLabel('Name').fill(`Owner ${Date.now()}`)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText(/Name saved/).first()).toBeVisible()
  await page.goto('/settings/audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  await page.goto('/settings/audit?action=update_profile')
  await page.getByRole('link', { name: 'Update profile' }).first().click()
  await expect(page.getByRole('heading', { name: 'Changes' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE])
  const file = await page.request.get('/settings/audit/export?action=update_profile')
  expect(await file.text()).toContain('update_profile')
  expect(complaints).toEqual([])
})

test('who may not read the audit log does not see it', async ({ page }) => {
  await openAs(page, 'support', '/payments')
  await expect(page.getByRole('link', { name: 'Audit log' })).toHaveCount(0)
  await page.goto('/settings/audit')
  await expect(page.getByRole('heading', { name: "You don't have permission" })).toBeVisible()
})
