import { expect } from '@playwright/test'
import { expectNoSidewaysScroll, PHONE, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff } from '#e2e/ui/as-staff.ts'

test.use({ javaScriptEnabled: false })

test('the go-live checklist of live mode says what is left, and can be put away', async ({
  page,
  context,
}) => {
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Go-live checklist' })).toBeVisible()
  await expect(page.getByText(/^\d of \d done\./)).toBeVisible()
  for (const step of ['Create a live key', 'Create a live webhook', 'Add a second owner'])
    await expect(page.getByRole('heading', { name: step })).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByRole('region', { name: 'Needs attention' })).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Go-live checklist' })).toHaveCount(0)
})

test('fit a phone, without a finding', async ({ page, context }) => {
  await page.setViewportSize(PHONE)
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Go-live checklist' })).toBeVisible()
  await expectNoSidewaysScroll(page)
})
