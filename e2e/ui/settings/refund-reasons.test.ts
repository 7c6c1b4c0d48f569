import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

// Both change the settings of one merchant.
test.describe.configure({ mode: 'serial' })

const save = async (page: Page, reasons: string, required: boolean) => {
  await page.goto('/settings/payments')
  await page.getByLabel('Reasons').fill(reasons)
  await page.getByLabel('Require a reason').setChecked(required)
  await page.getByRole('button', { name: 'Save refund settings' }).click()
  await expect(page.getByText('Refund settings saved.')).toBeVisible()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('staff choose from the reasons of the merchant, and must', async ({ page }) => {
      const { id } = await makePayment()
      await openAs(page, 'owner', '/settings/payments')
      try {
        await save(page, 'Wrong size\nArrived late', true)
        if (javaScriptEnabled) await expectUsable(page)
        await page.goto(`/payments/${id}/refund`)
        const reason = page.getByLabel('Reason')
        await expect(reason.locator('option')).toHaveText(['Choose a reason', 'Wrong size', 'Arrived late'])
        await page.getByLabel('Amount').fill('2.50')
        await page.getByRole('button', { name: /^Refund/ }).click()
        await expect(page.getByText('Choose a reason.')).toBeVisible()
        if (javaScriptEnabled) await expectUsable(page)
        await reason.selectOption('Arrived late')
        await page.getByRole('button', { name: /^Refund/ }).click()
        await page.waitForURL((url) => !url.pathname.endsWith('/refund'))
        // The table of the payment's refunds leaves the reason out where it is narrow; the refund's page never does.
        await page.goto(`/payments/${id}?tab=refunds`)
        await page.locator('main a.row-link').first().click()
        await page.waitForURL(/\/refunds\/rfnd_/)
        await expect(page.getByText('Arrived late').first()).toBeVisible()
      } finally {
        await save(page, '', false)
      }
    })
  })
