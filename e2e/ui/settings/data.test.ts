import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { expectUsable, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { givePassword, openAs, openFresh, staffOf } from '#e2e/ui/as-staff.ts'

// All change the same merchant.
test.describe.configure({ mode: 'serial' })

test('an owner exports everything, and downloads it', async ({ page }) => {
  await openAs(page, 'owner', '/settings/data')
  await expectUsable(page)
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Export everything' }).click()
  await expect(page.getByText(/Export requested/).first()).toBeVisible()
  const download = page.getByRole('link', { name: 'Download' }).first()
  await expect(async () => {
    await page.goto('/settings/data')
    await expect(download).toBeVisible({ timeout: 1000 })
  }).toPass({ timeout: 120_000 })
  await expectUsable(page)
  const [file] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(file.suggestedFilename()).toMatch(/^counterfoil-test-\d{4}-\d\d-\d\d\.zip$/)
  const bytes = readFileSync(await file.path())
  expect(bytes.subarray(0, 2).toString()).toBe('PK')
  // The names of the files stand in the directory at the end of the ZIP, in clear.
  for (const name of [
    'orders.ndjson',
    'payments.ndjson',
    'audit_lines.ndjson',
    'business.json',
    'export.json',
  ])
    expect(bytes.includes(name), name).toBe(true)
  expect(bytes.includes('secret_hash')).toBe(false)
})

test('the download belongs to the person who requested it, and roles without the permission see nothing', async ({
  page,
}) => {
  await openAs(page, 'admin', '/settings/data')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('an owner requests the deletion of the business, and cancels it', async ({ page }) => {
      await openFresh(page, 'owner', '/settings/data')
      await page.getByRole('link', { name: 'Delete business…' }).click()
      await page.waitForURL(/\/settings\/data\/delete$/)
      if (javaScriptEnabled) await expectUsable(page)
      const name = await page.locator('label b.mono').innerText()
      await page.getByLabel(/^Type /).fill('Something else')
      await page.getByLabel('Your password').fill(staffOf('owner').password)
      await page.getByRole('button', { name: 'Request deletion' }).click()
      await expect(page.getByText(/The name doesn't match/)).toBeVisible()
      await page.getByLabel(/^Type /).fill(name)
      await page.getByLabel('Your password').fill('wrong')
      await page.getByRole('button', { name: 'Request deletion' }).click()
      await expect(page.getByLabel('Your password')).toHaveAttribute('aria-invalid', 'true')
      await page.getByLabel('Your password').fill(staffOf('owner').password)
      await page.getByRole('button', { name: 'Request deletion' }).click()
      await page.waitForURL(/\/settings\/data(\?|$)/)
      await expect(page.getByText('Deletion requested').first()).toBeVisible()
      await expect(page.getByText(/Until then everything works as before/)).toBeVisible()
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByRole('button', { name: 'Cancel deletion' }).click()
      await expect(page.getByText('The last deletion was cancelled')).toBeVisible()
    })
  })

test('test data is deleted in test mode alone, once the name is typed', async ({ page, context }) => {
  await openAs(page, 'owner', '/settings/data/reset')
  await expectUsable(page)
  await page.getByLabel(/^Type /).fill('Something else')
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Delete test data' }).click()
  await expect(page.getByText(/The name doesn't match/)).toBeVisible()
  await useMode(context, 'live')
  await page.goto('/settings/data/reset')
  await expect(page.getByText("Live data can't be deleted this way")).toBeVisible()
  await page.goto('/settings/data')
  await expect(page.getByRole('link', { name: 'Delete test data…' })).toHaveCount(0)
  await useMode(context, 'test')
})

test('retention has one page, with what is fixed', async ({ page }) => {
  await openAs(page, 'owner', '/settings/retention')
  await expect(page.getByRole('heading', { name: 'Retention' })).toBeVisible()
  await expectUsable(page)
  await page.getByLabel('Events').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Events are kept for at least 31 days.')).toBeVisible()
  await page.getByLabel('Events').fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/saved=1/)
  await expect(page.getByLabel('Events')).toHaveValue('400')
  await page.getByLabel('Events').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/^Saved\./).first()).toBeVisible()
  await expect(page.getByRole('row', { name: /Audit log and approvals 8 years/ })).toBeVisible()
})
