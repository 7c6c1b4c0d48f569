import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })
    test('the capture window and the rates are set, and what is wrong stands at its field', async ({
      page,
    }) => {
      await openAs(page, 'owner', '/settings/payments')
      const fee = page.getByLabel('Fee', { exact: true })
      const before = await fee.inputValue()
      await fee.fill('12')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('The fee can be up to 10 %.')).toBeVisible()
      if (javaScriptEnabled) await expectUsable(page)
      await fee.fill('2.36')
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Payment settings saved.')).toBeVisible()
      await expect(fee).toHaveValue('2.36')
      // Other tests of this merchant count on the rates, so this one ends when they are saved.
      await page.goto('/settings/payments')
      await fee.fill(before)
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(page.getByText('Payment settings saved.')).toBeVisible()
    })
  })

test('a new order starts with the default capture, which can be changed', async ({ page }) => {
  await openAs(page, 'owner', '/settings/payments')
  const choose = async (capture: string) => {
    await page.goto('/settings/payments')
    await page.getByLabel('Default capture').selectOption(capture)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Payment settings saved.')).toBeVisible()
  }
  const capture = page.getByRole('switch', { name: 'Capture automatically' })
  await choose('manual')
  try {
    await page.goto('/orders/new')
    await expect(capture).not.toBeChecked()
    await capture.check()
    await page.getByLabel('Amount', { exact: true }).fill('10')
    await page.getByRole('button', { name: /^Create order/ }).click()
    await page.waitForURL(/\/orders\/order_/)
    await expect(page.getByText('Automatic', { exact: true })).toBeVisible()
  } finally {
    await choose('automatic')
  }
  await page.goto('/orders/new')
  await expect(capture).toBeChecked()
})

test('a role that may not change them sees them and who can help', async ({ page }) => {
  await openAs(page, 'viewer', '/settings/payments')
  await expect(page.getByLabel('Fee', { exact: true })).toHaveAttribute('readonly', '')
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})
