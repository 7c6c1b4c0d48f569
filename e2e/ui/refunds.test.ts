import { expect, type Page } from '@playwright/test'
import { complaintsOf, demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from './as-staff.ts'

/** A new captured payment with one refund of it, made through the API; the refund's id. */
async function refundOf(page: Page, amount: number, speed: 'normal' | 'optimum'): Promise<string> {
  const { key_id, key_secret } = demo().test
  const post = async (path: string, data: object) => {
    const response = await page.request.post(path, {
      data,
      headers: { Authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` },
    })
    return (await response.json()) as { id: string }
  }
  const card = {
    number: '4100280000001007',
    name: 'Test Payer',
    expiry_month: '12',
    expiry_year: '2030',
    cvv: '123',
  }
  const order = await post('/v1/orders', { amount: 100_000, currency: 'INR', payment_capture: true })
  const payment = await post('/v1/payments/create/json', {
    amount: 100_000,
    currency: 'INR',
    order_id: order.id,
    method: 'card',
    card,
    email: 'refunds@example.com',
    contact: '+919876543210',
  })
  const refund = await post(`/v1/payments/${payment.id}/refund`, {
    amount,
    speed,
    notes: { reason: '=Damaged' },
  })
  return refund.id
}

test('the list shows states, ages and references, and narrows by tab and filter', async ({ page }) => {
  const complaints = complaintsOf(page)
  await openAs(page, 'owner', '/refunds')
  await expect(page.getByText(/^\d[\d,]* refunds · ₹/)).toBeVisible()
  await page.getByRole('link', { name: /^Failed/ }).click()
  await expect(page).toHaveURL(/status=failed/)
  await expect(page.locator('tbody tr').first()).toContainText('Failed')
  await page.goto('/refunds?status=pending')
  await expect(page.locator('tbody tr').first()).toContainText(/of 7|Overdue/)
  await page.goto('/refunds?status=processed')
  // Refunds to a wallet have none.
  const reference = page
    .locator('tbody')
    .getByRole('button', { name: /^(ARN|RRN|UTR) / })
    .first()
  const value = (await reference.getAttribute('data-copy')) ?? ''
  await page.goto(`/refunds?reference=${value}`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await expect(page.locator('summary', { hasText: value })).toBeVisible()
  await page.goto('/refunds?speed=fast')
  await expect(page.getByRole('heading', { name: 'Invalid filter' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a refund goes from pending to processed before one’s eyes', async ({ page }) => {
  const id = await refundOf(page, 25_000, 'normal')
  await openAs(page, 'owner', `/refunds/${id}`)
  await expect(page).toHaveTitle(new RegExp(`^Test · ₹250\\.00 (pending|processed) · ${id} · Refunds$`))
  await expect(page.getByText('Refund of ₹250.00 processed')).toBeVisible({ timeout: 120_000 })
  await expect(page.getByRole('listitem').filter({ hasText: 'Processed' }).first()).toBeVisible()
  await expect(page.getByRole('button', { name: /^(RRN|ARN|UTR) \w+, copy$/ })).toBeVisible()
  await expect(page.getByText('Left to refund')).toBeVisible()
})

test('notes are changed in place, and the advice stands alone on paper', async ({ page }) => {
  const id = await refundOf(page, 10_000, 'optimum')
  await openAs(page, 'owner', `/refunds/${id}`)
  await page.getByRole('button', { name: 'Edit notes' }).click()
  await page.getByLabel('Value of note 1').fill('Returned')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Refund notes changed')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByText('Refund advice')).toBeVisible()
  await expect(page.getByText(/of your payment of ₹1,000\.00/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeHidden()
  await expect(page.getByText(/^Printed /)).toBeVisible()
})

test('the export holds what is filtered, and no formula', async ({ page }) => {
  const id = await refundOf(page, 5_000, 'normal')
  await openAs(page, 'owner', '/refunds')
  const response = await page.request.get('/refunds/export?period=today')
  expect(response.headers()['content-type']).toContain('text/csv')
  expect(response.headers()['content-disposition']).toMatch(/^attachment; filename="refunds-test-.*\.csv"$/)
  const [head, ...lines] = (await response.text()).trimEnd().split('\r\n')
  const line = lines.find((one) => one.startsWith(id))
  expect(head).toContain('refund_id,created (Asia/Kolkata),created_at,payment_id')
  expect(line).toContain(',50.00,5000,normal,')
  expect(line).toContain("'=Damaged")
  const refused = await page.request.get('/refunds/export?speed=fast')
  expect(refused.status()).toBe(400)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the list filters and leads to a refund', async ({ page }) => {
    await openAs(page, 'owner', '/refunds?status=processed')
    await page.locator('summary', { hasText: 'Filter' }).click()
    await page.getByRole('combobox', { name: 'Requested by' }).selectOption('key')
    await page.getByRole('button', { name: 'Apply' }).last().click()
    await expect(page.locator('summary', { hasText: 'an API key' })).toBeVisible()
    await page.locator('a.row-link').first().click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  })
})

test('a viewer may look but not change', async ({ page }) => {
  await openAs(page, 'viewer', '/refunds')
  await page.locator('a.row-link').first().click()
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription(/refunds:write/)
})

test('refunds have no accessibility finding, at any size', async ({ page }) => {
  await openAs(page, 'owner', '/refunds')
  await expectUsable(page)
  for (const status of ['pending', 'failed', 'processed']) {
    await page.goto(`/refunds?status=${status}`)
    await page.locator('a.row-link').first().click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expectUsable(page)
  }
})
