import { expect } from '@playwright/test'
import { createMerchant } from '#e2e/another-merchant.ts'
import { byAddress, demo, expectUsable, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'

test('a gateway account is imported: its progress, its counts, stopped and continued', async ({ page }) => {
  test.slow()
  const { owner } = createMerchant('Gateway import')
  const { base_url, test: there } = demo()
  await page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: base_url }])
  await page.goto('/login?return_to=/settings/acquirer/new?kind=gateway')
  await fillSignIn(page, owner)
  await page.waitForURL(/\/settings\/acquirer\/new/)
  const form = page.locator('main form')
  const confirm = async () => {
    const password = form.getByLabel('Your password')
    if (await password.isVisible()) await password.fill(owner.password)
  }
  await page.getByLabel('URL').fill(byAddress(base_url))
  await page.getByLabel('Key ID').fill(there.key_id)
  await page.getByLabel('Key secret').fill(there.key_secret)
  await page.getByLabel('Webhook secret').fill('gateway-webhook-secret')
  await confirm()
  await page.getByRole('button', { name: 'Test and add' }).click()
  await page.waitForURL(/\/settings\/acquirer\/acq_\w{14}$/)
  await page.getByRole('link', { name: 'Import records' }).click()
  await expect(page.getByRole('heading', { name: 'Import records' })).toBeVisible()
  await expectUsable(page)
  await confirm()
  await page.getByRole('button', { name: 'Start import' }).click()
  await expect(page.getByRole('table', { name: 'Records by kind' })).toBeVisible()
  const stop = page.getByRole('button', { name: 'Stop import' })
  const again = page.getByRole('button', { name: 'Continue import' })
  const finished = page.getByText('Finished', { exact: true }).first()
  await expect(stop.or(finished)).toBeVisible()
  await expectUsable(page)
  // It may be over before it is stopped.
  if (await stop.isVisible()) {
    await stop.click({ timeout: 5000 }).catch(() => undefined)
    await expect(again.or(finished)).toBeVisible()
    if (await again.isVisible()) await again.click()
  }
  await expect(async () => {
    await page.reload()
    await expect(finished).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('row', { name: /^Payments/ })).not.toContainText(/^Payments\s*0/)
  await expectUsable(page)
  await page.goto('/payments')
  await expect(page.getByRole('link', { name: /pay_/ }).first()).toBeVisible()
})
