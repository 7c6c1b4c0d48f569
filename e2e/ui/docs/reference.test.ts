import { expect } from '@playwright/test'
import { complaintsOf, demo, expectUsable, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'

const OPERATION = '/docs/reference/orders/create_order'

test('the reference is public, and asks to sign in before a request is sent', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto(OPERATION)
  await expect(page).toHaveTitle(/^Create an order · Reference/)
  await expect(page.getByRole('heading', { level: 1, name: 'Create an order' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'curl' })).toContainText('key_test_YOUR_KEY_ID')
  await expect(page.getByRole('link', { name: 'input_validation_failed' })).toHaveAttribute(
    'href',
    '/docs/errors#input_validation_failed',
  )
  await page.getByRole('radio', { name: 'Node' }).check()
  await expect(page.getByRole('region', { name: 'Node' })).toContainText('client.orders.create(')
  await expect(page.getByRole('button', { name: 'Send request' })).toHaveCount(0)
  await expect(
    page.getByRole('region', { name: 'Try it' }).getByRole('link', { name: 'Sign in' }),
  ).toHaveAttribute('href', `/login?return_to=${encodeURIComponent(OPERATION)}`)
  expect(complaints).toEqual([])
})

test('who is signed in finds their test key in the samples, never a secret, in live mode too', async ({
  page,
  context,
}) => {
  await beStaff(page, 'owner')
  await useMode(context, 'live')
  await page.goto(OPERATION)
  const curl = page.getByRole('region', { name: 'curl' })
  await expect(curl).toContainText(/-u "key_test_[0-9A-Za-z]{14}:\$COUNTERFOIL_KEY_SECRET"/)
  const html = await page.content()
  expect(html).not.toContain(demo().test.key_secret)
  expect(html).not.toContain('key_live_')
})

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('a request that is tried is made for real in the test account', async ({ page, request }) => {
      await openAs(page, 'owner', OPERATION)
      const receipt = `try-${Date.now()}-${process.pid}-${javaScriptEnabled}`
      const body = page.getByLabel('Body', { exact: true })
      await body.fill(JSON.stringify({ amount: 4200, currency: 'INR', receipt }))
      await page.getByRole('button', { name: 'Send request' }).click()
      const response = page.getByRole('region', { name: /^Response 201 \d/ })
      await expect(response).toContainText('POST /v1/orders')
      await expect(response).toContainText(/Request ID req_[0-9A-Za-z]{14}/)
      const { key_id, key_secret } = demo().test
      const found = await request.get(`/v1/orders?receipt=${receipt}`, {
        headers: { authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` },
      })
      expect(await found.json()).toMatchObject({ count: 1, items: [{ amount: 4200, receipt }] })
    })

    test('an error is shown as the API returns it', async ({ page }) => {
      await openAs(page, 'owner', OPERATION)
      const body = page.getByLabel('Body', { exact: true })
      await body.fill('{"amount": 1')
      await page.getByRole('button', { name: 'Send request' }).click()
      await expect(page.getByRole('region', { name: 'Response body' })).toContainText('malformed_body')
      await expect(page.getByLabel('Body', { exact: true })).toHaveValue('{"amount": 1')
    })
  })
}

test('who may not do it is told which permission is missing', async ({ page }) => {
  await openAs(page, 'viewer', OPERATION)
  const panel = page.getByRole('region', { name: 'Try it' })
  await expect(panel).toContainText('orders:write')
  await expect(panel.getByRole('button')).toHaveCount(0)
})

test.describe('reading without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the search finds operations, fields, reasons and guides', async ({ page }) => {
    await page.goto('/docs')
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('refund receipt')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/docs\/search\?q=refund\+receipt$/)
    const results = page.getByRole('main')
    await expect(results.getByRole('link', { name: 'Refund a payment' })).toBeVisible()
    const refund = results.getByRole('listitem').filter({ hasText: 'Refund a payment' }).first()
    await expect(refund).toContainText('POST /v1/payments/{id}/refund ·')
    // Names of properties are searched and not shown.
    await expect(refund).not.toContainText('Idempotency-Key')
    await results.getByRole('link', { name: 'refund_receipt_used' }).click()
    await expect(page).toHaveURL(/\/docs\/errors#refund_receipt_used$/)
    await expect(page.locator('#refund_receipt_used')).toBeInViewport()
    await page.goto('/docs/search?q=zzzqqq')
    await expect(page.getByText(/^No results for all of these words/)).toBeVisible()
  })

  test('every page that is linked from the start exists', async ({ page, request }) => {
    test.slow()
    await page.goto('/docs')
    const hrefs = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.length).toBeGreaterThan(15)
    for (const href of new Set(hrefs)) expect((await request.get(href)).status(), href).toBe(200)
  })
})

test('what does not exist is 404', async ({ page }) => {
  for (const path of [
    '/docs/reference/nothing',
    '/docs/reference/payments/create_order',
    '/docs/guides/nothing',
    '/docs/guides/apps/nothing',
  ])
    expect((await page.goto(path))?.status(), path).toBe(404)
})

for (const path of [
  OPERATION,
  '/docs',
  '/docs/guides/real-service',
  '/docs/guides/webhooks',
  '/docs/guides/ai-client',
  '/docs/guides/authorization',
  '/docs/guides/apps/refunds',
  '/docs/errors',
  '/docs/wallets-discontinued',
]) {
  test(`${path} has no accessibility finding, at any size`, async ({ page }) => {
    await (path === OPERATION ? openAs(page, 'owner', path) : page.goto(path))
    await expectUsable(page)
  })
}
