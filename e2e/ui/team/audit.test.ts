import { expect } from '@playwright/test'
import { complaintsOf, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

test('the audit log is filtered, opened and exported', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'owner', '/settings/account?open=profile')
  await page.getByLabel('Name').fill(`Owner ${Date.now()}`)
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect(page.getByText(/Name saved/).first()).toBeVisible()
  await page.goto('/settings/audit')
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  const everything = page.getByRole('link', { name: /^Everything/ })
  await expect(page.getByRole('link', { name: /^People and apps/ })).toHaveAttribute('aria-current', 'page')
  await expect(page.getByRole('table').getByText('Counterfoil', { exact: true })).toHaveCount(0)
  await everything.click()
  await expect(page).toHaveURL(/actor_kind=all/)
  await expect(everything).toHaveAttribute('aria-current', 'page')
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE])
  const whole = await (await page.request.get('/settings/audit/export?actor_kind=all')).text()
  const begun = await (await page.request.get('/settings/audit/export')).text()
  expect(whole).toContain(',system,')
  expect(begun).not.toContain(',system,')
  expect(begun).toContain(',update_profile,Profile updated,')
  await page.goto('/settings/audit?action=update_profile')
  await page.getByRole('link', { name: 'Profile updated' }).first().click()
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
