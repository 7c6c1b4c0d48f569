import { expect, type Page } from '@playwright/test'
import { openAs } from '#e2e/ui/as-staff.ts'

/**
 * Opens the authorization URL of an app as an owner of the demo merchant in test mode, and allows the selected scopes,
 * up to the last page of the app.
 */
export async function allow(page: Page, address: string): Promise<void> {
  await openAs(page, 'owner', '/')
  await page.goto(address)
  await page.getByRole('radio', { name: /Test/ }).first().check()
  const back = page.waitForURL((url) => !/^\/(consent|authorize)/.test(url.pathname), { timeout: 60_000 })
  await page.getByRole('button', { name: 'Allow' }).click()
  await back
  await expect(page.locator('body')).toContainText(/\S/)
}
