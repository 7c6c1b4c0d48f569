import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { newOrder, openOrder } from '#e2e/ui/checkout/payer.ts'
import { makePayment, unique } from '#e2e/ui/payments/make.ts'

const SETTINGS = '/settings/business'

async function logo() {
  const buffer = await sharp({ create: { width: 600, height: 200, channels: 3, background: '#7a1f4d' } })
    .png()
    .toBuffer()
  return { name: 'logo.png', mimeType: 'image/png', buffer }
}

/** As other tests expect the merchant: with neither logo nor colour nor support contact. */
async function clear(page: Page): Promise<void> {
  await openAs(page, 'owner', SETTINGS)
  const remove = page.getByRole('button', { name: 'Remove' })
  if (await remove.isVisible()) {
    await remove.click()
    await expect(page.getByText('No logo yet')).toBeVisible()
  }
  await page.getByLabel('Brand colour').fill('')
  await page.getByLabel('Support email').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Business details saved.')).toBeVisible()
}

async function expectBranded(page: Page): Promise<void> {
  const complaints = complaintsOf(page)
  const order = await newOrder()
  await openOrder(page, order.id)
  const picture = page.locator('main img')
  await expect(picture).toHaveJSProperty('naturalWidth', 400)
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toHaveCSS('background-color', 'rgb(255, 212, 0)')
  await expect(page.getByRole('button', { name: /^Pay ₹/ })).toHaveCSS('color', 'rgb(0, 0, 0)')
  await expect(page.getByRole('link', { name: 'care@shop.example' })).toBeVisible()
  expect(complaints).toEqual([])
}

/** The picture is in the email itself: its page may load nothing. */
async function expectInEmail(page: Page): Promise<void> {
  const complaints = complaintsOf(page)
  const email = `${unique('logo')}@example.com`
  const { id } = await makePayment({ email })
  await page.goto(`/payments/${id}/receipt`)
  await page.getByRole('button', { name: 'Email receipt' }).click()
  await expect(page.locator('[data-timeline]')).toContainText('Receipt')
  await page.goto(`/outbox?recipient=${encodeURIComponent(email)}`)
  await page
    .getByRole('link', { name: /receipt/i })
    .first()
    .click()
  await page.waitForURL(/\/outbox\/mail_/)
  await page.goto(`${page.url()}/html`)
  await expect(page.locator('img')).toHaveJSProperty('naturalWidth', 400)
  await expect(page.locator('img')).toHaveCSS('width', '200px')
  await expect(page.getByText('Kaveri Stores').first()).toBeVisible()
  expect(complaints).toEqual([])
}

test('a logo, a colour and a support contact are set, and payers see them', async ({ page }) => {
  await openAs(page, 'owner', SETTINGS)
  await page.getByLabel('Picture').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await page.getByRole('button', { name: 'Upload the logo' }).click()
  await expect(page.getByText("The file isn't a PNG or JPEG.")).toBeVisible()
  await page.getByLabel('Picture').setInputFiles(await logo())
  await page.getByRole('button', { name: 'Upload the logo' }).click()
  await expect(page.getByRole('img', { name: 'The present logo' })).toBeVisible()
  await page.getByLabel('Brand colour').fill('#FFD400')
  await page.getByLabel('Support email').fill('care@shop.example')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Business details saved.')).toBeVisible()
  await expectUsable(page)
  await expectBranded(page)
  await expectUsable(page)
  await expectInEmail(page)
  await clear(page)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })
  test('the logo is a plain form', async ({ page }) => {
    await openAs(page, 'owner', SETTINGS)
    await page.getByLabel('Picture').setInputFiles(await logo())
    await page.getByRole('button', { name: 'Upload the logo' }).click()
    await expect(page.getByRole('img', { name: 'The present logo' })).toBeVisible()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByText('No logo yet')).toBeVisible()
  })
})

test('a role that may not change settings is told so, and sees no form', async ({ page }) => {
  await openAs(page, 'viewer', SETTINGS)
  await expect(page.getByRole('button', { name: 'Upload a logo' })).toHaveAttribute('aria-disabled', 'true')
  await expect(page.locator('input[type=file]')).toHaveCount(0)
})
