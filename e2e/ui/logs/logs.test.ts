import { expect, type Page } from '@playwright/test'
import { complaintsOf, demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { call } from '#e2e/ui/api-keys/make.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'

const key = () => ({ id: demo().test.key_id, secret: demo().test.key_secret })
const some = () => Math.random().toString(36).slice(2, 10)

/** Calls the API, and waits until the log has the request. */
async function made(
  page: Page,
  path: string,
  body?: object,
): Promise<{ id: string; response: Record<string, string> }> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
  const response = await call(key(), path, '203.0.113.77', init)
  const id = response.headers.get('x-request-id') ?? ''
  await expect.poll(async () => (await page.request.get(`/logs/${id}`)).status()).toBe(200)
  return { id, response: await response.json() }
}

test('a call shows with both bodies, its caller, and what followed from it', async ({ page }) => {
  const complaints = complaintsOf(page)
  await beStaff(page, 'developer')
  const receipt = some()
  const { id, response } = await made(page, '/v1/orders', { amount: 12_300, currency: 'INR', receipt })
  await page.goto(`/logs?object=${response.id}`)
  await expect(page.getByText('1 request', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'POST /v1/orders' }).click()
  await page.waitForURL(`**/logs/${id}`)
  await expect(page).toHaveTitle(/^Test · 201 POST \/v1\/orders · Logs/)
  await expect(page.getByText(`"receipt": "${receipt}"`).first()).toBeVisible()
  await expect(page.getByText('203.0.113.77')).toBeVisible()
  await expect(page.getByText('webshop/2.1').filter({ visible: true })).toBeVisible()
  await page
    .getByText(/^\d+ headers$/)
    .first()
    .click()
  await expect(page.getByText('Basic [redacted]')).toBeVisible()
  expect(await page.content()).not.toContain(key().secret)
  const curl = await page.getByRole('button', { name: 'Copy curl' }).getAttribute('data-copy')
  expect(curl).toContain('-u "$COUNTERFOIL_KEY_ID:$COUNTERFOIL_KEY_SECRET"')
  expect(curl).toContain(receipt)
  await page
    .getByRole('link', { name: response.id ?? '' })
    .first()
    .click()
  await page.waitForURL(`**/orders/${response.id}`)
  await page.goto(`/${id}`)
  await expect(page).toHaveURL(new RegExp(`/logs/${id}$`))
  expect(complaints).toEqual([])
})

test("a request is found by the client's own request ID, in the filter and in the search", async ({
  page,
}) => {
  await openAs(page, 'developer', '/logs')
  const send = async (sent: string) => {
    const init = { headers: { 'x-request-id': sent } }
    const response = await call(key(), '/v1/orders?count=1', '203.0.113.78', init)
    const id = response.headers.get('x-request-id') ?? ''
    expect(id).toMatch(/^req_/)
    await expect.poll(async () => (await page.request.get(`/logs/${id}`)).status()).toBe(200)
    await page.goto(`/search?q=${sent}`)
    await expect(page.getByRole('main').getByRole('link', { name: id })).toBeVisible()
    await page.goto(`/logs?client_request=${sent}`)
    await expect(page.getByText('1 request', { exact: true })).toBeVisible()
    return id
  }
  const sent = `cart-${some()}`
  await send(sent)
  await expectUsable(page)
  const longest = `cart-${some()}-`.padEnd(128, 'x')
  const id = await send(longest)
  await page.getByRole('link', { name: 'GET /v1/orders' }).click()
  await page.waitForURL(`**/logs/${id}*`)
  await expect(page.getByText(longest).filter({ visible: true }).first()).toBeVisible()
  await expectUsable(page)
  await page.goto(`/logs?client_request=${sent}x`)
  await expect(page.getByText('0 requests', { exact: true })).toBeVisible()
})

test('an error is explained, and grouped with its like', async ({ page }) => {
  await beStaff(page, 'developer')
  const { id } = await made(page, '/v1/orders', { amount: 1, currency: 'INR' })
  await page.goto(`/logs/${id}`)
  await expect(page.getByText('The request has an invalid value. Field: amount.')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Explain this error' })).toHaveAttribute(
    'href',
    '/docs/errors#input_validation_failed',
  )
  await page.goto('/logs/errors')
  const row = page.getByRole('row').filter({ hasText: 'amount' }).filter({ hasText: 'create order' }).first()
  await row.getByRole('link', { name: 'input_validation_failed', exact: true }).click()
  await expect(page).toHaveURL(
    /reason=input_validation_failed&field=amount&operation=create_order|operation=create_order/,
  )
  await expect(page.getByRole('link', { name: 'POST /v1/orders' }).first()).toBeVisible()
})

test('new requests come as a pill, and nothing moves', async ({ page }) => {
  const path = `/v1/orders?receipt=${some()}`
  await openAs(page, 'developer', '/logs?path=/v1/orders%3Freceipt')
  await expect(page.getByRole('heading', { name: 'Logs' })).toBeVisible()
  await page.waitForTimeout(500)
  const before = await page.locator('tbody tr').count()
  await made(page, path)
  await expect(page.getByRole('button', { name: /new request/ })).toBeVisible({ timeout: 120_000 })
  expect(await page.locator('tbody tr').count()).toBe(before)
  await page.getByRole('button', { name: /new request/ }).click()
  await expect(page.getByRole('link', { name: `GET ${path}` })).toBeVisible()
})

test('a request is sent again by staff with the permission, with an effect of its own', async ({ page }) => {
  await beStaff(page, 'owner')
  const receipt = some()
  const { id, response } = await made(page, '/v1/orders', { amount: 12_300, currency: 'INR', receipt })
  await page.goto(`/logs/${id}`)
  await page.getByRole('button', { name: 'Resend' }).click()
  await page.waitForURL(/\/logs\/req_\w+\?repeats=/)
  await expect(page.getByText('with a new idempotency key')).toBeVisible()
  await expect(page.getByText('201').first()).toBeVisible()
  const orders = await (await call(key(), `/v1/orders?receipt=${receipt}`)).json()
  expect(orders.count).toBe(2)
  expect(orders.items.map((order: { id: string }) => order.id)).toContain(response.id)
  // A repeated request can be repeated again.
  await page.getByRole('button', { name: 'Resend' }).click()
  await expect
    .poll(async () => (await (await call(key(), `/v1/orders?receipt=${receipt}`)).json()).count)
    .toBe(3)
})

test('what was not kept whole, or is not theirs to do, is not sent again, and says why', async ({ page }) => {
  await beStaff(page, 'owner')
  const card = { number: '4100280000001007', name: 'A', expiry_month: '12', expiry_year: '2030', cvv: '123' }
  const { id } = await made(page, '/v1/payments/create/json', { method: 'card', card })
  await page.goto(`/logs/${id}`)
  await expect(page.getByText(/Can't be resent: part of this request was redacted/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Resend' })).toHaveAttribute('aria-disabled', 'true')
  expect(await page.content()).not.toContain('4100280000001007')
  const refund = await made(page, '/v1/payments/pay_NfLw3gQ81xRt0a/refund', { amount: 100 })
  await page.context().clearCookies()
  await openAs(page, 'developer', `/logs/${refund.id}`)
  await expect(page.getByText(/Can't be resent: you .*\(refunds:write\)/)).toBeVisible()
})

test('who may not see the log is told so', async ({ page }) => {
  await openAs(page, 'viewer', '/logs')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
})

test('a filter that cannot be read finds nothing, and says so', async ({ page }) => {
  await openAs(page, 'developer', '/logs?status=3xx')
  await expect(page.getByRole('heading', { name: 'Invalid filter' })).toBeVisible()
})

test('its retention is set by staff who run the business', async ({ page }) => {
  await openAs(page, 'developer', '/logs/retention')
  await expect(page.getByRole('button', { name: 'Save' })).toHaveAccessibleDescription(/business:write/)
  await page.context().clearCookies()
  await openAs(page, 'owner', '/logs/retention')
  await expect(page.getByText(/^about /)).toBeVisible()
  await expect(page).toHaveURL(/settings\/retention$/)
  await page.getByLabel('Request log').fill('400')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The maximum retention is 365 days.')).toBeVisible()
  await page.getByLabel('Request log').fill('45')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/saved=1/)
  await expect(page.getByLabel('Request log')).toHaveValue('45')
})

test('a link to what is gone says for how long requests, events and emails are kept', async ({ page }) => {
  const retention = page.getByRole('link', { name: 'Go to retention' })
  await openAs(page, 'developer', '/logs')
  for (const [path, title, stored, list] of [
    ['/logs/req_NfLw3gQ81xRt0a', 'Request not found', /^Requests are kept for \d+ days\./, 'Go to logs'],
    ['/events/evt_NfLw3gQ81xRt0a', 'Event not found', /^Events are kept for \d+ days\./, 'Go to events'],
    [
      '/outbox/mail_NfLw3gQ81xRt0a',
      'Email not found',
      /^Copies of emails are kept for \d+ days\./,
      'Go to outbox',
    ],
  ] as const) {
    expect((await page.goto(path))?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible()
    await expect(page.getByText(stored)).toBeVisible()
    await expect(retention).toHaveAttribute('href', '/settings/retention')
    await expectUsable(page)
    await page.getByRole('link', { name: list }).click()
    await expect(page).toHaveURL(new RegExp(`${path.slice(0, path.lastIndexOf('/'))}$`))
  }
  // Who may not open the settings is not led there.
  await page.context().clearCookies()
  await openAs(page, 'support', '/outbox/mail_NfLw3gQ81xRt0a')
  await expect(page.getByText(/^Copies of emails are kept for \d+ days\./)).toBeVisible()
  await expect(retention).toHaveCount(0)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the log is filtered, looked at, refreshed, and a request sent again', async ({ page }) => {
    await beStaff(page, 'owner')
    const receipt = some()
    const { id, response } = await made(page, '/v1/orders', { amount: 12_300, currency: 'INR', receipt })
    await page.goto(`/logs?object=${response.id}`)
    await page.getByRole('link', { name: 'Refresh' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await page.getByRole('link', { name: 'POST /v1/orders' }).click()
    await expect(page).toHaveURL(new RegExp(`/logs/${id}$`))
    await page.getByRole('button', { name: 'Resend' }).click()
    await page.waitForURL(/\?repeats=/)
    const orders = await (await call(key(), `/v1/orders?receipt=${receipt}`)).json()
    expect(orders.count).toBe(2)
  })
})

test('the log has no accessibility finding, at any size', async ({ page }) => {
  test.setTimeout(900_000)
  await beStaff(page, 'owner')
  const { id } = await made(page, '/v1/orders', { amount: 1, currency: 'INR' })
  for (const path of ['', '/errors', '/retention', `/${id}`]) {
    await page.goto(`/logs${path}`)
    await expectUsable(page)
  }
})
