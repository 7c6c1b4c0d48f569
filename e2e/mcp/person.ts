import { expect, type Page } from '@playwright/test'
import { beStaff, openAs, staffOf } from '#e2e/ui/as-staff.ts'

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

/** Allows refunds of at most ₹1.00, as an owner of the demo merchant in test mode. */
export async function allowRefunds(page: Page, url: string): Promise<void> {
  await beStaff(page, 'owner')
  await page.goto(url)
  await page.getByRole('radio', { name: /Test/ }).first().check()
  await page.getByRole('checkbox', { name: /Refund payments/ }).check()
  await page.getByLabel('Limit per call').fill('1')
  await page.getByLabel('Limit per 24 hours').fill('1')
  await page.getByLabel('Your password').fill(staffOf('owner').password)
  const back = page.waitForURL((to) => !/^\/(consent|authorize)/.test(to.pathname), { timeout: 60_000 })
  await page.getByRole('button', { name: 'Allow' }).click()
  await back
}
