import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makeAccount, makeHolder, makePayout, someNumber } from '#e2e/ui/payouts/make.ts'

async function fillNumbers(page: Page, first: string, again = first) {
  await page.getByLabel('Account number', { exact: true }).fill(first)
  await page.getByLabel('Confirm account number').fill(again)
}

test('an account is added once its branch is known and both numbers are the same', async ({ page }) => {
  const complaints = complaintsOf(page)
  const holder = await makeHolder(100)
  const number = someNumber()
  await openAs(page, 'finance', '/fund-accounts/new')
  await page.getByLabel('Customer', { exact: true }).fill(holder.contact ?? '')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  await page.getByLabel('Account holder').fill('Somebody Else')
  await expect(page.getByText(`The customer's name is ${holder.name}.`)).toBeVisible()
  const ifsc = page.getByLabel('IFSC')
  await ifsc.fill('hdfco')
  await expect(page.getByText('The 5th character must be zero, not the letter O.')).toBeVisible()
  await expect(ifsc).toHaveValue('HDFCO')
  await ifsc.fill('HDFC0ZZZZZZ')
  await expect(page.getByText('No bank branch has this IFSC.')).toBeVisible()
  await fillNumbers(page, number)
  await page.getByRole('button', { name: 'Create fund account' }).click()
  await expect(page.getByText('Unknown IFSC. Check its 11 characters.')).toBeVisible()
  await ifsc.fill('HDFC0000001')
  await expect(page.getByText('HDFC Bank, branch 000001')).toBeVisible()
  await fillNumbers(page, number, `${number}9`)
  await page.getByRole('button', { name: 'Create fund account' }).click()
  await expect(page.getByText("The account numbers don't match.")).toBeVisible()
  await fillNumbers(page, number, `${number.slice(0, 4)} ${number.slice(4)}`)
  await expect(page.getByText('Account numbers match.')).toBeVisible()
  await page.getByRole('button', { name: 'Create fund account' }).click()
  await page.waitForURL(`/fund-accounts?customer=${holder.id}`)
  const row = page.locator('tbody tr')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('HDFC Bank')
  await expect(row).toContainText(number.slice(-4))
  await expect(row).not.toContainText(number)
  expect(complaints).toEqual([])
})

test('the whole number is shown for this view alone, and an account is switched off and on', async ({
  page,
}) => {
  const holder = await makeHolder(100)
  const number = someNumber()
  await makeAccount(holder, number)
  await openAs(page, 'finance', `/fund-accounts?customer=${holder.id}`)
  await page.getByRole('button', { name: /^Reveal the account number ending/ }).click()
  await expect(page.getByText(number)).toBeVisible()
  expect(page.url()).not.toContain(number)
  await page.reload()
  await expect(page.getByRole('button', { name: /^Reveal the account number ending/ })).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await page.getByRole('button', { name: /^Deactivate/ }).click()
  await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  await page.goto(`/payouts/new?customer=${holder.id}`)
  await expect(page.getByRole('heading', { name: 'No active fund account' })).toBeVisible()
  await page.goto(`/fund-accounts?customer=${holder.id}&active=false`)
  await page.getByRole('button', { name: /^Activate/ }).click()
  await expect(page.getByRole('heading', { name: 'No fund accounts match these filters' })).toBeVisible()
})

test('who may not see fund accounts is not offered them, and the page names the permission', async ({
  page,
}) => {
  const holder = await makeHolder(10_000)
  const payout = await makePayout(holder, await makeAccount(holder, someNumber()), 5_000)
  for (const role of ['viewer', 'support', 'developer'] as const) {
    await openAs(page, role, '/payouts')
    await expect(page.getByRole('link', { name: 'Fund accounts', exact: true })).toHaveCount(0)
    await expect(
      page.getByRole('button', { name: 'Fund accounts', exact: true }),
    ).toHaveAccessibleDescription(/fund_accounts:read/)
    await page.goto(`/payouts/${payout.id}`)
    await expect(page.getByRole('main').getByText(/^••••/).first()).toBeVisible()
    await expect(page.locator('a[href^="/fund-accounts"]')).toHaveCount(0)
    await page.goto('/fund-accounts')
    await expect(page.getByText(/fund_accounts:read/)).toBeVisible()
    await expect(page.getByText('••••')).toHaveCount(0)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an account is added, its number shown, and the account switched off', async ({ page }) => {
    const holder = await makeHolder(100)
    const number = someNumber()
    await openAs(page, 'finance', `/fund-accounts/new?customer=${holder.id}`)
    await page.getByLabel('IFSC').fill('sbin0000300')
    await fillNumbers(page, number, '12345')
    await page.getByRole('button', { name: 'Create fund account' }).click()
    await expect(page.getByText("The account numbers don't match.")).toBeVisible()
    await expect(page.getByLabel('IFSC')).toHaveValue('sbin0000300')
    await fillNumbers(page, number)
    await page.getByRole('button', { name: 'Create fund account' }).click()
    await page.waitForURL(`/fund-accounts?customer=${holder.id}`)
    await expect(page.locator('tbody tr')).toContainText('State Bank of India')
    await page.getByRole('button', { name: /^Reveal the account number ending/ }).click()
    await expect(page.getByText(number)).toBeVisible()
    expect(page.url()).not.toContain(number)
    await page.getByRole('button', { name: /^Deactivate/ }).click()
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible()
  })
})

test('fund accounts have no accessibility finding, at any size', async ({ page }) => {
  const holder = await makeHolder(100)
  await openAs(page, 'finance', '/fund-accounts')
  await expectUsable(page)
  await page.goto(`/fund-accounts/new?customer=${holder.id}`)
  await page.getByLabel('IFSC').fill('HDFC0000001')
  await expect(page.getByText('HDFC Bank, branch 000001')).toBeVisible()
  await expectUsable(page)
})
