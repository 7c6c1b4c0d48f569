import { expect, type Page } from '@playwright/test'
import { expectAccessible, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, type Role, staffOf } from '#e2e/ui/as-staff.ts'
import { makeHolder, someNumber } from '#e2e/ui/payouts/make.ts'

const back = (page: Page) => page.getByRole('status').filter({ hasText: 'Your input is back' })
const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

/** Fills the form in, and sends it when the session has ended. */
async function sendTooLate(page: Page, path: string, number: string): Promise<void> {
  await openAs(page, 'finance', path)
  await page.getByLabel('Account holder').fill('Asha Traders')
  await page.getByLabel('IFSC').fill('HDFC0000001')
  await page.getByLabel('Account number', { exact: true }).fill(number)
  await page.getByLabel('Confirm account number').fill(number)
  // What is typed is kept a little later, as a person is slower than this.
  await expect.poll(() => stored(page)).toContain('HDFC0000001')
  await page.context().clearCookies({ name: /session-token$/ })
  await page.getByRole('button', { name: 'Create fund account' }).click()
  await page.waitForURL(/\/login\?.*return_to=/)
}

async function signInAgain(page: Page, role: Role): Promise<void> {
  await fillSignIn(page, staffOf(role))
  await page.waitForURL('**/fund-accounts/new?**')
  await expect(page.getByLabel('Account holder')).toBeVisible()
}

test('a form that was sent after the session had ended has its input after the sign-in, without secrets', async ({
  page,
}) => {
  const holder = await makeHolder(100)
  const number = someNumber()
  const path = `/fund-accounts/new?customer=${holder.id}`
  await sendTooLate(page, path, number)
  const saved = await stored(page)
  expect(saved).toContain('Asha Traders')
  expect(saved).not.toContain(number)
  await signInAgain(page, 'finance')
  await expect(back(page)).toBeVisible()
  await expect(page.getByLabel('Account holder')).toHaveValue('Asha Traders')
  await expect(page.getByLabel('IFSC')).toHaveValue('HDFC0000001')
  await expect(page.getByLabel('Account number', { exact: true })).toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(back(page)).toBeHidden()
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  // A form that is opened again starts again empty, and another person never finds the input of the first.
  await page.getByLabel('Account holder').fill('Asha Traders')
  await page.goto('/fund-accounts')
  await page.goto(path)
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  await sendTooLate(page, path, number)
  await signInAgain(page, 'owner')
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  await expect(back(page)).toBeHidden()
})

test('a form of a page that is loaded again has its input', async ({ page }) => {
  await openAs(page, 'owner', '/customers/new')
  await page.getByLabel('Name').fill('Asha Traders')
  await expect.poll(() => stored(page)).toContain('Asha Traders')
  await page.reload()
  await expect(back(page)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Asha Traders')
})
