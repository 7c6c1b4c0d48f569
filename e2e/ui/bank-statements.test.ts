import { expect } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from './as-staff.ts'

const IMPORT = '/settlements/bank-statements/import'

test('a CSV statement is imported by its columns, and a line is matched and unmatched', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'finance', '/settlements?status=processed&credit=missing')
  const row = page.getByRole('row').nth(1)
  const id = (await row.getByRole('link').first().textContent())?.trim() ?? ''
  expect(id).toMatch(/^setl_/)
  await page.goto(IMPORT)
  await expectUsable(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('Choose a file.').first()).toBeVisible()

  // Larger than the server takes at all, so the page has to say it.
  const large = { name: 'year.csv', mimeType: 'text/csv', buffer: Buffer.alloc(1_200_000, '1,2\n') }
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(large)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByText('The file has 1.1 MB, more than 900 KB.').first()).toBeVisible()

  const reference = `E2E${Date.now()}`
  const csv = `Date,Narration,Ref No,Withdrawal,Deposit\n16/11/2026,From tests,${reference},,123.45\n17/11/2026,Charges,${reference}C,5.00,\nTOTAL,,,5.00,123.45\n`
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) }
  await page.getByLabel('Bank statement', { exact: true }).setInputFiles(file)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Check the import' })).toBeVisible()
  await page.getByLabel('Account number').fill('50200012345678')
  await expect(page.getByLabel('Credits')).toHaveValue('4')
  await page.getByRole('button', { name: 'Update preview' }).click()
  await expect(page.getByText('1 line, ₹123.45')).toBeVisible()
  await expect(page.getByText('1 line left out')).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Import 2 lines' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'november.csv' })).toBeVisible()
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Imported by')
  await expectUsable(page)

  await page.getByRole('link', { name: 'View lines' }).click()
  await expect(page.getByText(/^2 lines · /)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('row').filter({ hasText: 'Unmatched' }).getByRole('link').first().click()
  // A line has the slip of a record: its amount at the head, its references in the stub.
  await expect(page.getByRole('heading', { level: 1, name: '₹123.45' })).toBeVisible()
  await expect(page.locator('[data-slip] header')).toContainText('Credit')
  await expect(page.getByRole('complementary', { name: 'Details' })).toContainText('Reference')
  await expectUsable(page)
  await page.getByLabel('settlement ID').fill(id)
  await page.getByRole('button', { name: 'Match', exact: true }).click()
  await expect(page.getByText('The amount differs')).toBeVisible()
  await page.goto(`/settlements/${id}`)
  await expect(page.getByRole('link', { name: '₹123.45, 16 Nov 2026' })).toBeVisible()
  await page.getByRole('link', { name: '₹123.45, 16 Nov 2026' }).click()
  await expect(page.getByRole('heading', { name: 'Accept the difference' })).toBeVisible()
  await expectUsable(page)
  await page.getByRole('button', { name: 'Unmatch' }).click()
  await expect(page.getByRole('button', { name: 'Match', exact: true })).toBeVisible()
  await page.getByLabel('Reason').fill('Rent of the shop')
  await page.getByRole('button', { name: 'Ignore credit' }).click()
  await expect(page.getByText('Rent of the shop')).toBeVisible()
  await expectUsable(page)
  expect(complaints).toEqual([])
})

test('an MT940 statement says that its balances differ, and that it was imported before', async ({
  page,
}) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'finance', IMPORT)
  const text = `:20:A\n:25:50200012345678\n:60F:C261116INR10,00\n:61:261116C1,00NTRFE2E${Date.now()}\n:62F:C261116INR12,00\n`
  const file = { name: 'november.sta', mimeType: 'text/plain', buffer: Buffer.from(text) }
  const choose = async (chosen: typeof file) => {
    await page.goto(IMPORT)
    await page.getByLabel('Bank statement', { exact: true }).setInputFiles(chosen)
    await page.getByRole('button', { name: 'Continue' }).click()
  }
  await choose(file)
  await expect(page.getByText("The balances don't add up")).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 line' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'november.sta' })).toBeVisible()
  await expectUsable(page)
  await choose(file)
  await expect(page.getByText('No new lines')).toBeVisible()
  await choose({ ...file, buffer: Buffer.from(text.replaceAll('INR', 'USD')) })
  await expect(page.getByText('The statement is in USD, and this account in INR.').first()).toBeVisible()
  await openAs(page, 'viewer', IMPORT)
  await expect(page.getByText("You can't import statements")).toBeVisible()
  expect(complaints).toEqual([])
})
