import { expect } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { Keyboard } from '#e2e/ui/keyboard.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'
import { makeAccount, makeHolder, someNumber } from '#e2e/ui/payouts/make.ts'

/** The most keys that a person may need from the opened page to the end of the work, the text they type included. */
const MOST = { capture: 15, refund: 20, payout: 30 }

test('a payment is captured with a keyboard alone', async ({ page }) => {
  const { id } = await makePayment({ captured: false })
  await openAs(page, 'owner', '/')
  await page.goto(`/payments/${id}`)
  const opener = page.getByRole('link', { name: /^Capture ₹/ })
  const keyboard = new Keyboard(page)
  await keyboard.skipTo(opener)
  await keyboard.press('Enter')
  const dialog = page.locator('[data-dialog]')
  await expect(dialog).toBeVisible()
  await keyboard.tabTo(dialog.getByRole('button', { name: /^Capture ₹/ }))
  await keyboard.press('Enter')
  await expect(page.getByText('Captured in full')).toBeVisible()
  expect(keyboard.count, 'keys').toBeLessThanOrEqual(MOST.capture)
})

test('part of a payment is refunded with a keyboard alone', async ({ page }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', '/')
  await page.goto(`/payments/${id}`)
  const opener = page.getByRole('link', { name: /^Refund ₹/ })
  const keyboard = new Keyboard(page)
  await keyboard.skipTo(opener)
  await keyboard.press('Enter')
  const dialog = page.locator('[data-dialog]')
  await expect(dialog.getByLabel('Amount')).toBeFocused()
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('500')
  await keyboard.tabTo(dialog.getByRole('button', { name: 'Refund ₹500.00' }), 'Shift+Tab')
  await keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  const { items } = await rest<{ items: { amount: number }[] }>(`/payments/${id}/refunds`)
  expect(items).toMatchObject([{ amount: 50_000 }])
  expect(keyboard.count, 'keys').toBeLessThanOrEqual(MOST.refund)
})

test('a payment is found and its refund opened from the list without a pointer', async ({ page }) => {
  const email = `${unique('keys')}@example.com`
  const { id } = await makePayment({ email })
  await openAs(page, 'owner', `/payments?email=${email}`)
  const row = page.locator('a.row-link')
  const keyboard = new Keyboard(page)
  await keyboard.press('j')
  await expect(row).toBeFocused()
  await keyboard.tabTo(page.getByRole('link', { name: `Refund ${id}` }))
  await keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/payments/${id}/refund$`))
  expect(keyboard.count, 'keys').toBeLessThanOrEqual(4)
})

test('a payout is made with a keyboard alone', async ({ page }) => {
  const holder = await makeHolder(100_000)
  await makeAccount(holder, someNumber())
  await openAs(page, 'finance', '/')
  await page.goto(`/payouts/new?customer=${holder.id}`)
  const amount = page.getByLabel('Amount')
  const keyboard = new Keyboard(page)
  await keyboard.skipTo(amount)
  await keyboard.type('400')
  await keyboard.tabTo(page.getByRole('button', { name: 'Create payout of ₹400.00' }))
  await keyboard.press('Enter')
  await page.waitForURL(/\/payouts\/pout_\w{14}$/)
  await expect(page.getByRole('heading', { name: /₹400\.00/ })).toBeVisible()
  expect(keyboard.count, 'keys').toBeLessThanOrEqual(MOST.payout)
})
