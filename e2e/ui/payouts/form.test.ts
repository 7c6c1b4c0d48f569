import { expect } from '@playwright/test'
import { complaintsOf, expectAccessible, expectNoSidewaysScroll, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { balanceOf, makeAccount, makeHolder, someNumber } from './make.ts'

/** The demo merchant's fee for a payout, with the tax on it. */
const COST = 590

test('a payout is made, and arrives before one’s eyes with its UTR', async ({ page }) => {
  // The simulated bank takes its time, and so does a busy machine.
  test.slow()
  const complaints = complaintsOf(page)
  const holder = await makeHolder(100_000)
  const number = someNumber()
  await makeAccount(holder, number)
  await openAs(page, 'finance', '/payouts/new')
  await page.getByLabel('Customer', { exact: true }).fill(holder.email ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText(`HDFC Bank ••••${number.slice(-4)}`).first()).toBeVisible()
  await page.getByLabel('Amount').fill('400')
  const left = page.locator('dl').filter({ hasText: 'Remaining balance' })
  await expect(left).toContainText('₹594.10')
  await page.getByLabel('Reference').fill('RET-1')
  await page.getByLabel('Narration').fill('Kaveri & Sons')
  await expect(page.getByText(/Use letters, digits and spaces only, (.* )?not “&”/)).toBeVisible()
  await page.getByLabel('Narration').fill('Kaveri Returns')
  await expect(page.getByText('Some banks show only the first 9 characters')).toBeVisible()
  await page.getByRole('button', { name: 'Create payout of ₹400.00' }).click()
  await page.waitForURL(/\/payouts\/pout_\w{14}$/)
  await expect(page).toHaveTitle(/₹400\.00 (processing|processed) · pout_\w+ · Payouts$/)
  await expect(page.getByRole('button', { name: /^UTR \w+, copy$/ })).toBeVisible({ timeout: 150_000 })
  await expect(page.getByText('Payout of ₹400.00 processed')).toBeVisible()
  await expect(page.getByText('Kaveri Returns').first()).toBeVisible()
  expect(await balanceOf(holder)).toBe(100_000 - 40_000 - COST)
  expect(complaints).toEqual([])
})

test('more than the wallet holds is rejected, and nothing leaves it', async ({ page }) => {
  const holder = await makeHolder(50_000)
  await makeAccount(holder, someNumber())
  await openAs(page, 'finance', `/payouts/new?customer=${holder.id}`)
  await page.getByLabel('Amount').fill('500')
  await expect(page.getByText('Insufficient wallet balance: ₹5.90 missing')).toBeVisible()
  await page.getByRole('button', { name: 'Create payout of ₹500.00' }).click()
  await expect(page.getByText('Insufficient wallet balance for the amount with fees and tax.')).toBeVisible()
  expect(await balanceOf(holder)).toBe(50_000)
  await page.getByRole('button', { name: /^Maximum/ }).click()
  await page.getByRole('button', { name: 'Create payout of ₹494.10' }).click()
  await page.waitForURL(/\/payouts\/pout_/)
  expect(await balanceOf(holder)).toBe(0)
})

test('the balance follows what others do while the form is open', async ({ page }) => {
  const holder = await makeHolder(50_000)
  await makeAccount(holder, someNumber())
  await openAs(page, 'finance', `/payouts/new?customer=${holder.id}`)
  await expect(page.getByText('₹500.00').first()).toBeVisible()
  await rest('/transfers', { customer_id: holder.id, amount: 12_345, currency: 'INR' })
  await expect(page.getByText('₹623.45').first()).toBeVisible({ timeout: 120_000 })
})

test('who has no account is led to add one, and comes back to the payout', async ({ page }) => {
  const holder = await makeHolder(50_000)
  await openAs(page, 'finance', `/payouts/new?customer=${holder.id}`)
  await page.getByRole('link', { name: 'Create fund account' }).click()
  const number = someNumber()
  await page.getByLabel('IFSC').fill('ICIC0000047')
  await page.getByLabel('Account number', { exact: true }).fill(number)
  await page.getByLabel('Confirm account number').fill(number)
  await page.getByRole('button', { name: 'Create fund account' }).click()
  await page.waitForURL(/\/payouts\/new\?customer=/)
  await expect(
    page.getByRole('radio', { name: new RegExp(`ICICI Bank ••••${number.slice(-4)}`) }),
  ).toBeChecked()
})

test('a role that may not pay out is told so', async ({ page }) => {
  await openAs(page, 'viewer', '/payouts/new')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
  await page.goto('/payouts')
  await expect(page.getByRole('button', { name: 'Create payout' })).toHaveAccessibleDescription(
    /payouts:write/,
  )
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a payout fails with its input kept, and is then made', async ({ page }) => {
    const holder = await makeHolder(80_000)
    const [first, second] = [someNumber('11'), someNumber('22')]
    await makeAccount(holder, first)
    await makeAccount(holder, second)
    await openAs(page, 'finance', `/payouts/new?customer=${holder.id}`)
    await page.getByRole('radio', { name: new RegExp(`••••${first.slice(-4)}`) }).check()
    await page.getByLabel('Amount').fill('a lot')
    await page.getByLabel('Narration').fill('Returns')
    await page.getByRole('button', { name: 'Create payout' }).click()
    await expect(page.getByText('Enter an amount, e.g. 1250 or 1250.50.')).toBeVisible()
    await expect(page.getByLabel('Narration')).toHaveValue('Returns')
    await expect(page.getByRole('radio', { name: new RegExp(`••••${first.slice(-4)}`) })).toBeChecked()
    await page.getByLabel('Amount').fill('250')
    await page.getByRole('textbox', { name: /^Notes/ }).fill('ticket=T-1')
    await page.getByRole('button', { name: 'Create payout' }).click()
    await page.waitForURL(/\/payouts\/pout_/)
    await expect(page.getByText('T-1')).toBeVisible()
    await expect(page.getByText(`••••${first.slice(-4)}`).first()).toBeVisible()
    expect(await balanceOf(holder)).toBe(80_000 - 25_000 - COST)
  })
})

test('the form has no accessibility finding, on a phone neither', async ({ page }) => {
  const holder = await makeHolder(50_000)
  await makeAccount(holder, someNumber())
  await openAs(page, 'finance', `/payouts/new?customer=${holder.id}`)
  await page.getByLabel('Amount').fill('900')
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
