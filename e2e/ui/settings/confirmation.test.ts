import { expect } from '@playwright/test'
import { complaintsOf, expectUsable, NARROW, PHONE, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openFresh, staffOf } from '#e2e/ui/as-staff.ts'

test('a password counts for the next ten minutes of the session, and for no other', async ({
  page,
  context,
}) => {
  const complaints = complaintsOf(page)
  await openFresh(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill('Dev')
  await page.getByLabel('Email').fill(`dev-${Date.now()}@example.com`)
  await page.getByLabel('Your password').fill(staffOf('owner').password)
  await page.getByRole('button', { name: 'Invite person' }).click()
  await expect(page.getByText('Send this link yourself')).toBeVisible()
  // Without loading the page again.
  await page.getByRole('link', { name: 'View invitations' }).click()
  await page.getByRole('link', { name: 'Invite person' }).click()
  await expect(page.getByText(/^Confirmed until \d\d:\d\d/)).toBeVisible()
  await expect(page.getByLabel('Your password')).toHaveCount(0)
  await expectUsable(page, [PHONE, NARROW])
  // The password is changed with the current one in any case.
  await page.goto('/settings/account?open=password')
  await expect(page.getByLabel('Current password')).toBeVisible()

  await context.clearCookies({ name: /session-token$/ })
  await openFresh(page, 'owner', '/settings/team/invite')
  await expect(page.getByLabel('Your password')).toBeVisible()
  expect(complaints).toEqual([])
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('an export in live mode asks for the password first, and then downloads', async ({
      page,
      context,
    }) => {
      await openFresh(page, 'owner', '/payments')
      await useMode(context, 'live')
      await page.goto('/customers')
      await page.getByRole('link', { name: 'Export', exact: true }).click()
      await expect(page.getByRole('heading', { name: 'Confirm your session' })).toBeVisible()
      if (javaScriptEnabled) await expectUsable(page, [{ width: 1280, height: 800 }, PHONE])
      await page.getByLabel('Your password').fill('wrong')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Incorrect password.')).toBeVisible()
      await page.getByLabel('Your password').fill(staffOf('owner').password)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Confirm' }).click()
      expect((await downloading).suggestedFilename()).toMatch(/^customers-live-.*\.csv$/)
      await expect(page.getByRole('heading', { name: 'Session confirmed' })).toBeVisible()
      await page.getByRole('link', { name: 'Back to the list' }).click()
      await expect(page).toHaveURL(/\/customers$/)
      // From now on the link downloads at once.
      await page.goto('/customers')
      const again = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export', exact: true }).click()
      expect((await again).suggestedFilename()).toMatch(/^customers-live-/)
    })

    test('an export leads back to the list with its filters, before and after the password', async ({
      page,
      context,
    }) => {
      await openFresh(page, 'owner', '/orders')
      await useMode(context, 'live')
      await page.goto('/exports/orders?status=paid&q=receipt')
      await page.getByRole('button', { name: 'Export' }).click()
      await expect(page.getByRole('heading', { name: 'Confirm your session' })).toBeVisible()
      await page.getByRole('link', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(/\/orders\?status=paid&q=receipt$/)
      await page.goto('/exports/orders?status=paid&q=receipt')
      await page.getByRole('button', { name: 'Export' }).click()
      await page.getByLabel('Your password').fill(staffOf('owner').password)
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Confirm' }).click()
      expect((await downloading).suggestedFilename()).toMatch(/^orders-live-status-paid/)
      const back = page.getByRole('link', { name: 'Back to the list' })
      await expect(back).toBeVisible()
      if (javaScriptEnabled) await expectUsable(page, [{ width: 1280, height: 800 }, PHONE])
      await back.click()
      await expect(page).toHaveURL(/\/orders\?status=paid&q=receipt$/)
    })
  })
}
