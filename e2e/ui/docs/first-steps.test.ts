import { expect } from '@playwright/test'
import { expectNoSidewaysScroll, PHONE, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff } from '#e2e/ui/as-staff.ts'

test.use({ javaScriptEnabled: false })

test('the first steps hold the key of the account, and can be put away', async ({ page, context }) => {
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'First 5 steps' })).toBeVisible()
  await expect(page.getByText(/^\d of 5 done\./)).toBeVisible()
  for (const step of [
    'Call the API with a key',
    'Create an order',
    'Accept a payment',
    'Refund part of the payment',
    'Receive a webhook',
  ])
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  await expect(page.getByRole('region', { name: 'curl: add an endpoint' })).toContainText(/-u 'key_live_\w+'/)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'First 5 steps' })).toHaveCount(0)
})

test('fit a phone, without a finding', async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'First 5 steps' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
