import { expect } from '@playwright/test'
import { complaintsOf, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { givePassword, openAs, openFresh } from '#e2e/ui/as-staff.ts'

test('an owner invites a person, who joins with a password of their own, and is disabled again', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(page)
  const email = `asha-${Date.now()}@example.com`
  await openFresh(page, 'owner', '/settings/team')
  await expect(page.getByRole('heading', { name: 'Team' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  await page.getByRole('link', { name: 'Invite person' }).click()
  await page.getByLabel('Name').fill('Asha Rao')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Support').check()
  await page.getByLabel('Your password').fill('not the password')
  await page.getByRole('button', { name: 'Invite person' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  await expect(page.getByText('Send this link yourself')).toBeVisible()
  await expectUsable(page, [PHONE])
  const link = (await page.locator('code').textContent()) ?? ''

  // Without script, as an outsider.
  const outside = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const guest = await outside.newPage()
  await guest.goto(new URL(link).pathname)
  await expect(guest.getByLabel('Email')).toHaveValue(email)
  await expect(guest.getByLabel('Name')).toHaveValue('Asha Rao')
  await guest.getByLabel('Password', { exact: true }).fill('short')
  await guest.getByLabel('Password', { exact: true }).evaluate((input) => input.removeAttribute('minlength'))
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(guest.getByText('The password must have at least 10 characters.').first()).toBeVisible()
  await guest.getByLabel('Password', { exact: true }).fill('a password of my own')
  await guest.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(guest).toHaveURL(/\/$/)
  await expect(guest.getByText('Support of').first()).toBeAttached()
  await guest.goto(new URL(link).pathname)
  await expect(guest.getByRole('heading', { name: 'Invitation not found' })).toBeVisible()

  await page.goto(`/settings/team?person=${encodeURIComponent(email)}`)
  await page.getByRole('link', { name: 'Asha Rao' }).click()
  await expect(page.getByText(`Support, ${email}`)).toBeVisible()
  await expectUsable(page, [PHONE])
  await page.getByRole('link', { name: 'Change role' }).click()
  await page.getByLabel('Viewer').check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Change role' }).click()
  await expect(page.getByText(`Viewer, ${email}`)).toBeVisible()
  await page.getByRole('link', { name: 'Disable' }).click()
  await expect(page.getByRole('heading', { name: 'Disable person' })).toBeVisible()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Disable person' }).click()
  await expect(page.getByText('Disabled', { exact: true }).first()).toBeVisible()
  await guest.goto('/payments')
  await expect(guest).toHaveURL(/\/login/)
  await outside.close()
  expect(complaints).toEqual([])
})

test('a pending invitation is withdrawn, and its page and the roles are usable', async ({
  page,
  browser,
}) => {
  const email = `ravi-${Date.now()}@example.com`
  await openAs(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill('Ravi')
  await page.getByLabel('Email').fill(email)
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await page.getByRole('link', { name: 'View invitations' }).click()
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('link', { name: email }).click()
  await expectUsable(page, [PHONE])
  await page.getByRole('button', { name: 'Withdraw' }).click()
  await expect(page.getByText('Withdrawn').first()).toBeVisible()
  const guest = await browser.newContext()
  const outside = await guest.newPage()
  await outside.goto(link)
  await expect(outside.getByRole('heading', { name: 'Invitation not found' })).toBeVisible()
  await guest.close()
  await page.goto('/settings/team/roles')
  await expect(page.getByRole('row', { name: /^Change the team/ }).getByText('Yes')).toHaveCount(1)
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
})

test('a developer sees the team and changes nothing; a viewer does not see it', async ({ page }) => {
  await openAs(page, 'developer', '/settings/team')
  await expect(page.getByRole('button', { name: 'Invite person' })).toHaveAttribute('aria-disabled', 'true')
  await page.goto('/settings/team/invite')
  await expect(page.getByRole('heading', { name: "You don't have permission" })).toBeVisible()
  await page.context().clearCookies({ name: /session-token$/ })
  await openAs(page, 'viewer', '/payments')
  await expect(page.getByRole('link', { name: 'Team', exact: true })).toHaveCount(0)
  await page.goto('/settings/team')
  await expect(page.getByRole('heading', { name: "You don't have permission" })).toBeVisible()
})
