import { expect, test } from '@playwright/test'
import { TOTP } from 'otpauth'
import { complaintsOf, expectUsable, fillSignIn, NARROW, PHONE } from '#e2e/fixtures.ts'
import { openAs, staffOf } from '#e2e/ui/as-staff.ts'

test('an authenticator app is set up, and asked for at the next sign-in, without script too', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(page)
  const email = `kiran-${Date.now()}@example.com`
  const password = 'a password of mine'
  await openAs(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill('Kiran')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Your password').fill(staffOf('owner').password)
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/settings/account')
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  const secret = (await page.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret })
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Incorrect code.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  const codes = await listed.allTextContents()
  await expectUsable(page, [PHONE])
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText(/Recovery codes left: 10\./)).toBeVisible()
  expect(complaints).toEqual([])

  const elsewhere = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const other = await elsewhere.newPage()
  await other.goto('/login?return_to=/settings/account')
  await fillSignIn(other, { email, password })
  await expect(other).toHaveURL(/\/login\/code/)
  await other.getByRole('textbox', { name: 'Code' }).fill('000000')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('Incorrect code')).toBeVisible()
  await other.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL(/\/settings\/account$/)
  await expect(other.getByText(/Recovery codes left: 9\./)).toBeVisible()
  await elsewhere.close()

  // The code that turned the app on is used up; the next one works.
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto('/login')
  await fillSignIn(page, { email, password })
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute('autocomplete', 'one-time-code')
  await expectUsable(page, [PHONE])
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
})
