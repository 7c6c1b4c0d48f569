import { expect } from '@playwright/test'
import { complaintsOf, expectUsable, fillSignIn, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { givePassword, openAs, staffOf } from '#e2e/ui/as-staff.ts'

test('a person changes their name and password, and ends the session of another browser', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(page)
  const email = `meera-${Date.now()}@example.com`
  await openAs(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill('Meera')
  await page.getByLabel('Email').fill(email)
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('the first password')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL(/\/$/)

  const elsewhere = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const other = await elsewhere.newPage()
  await other.goto('/login?return_to=/settings/account')
  await fillSignIn(other, { email, password: 'the first password' })
  await expect(other.getByRole('heading', { name: 'Sessions' })).toBeVisible()
  await other.getByRole('link', { name: 'Change name' }).click()
  await other.getByLabel('Name').fill('Meera Nair')
  await other.getByRole('button', { name: 'Save name' }).click()
  await expect(other.getByText('Name saved.')).toBeVisible()

  await page.getByRole('button', { name: /account and display/ }).click()
  await page.getByRole('link', { name: 'Your account' }).click()
  await expect(page.getByText('Meera Nair', { exact: true })).toBeVisible()
  await expect(page.locator('#user-menu')).toBeHidden()
  await page.getByRole('link', { name: 'Manage sessions' }).click()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  await page.getByRole('button', { name: /^End the session in/ }).click()
  await expect(page.getByRole('button', { name: /^End the session in/ })).toHaveCount(0)
  await other.goto('/settings/account')
  await expect(other).toHaveURL(/\/login/)

  await page.getByRole('link', { name: 'Change password' }).click()
  await page.getByLabel('Current password').fill('wrong')
  await page.getByLabel('New password').fill('the second password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByLabel('Current password').fill('the first password')
  await page.getByLabel('New password').fill('the second password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await expect(page.getByText(/Password changed/).first()).toBeVisible()
  await fillIn(other, email)
  await elsewhere.close()
  expect(complaints).toEqual([])
})

async function fillIn(page: import('@playwright/test').Page, email: string) {
  await page.goto('/login?return_to=/settings/account')
  await fillSignIn(page, { email, password: 'the first password' })
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await fillSignIn(page, { email, password: 'the second password' })
  await expect(page.getByRole('heading', { name: 'Your account' })).toBeVisible()
}

test('without email an owner makes a password link, which the person uses once, without script', async ({
  page,
  browser,
  baseURL,
}) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByText("Email isn't set up on this server.")).toBeVisible()
  await expectUsable(page, [PHONE])
  const { email, password } = staffOf('viewer')
  await openAs(page, 'owner', `/settings/team?person=${encodeURIComponent(email)}`)
  await page.getByRole('rowheader').getByRole('link').first().click()
  await page.getByRole('link', { name: 'Password link' }).click()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Create password link' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  const outside = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const guest = await outside.newPage()
  await guest.goto(link)
  await guest.getByLabel('New password').fill('short')
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest.getByText('The password must have at least 10 characters.')).toBeVisible()
  // Other tests sign in with the password of the demo data.
  await guest.getByLabel('New password').fill(password)
  await guest.getByRole('button', { name: 'Set password' }).click()
  await expect(guest.getByText('Your new password is set.')).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Link expired' })).toBeVisible()
  await outside.close()
})

test('the account is rows, each with its status and what can be done, one of them open', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  await openAs(page, 'viewer', '/settings/account')
  const rowOf = (name: string) => page.locator('section', { has: page.getByRole('heading', { name }) })
  const { email } = staffOf('viewer')
  await expect(rowOf('Profile')).toContainText(`You sign in with ${email}.`)
  await expect(rowOf('Password')).toContainText('Set')
  await expect(rowOf('Passkeys')).toContainText('None')
  await expect(rowOf('Second factor')).toContainText('Off')
  await expect(rowOf('Sessions')).toContainText(/\d+ browsers?/)
  await expect(rowOf('Notifications').getByRole('link')).toHaveAttribute('href', '/settings/notifications')
  await expect(rowOf('Notifications')).toBeInViewport({ ratio: 1 })
  await expect(page.locator('main form')).toHaveCount(0)
  await expectUsable(page, [PHONE, NARROW])
  const change = rowOf('Password').getByRole('link')
  await change.focus()
  await page.keyboard.press('Enter')
  await expect(change).toHaveText('Close')
  await expect(change).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByLabel('Current password')).toBeFocused()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE])
  await page.reload()
  await expect(page.getByLabel('Current password')).toBeVisible()
  await change.click()
  await expect(page.getByLabel('Current password')).toBeHidden()
})
