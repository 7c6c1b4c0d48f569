import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makeFailedPayment, makePayment } from './make.ts'

const timeline = (page: Page) => page.locator('[data-timeline] li')

test("a payment shows the payer's device, at each size and in each theme", async ({ page }) => {
  const payment = await makePayment({
    device: {
      ip: '2001:db8:85a3::8a2e:370:7334',
      referer: 'https://shop.example/cart',
      user_agent:
        'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0 Mobile Safari/537.36',
      browser: { language: 'en-IN', timezone_offset: 330, java_enabled: false, screen_width: 412 },
    },
  })
  await openAs(page, 'support', `/payments/${payment.id}`)
  const stub = page.getByRole('complementary', { name: 'Details' })
  for (const text of ['2001:db8:85a3::8a2e:370:7334', 'https://shop.example/cart', 'Pixel 8', 'en-IN'])
    await expect(stub).toContainText(text)
  await expectUsable(page)
})

test('tells a payment from its first attempt to its last refund', async ({ page }) => {
  const complaints = complaintsOf(page)
  const payment = await makePayment({
    notes: { shop: 'Mysuru 2' },
    device: {
      ip: '203.0.113.7',
      user_agent: 'Kirana/2.1',
      browser: { screen_width: 390, screen_height: 844 },
    },
  })
  await rest(`/payments/${payment.id}/refund`, { amount: 50_000, speed: 'optimum' })
  await openAs(page, 'owner', `/payments/${payment.id}`)
  await expect(page).toHaveTitle(`Test · ₹1,250.00 captured · ${payment.id} · Payments`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹1,250.00')
  await expect(page.locator('header').getByText('Partially refunded')).toBeVisible()
  const strip = page.locator('[data-strip]')
  await expect(strip).toContainText(
    /Authorized\s*1,250\.00\s*Captured\s*1,250\.00\s*Fee and tax\s*minus −29\.50\s*Refunded\s*minus −500\.00/,
  )
  await expect(strip).toContainText('720.50')
  // The page polls until the bank has paid.
  await expect(timeline(page).first()).toContainText('Refund of ₹500.00 processed, instant', {
    timeout: 120_000,
  })
  await expect(timeline(page)).toContainText([
    /processed/,
    /Refund of ₹500.00 started/,
    /Order paid/,
    /Captured automatically in full/,
    /Authorized/,
    /Attempted/,
  ])
  await expect(timeline(page).nth(1)).toContainText(/by the key .* request req_\w{14}/)
  const stub = page.getByRole('complementary', { name: 'Details' })
  for (const text of [
    payment.id,
    payment.order_id,
    'Visa',
    '1007',
    'Credit',
    '+91 98765 43210',
    payment.acquirer_data.rrn ?? '',
    'Mysuru 2',
    '203.0.113.7',
    'Kirana/2.1',
    '390 × 844',
  ]) {
    await expect(stub).toContainText(text)
  }
  await page
    .getByRole('navigation', { name: 'Views of this payment' })
    .getByRole('link', { name: /^Refunds/ })
    .click()
  await expect(page.getByRole('row').filter({ hasText: 'rfnd_' })).toContainText(
    /₹500\.00.*Processed.*instant/,
  )
  expect(complaints).toEqual([])
})

test('shows the record as the API returns it, and the request as code', async ({ page }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', `/payments/${id}?tab=json`)
  const shown = JSON.parse((await page.getByRole('region', { name: 'JSON' }).textContent()) ?? '')
  expect(shown).toEqual(await rest(`/payments/${id}`))
  await expect(page.getByRole('region', { name: 'curl' })).toContainText(
    `${process.env.BASE_URL}/v1/payments/${id}`,
  )
  await page.getByRole('radio', { name: 'Python' }).check()
  await expect(page.getByRole('region', { name: 'Python' })).toContainText('urllib.request')
  await expect(page.getByRole('region', { name: 'curl' })).toBeHidden()
  await page.getByRole('link', { name: 'With the card expanded' }).click()
  await expect(page.getByRole('region', { name: 'JSON' })).toContainText('"entity": "card"')
})

test('explains a failure, with who acts and what helps', async ({ page }) => {
  const { id } = await makeFailedPayment()
  await openAs(page, 'owner', `/payments/${id}`)
  const card = page.locator('[data-notice]')
  await expect(card).toContainText('Insufficient funds.')
  await expect(card).toContainText('Payer → authorization → insufficient funds')
  await expect(card).toContainText('The customer needs to add funds or use another account.')
  await expect(page.getByRole('link', { name: /^(Capture|Refund) ₹/ })).toHaveCount(0)
})

test('changes notes in place, and undoes the change', async ({ page }) => {
  const { id } = await makePayment({ notes: { shop: 'Mysuru 2' } })
  await openAs(page, 'owner', `/payments/${id}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Edit notes' }).click()
  await notes.getByLabel('Value of note 1').fill('Hubballi')
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes.getByLabel('Key of note 2').fill('desk')
  await notes.getByLabel('Value of note 2').fill('3')
  await notes.getByRole('button', { name: 'Save' }).click()
  await expect(notes).toContainText('Hubballi')
  await expect
    .poll(async () => (await rest<{ notes: object }>(`/payments/${id}`)).notes)
    .toEqual({ shop: 'Hubballi', desk: '3' })
  await expect(timeline(page).first()).toContainText(/Notes changed.*by .*@/s)
  await notes.getByRole('button', { name: 'Undo' }).click()
  await expect(notes).toContainText('Mysuru 2')
  await expect
    .poll(async () => (await rest<{ notes: object }>(`/payments/${id}`)).notes)
    .toEqual({ shop: 'Mysuru 2' })
})

test('shows a viewer what they may not do, and who can change that', async ({ page }) => {
  const [authorized, taken] = [await makePayment({ captured: false }), await makePayment()]
  await openAs(page, 'viewer', `/payments/${authorized.id}`)
  const capture = page.getByRole('button', { name: 'Capture' })
  await expect(capture).toHaveAttribute('aria-disabled', 'true')
  await expect(capture).toHaveAccessibleDescription(/payments:capture.*Ask an owner or admin/)
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveAccessibleDescription(/payments:write/)
  await page.goto(`/payments/${authorized.id}/capture`)
  await expect(
    page.getByText("You don't have permission to capture payments (payments:capture)"),
  ).toBeVisible()
  await page.goto(`/payments/${taken.id}`)
  await expect(page.getByRole('button', { name: 'Refund' })).toHaveAccessibleDescription(/refunds:write/)
  await page.goto(`/payments/${taken.id}/refund`)
  await expect(page.getByText("You don't have permission to issue refunds (refunds:write)")).toBeVisible()
  await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0)
})

test('responds 404 for an unknown id', async ({ page }) => {
  await beStaff(page, 'owner')
  for (const path of [
    '/payments/pay_NfLw3gQ81xRt0a',
    '/payments/nothing',
    '/payments/pay_NfLw3gQ81xRt0a/refund',
  ]) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Record not found' })).toBeVisible()
  }
})

test('the tabs of a payment list its deliveries, requests and events, for those who may see them', async ({
  page,
}) => {
  const payment = await makePayment()
  await rest(`/payments/${payment.id}/refund`, { amount: 10_000 })
  await openAs(page, 'owner', `/payments/${payment.id}`)
  const tabs = page.getByRole('navigation', { name: 'Views of this payment' })
  await tabs.getByRole('link', { name: 'Events' }).click()
  await expect(page.getByRole('link', { name: 'payment.captured' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'refund.created' })).toBeVisible()
  await expectUsable(page)
  await tabs.getByRole('link', { name: 'Webhooks' }).click()
  await expect(page).toHaveURL(/tab=webhooks/)
  // The log is written a fraction of a second after the response.
  await expect(async () => {
    await page.goto(`/payments/${payment.id}?tab=requests`)
    await expect(page.getByText('/refund').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await openAs(page, 'viewer', `/payments/${payment.id}?tab=requests`)
  await expect(tabs.getByRole('link', { name: 'Requests' })).toHaveCount(0)
  await expect(tabs.getByRole('link', { name: 'Overview' })).toBeVisible()
})

test('the refund form offers the usual reasons, and says what the customer will see', async ({ page }) => {
  const payment = await makePayment()
  await openAs(page, 'owner', `/payments/${payment.id}/refund`)
  await expect(page.getByLabel('Reason')).toHaveAttribute('list', 'usual-reasons')
  await expect(page.locator('#usual-reasons option')).not.toHaveCount(0)
  await expect(page.getByText(/The customer will see ₹1,250\.00 from .+ on Visa/)).toBeVisible()
  await expectUsable(page)
})
