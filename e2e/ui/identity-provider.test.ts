import { expect, type Page } from '@playwright/test'
import { complaintsOf, demo, expectAccessible, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { staffOf } from '#e2e/ui/as-staff.ts'

const CONTINUE = 'Continue with Company'

/** Signs in at the identity provider, which is another process with pages of its own. */
async function signInAtCompany(page: Page, email: string): Promise<void> {
  await page.getByRole('link', { name: CONTINUE }).click()
  await page.getByLabel('Company email').fill(email)
  await page.getByRole('button', { name: 'Sign in to the company' }).click()
}

test('a person signs in with the identity provider, sees the link, and unlinks it', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto('/payments?status=captured')
  await expectUsable(page)
  await signInAtCompany(page, demo().email)
  await expect(page).toHaveURL(/\/payments\?status=captured$/)
  await page.goto('/settings/account')
  await expect(page.getByRole('heading', { name: 'Linked sign-ins' })).toBeVisible()
  await page.getByRole('link', { name: 'Manage linked sign-ins' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Company' })
  await expect(row).toContainText(demo().email)
  await expectUsable(page)
  await page.getByRole('link', { name: 'Unlink Company' }).click()
  await expect(page.getByRole('heading', { name: 'Unlink Company' })).toBeVisible()
  await expectUsable(page)
  await page.getByLabel('Your password').fill(demo().password)
  await page.getByRole('button', { name: 'Unlink sign-in' }).click()
  await expect(page).toHaveURL(/\/settings\/account\?done=sign_in_unlinked$/)
  await expect(page.getByText('Sign in once with Company to link it.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Unlink Company' })).toBeHidden()
  expect(complaints).toEqual([])
})

test('it works without script, and the audit log says from where', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const page = await context.newPage()
  await page.goto('/login?return_to=%2Fsettings%2Faudit%3Faction%3Dsign_in_with_provider')
  // A person whom no other test of this provider links: another test unlinks the owner.
  const { email } = staffOf('finance')
  await signInAtCompany(page, email.toUpperCase())
  await expect(page).toHaveURL(/\/settings\/audit/)
  const line = page.getByRole('row').filter({ hasText: 'Signed in with a provider' }).first()
  await expect(line).toContainText(email)
  await expect(line).toContainText(/127\.0\.0\.1|::1/)
  await line.getByRole('link', { name: 'Signed in with a provider' }).click()
  await expect(page.getByText('IP address', { exact: true })).toBeVisible()
  await context.close()
})

test('an unknown person and an unverified email get a reason', async ({ page }) => {
  await page.goto('/login')
  await signInAtCompany(page, `stranger-${Date.now()}@example.com`)
  await expect(page.getByRole('alert').filter({ hasText: 'No account here' })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?provider=unknown/)
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectUsable(page)
  // The provider remembers the stranger, so the retry asks for another account.
  await signInAtCompany(page, 'unverified@example.com')
  await expect(page.getByRole('alert').filter({ hasText: 'Email not verified' })).toBeVisible()
  // A person whom no other test of this provider links.
  await signInAtCompany(page, staffOf('support').email)
  await expect(page).toHaveURL(/^[^?]*\/$/)
})

test('a response that was not asked for here is rejected', async ({ page }) => {
  await page.goto('/login/provider/callback?code=x&state=y')
  await expect(page.getByRole('alert').filter({ hasText: 'Sign-in expired' })).toBeVisible()
  await expect(page).toHaveURL(/\/login\?provider=expired/)
  await page.goto('/payments')
  await expect(page).toHaveURL(/\/login/)
})
