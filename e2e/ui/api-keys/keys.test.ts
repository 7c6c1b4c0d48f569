import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from '@playwright/test'
import { complaintsOf, demo, expectUsable, useMode } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, openFresh } from '#e2e/ui/as-staff.ts'
import { call, fillKey, shownKey, someName } from './make.ts'

test('a key is made from a preset, works from its network, and its secret is shown once', async ({
  page,
  context,
}) => {
  test.slow()
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const complaints = complaintsOf(page)
  const name = someName('Webshop')
  await openAs(page, 'owner', '/api-keys/new')
  await page.getByRole('link', { name: /^Checkout server/ }).click()
  await expect(page.getByRole('radio', { name: 'Orders: Read and write' })).toBeChecked()
  await expect(page.getByLabel('Refund', { exact: true })).not.toBeChecked()
  await fillKey(page, name, async () => {
    await page.getByLabel('Allowed IP addresses').fill('203.0.113.0/24')
    await page.getByLabel('Expires').selectOption('In 30 days')
  })
  const key = await shownKey(page)
  // Copied without being revealed: neither the page nor the URL contains it.
  await expect(page.getByText(key.secret)).toBeHidden()
  expect(page.url()).not.toContain(key.secret)
  await page.getByRole('button', { name: 'Copy secret' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key.secret)

  const allowed = await call(key, '/v1/orders?count=1')
  expect(allowed.status).toBe(200)
  const elsewhere = await call(key, '/v1/orders?count=1', '198.51.100.7')
  expect([elsewhere.status, (await elsewhere.json()).error.reason]).toEqual([403, 'address_not_allowed'])
  const more = await call(key, '/v1/payouts')
  expect((await more.json()).error.reason).toBe('permission_denied')

  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page).toHaveURL(/\/api-keys\/new/)
  await page.getByLabel('I stored the secret').check()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.waitForURL(`**/api-keys/${key.id}*`)
  await expect(page).toHaveTitle(new RegExp(`^Test · ${name} · API keys`))
  await expect(page.getByText('Customers: write')).toBeVisible()
  await page.goBack()
  await expect(page.getByText('Store the secret now')).toBeHidden()
  expect(await page.content()).not.toContain(key.secret)
  await page.goto(`/logs?actor=${key.id}`)
  await expect(page.locator('tbody tr')).toHaveCount(3)
  // It is in the log shortly after, beside those of other tests.
  await expect(async () => {
    await page.goto(`/logs?operation=create_key&object=${key.id}`)
    await expect(page.locator('a.row-link').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.locator('a.row-link').first().click()
  await expect(page.getByRole('heading', { name: 'create key' })).toBeVisible()
  await expect(page.getByText('"secret": "[redacted]"')).toBeVisible()
  expect(complaints).toEqual([])
})

test('the curl of a new key works as it is copied', async ({ page }) => {
  await openAs(page, 'owner', '/api-keys/new?preset=agent')
  await fillKey(page, someName('Agent'))
  const curl = await page.getByRole('button', { name: /^Copy curl/ }).getAttribute('data-copy')
  const { stdout } = await promisify(execFile)('sh', ['-c', `${curl} -s`])
  expect(JSON.parse(stdout).entity).toBe('collection')
})

test('invalid input is rejected beside its field, and the input stays', async ({ page }) => {
  const name = someName('Refunds')
  await openAs(page, 'owner', '/api-keys/new?preset=refunds')
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Allowed IP addresses').fill('example.com')
  await page.getByLabel('Limit per refund').fill('500')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await expect(page.getByText('"example.com" is not an IP address or network')).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue(name)
  await page.getByLabel('Allowed IP addresses').fill('')
  await page.getByLabel('Refund limit in 24 hours').fill('100')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await expect(page.getByText("The limit per refund can't exceed the 24-hour limit.")).toBeVisible()
  await page.getByLabel('Refund limit in 24 hours').fill('1,000')
  await page.getByRole('button', { name: 'Create API key' }).click()
  const { id } = await page
    .getByRole('heading', { name: 'Store the secret now' })
    .waitFor()
    .then(() => shownKey(page))
  await page.goto(`/api-keys/${id}`)
  await expect(page.getByText('Up to ₹500.00 per refund.')).toBeVisible()
  await expect(page.getByText('₹0.00 of ₹1,000.00 refunded')).toBeVisible()
})

test('a key is changed, rotated with an overlap that counts its calls, and revoked by its name', async ({
  page,
}) => {
  test.slow()
  const name = someName('Nightly')
  await openAs(page, 'owner', '/api-keys/new?preset=reporting')
  await fillKey(page, name)
  const old = await shownKey(page)
  await page.goto(`/api-keys/${old.id}/edit`)
  await page.getByRole('radio', { name: 'Customers: None' }).check()
  await page.getByLabel('Allowed IP addresses').fill('203.0.113.9')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/api-keys/${old.id}`)
  await expect(page.getByText('Customers: read')).toBeHidden()
  expect((await call(old, '/v1/customers')).status).toBe(403)
  expect((await call(old, '/v1/orders')).status).toBe(200)

  await page.getByRole('link', { name: 'Rotate' }).click()
  await page.getByLabel('in 1 hour').check()
  await page.getByRole('button', { name: 'Rotate key' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  const next = await shownKey(page)
  expect(next.id).not.toBe(old.id)
  for (const key of [old, next]) expect((await call(key, '/v1/orders')).status).toBe(200)
  await page.goto(`/api-keys/${old.id}`)
  await expect(page.getByText('Being replaced')).toBeVisible()
  const counted = page.getByText(/\d+ requests? with this key since the replacement/)
  await expect(counted).toBeVisible({ timeout: 120_000 })
  const calls = async () => Number(/(\d+) requests? with/.exec(await counted.innerText())?.[1])
  // The count is live. Calls of the current second are counted with later ones.
  const before = await calls()
  await call(old, '/v1/orders')
  await expect.poll(calls, { timeout: 120_000 }).toBeGreaterThan(before)

  await page.getByRole('link', { name: 'Revoke' }).click()
  await expect(page.getByText(/^Last request .* from 203\.0\.113\.9, by webshop\/2\.1/)).toBeVisible({
    timeout: 120_000,
  })
  await page.getByLabel(`Type ${name} to confirm`).fill('something else')
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText(`Type ${name} to revoke this key.`)).toBeVisible()
  await page.getByLabel(`Type ${name} to confirm`).fill(name)
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await page.waitForURL(`**/api-keys/${old.id}`)
  await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible()
  await expect(page.getByText('Revoked by', { exact: true })).toBeVisible()
  expect((await call(old, '/v1/orders')).status).toBe(401)
  expect((await call(next, '/v1/orders')).status).toBe(200)
})

test('live keys ask for the password again', async ({ page, context }) => {
  const { staff } = demo() as ReturnType<typeof demo> & { staff: Record<string, { password: string }> }
  await openFresh(page, 'owner', '/api-keys')
  await useMode(context, 'live')
  await page.goto('/api-keys/new?preset=agent')
  await page.getByLabel('Name').fill(someName('Live'))
  await page.getByRole('button', { name: 'Create API key' }).click()
  await expect(page.getByText('Enter your password to continue.')).toBeVisible()
  await page.getByLabel('Your password').fill('not it')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await expect(page.getByText('Incorrect password.')).toBeVisible()
  await page.getByLabel('Your password').fill(staff.owner?.password ?? '')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('heading', { name: 'Store the secret now' }).waitFor()
  const { id } = await shownKey(page)
  expect(id).toMatch(/^key_live_/)
  // The password is not in the log; the line of this key appears shortly after, beside those of other tests.
  await expect(async () => {
    await page.goto(`/logs?operation=create_key&object=${id}`)
    await expect(page.locator('a.row-link').first()).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.locator('a.row-link').first().click()
  await expect(page.getByRole('heading', { name: 'create key' })).toBeVisible()
  expect(await page.content()).not.toContain(staff.owner?.password)
})

test('a developer makes a key of full access in test mode', async ({ page }) => {
  await openAs(page, 'developer', '/api-keys/new')
  await page.getByRole('link', { name: /^Full/ }).click()
  await fillKey(page, someName('Full'))
  expect((await call(await shownKey(page), '/v1/payouts')).status).toBe(200)
})

test('staff cannot grant permissions that they lack in live mode', async ({ page, context }) => {
  await openAs(page, 'developer', '/api-keys')
  await useMode(context, 'live')
  // A preset that cannot be given in full is not offered, neither by its URL.
  await page.goto('/api-keys/new?preset=refunds')
  await expect(page.getByText("You don't have permission to issue refunds in live mode.")).toBeVisible()
  await expect(page.getByRole('link', { name: /^Refund tool/ })).toHaveCount(0)
  await expectUsable(page)
  await page.getByRole('link', { name: /^Custom/ }).click()
  await expect(page.getByLabel('Refund', { exact: true })).toBeDisabled()
  await expect(
    page.getByText("You don't have permission to issue refunds, so you can't grant it."),
  ).toBeVisible()
  await page.context().clearCookies()
  await openAs(page, 'finance', '/api-keys')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
})

test('what a key may do stays when it is renamed by a person who lacks some of it', async ({ page }) => {
  const name = someName('Everything')
  await openAs(page, 'owner', '/api-keys/new?preset=refunds')
  await fillKey(page, name)
  const key = await shownKey(page)
  await page.context().clearCookies()
  await openAs(page, 'developer', `/api-keys/${key.id}/edit`)
  await page.getByLabel('Name').fill(`${name} renamed`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/api-keys/${key.id}`)
  await expect(page.getByRole('heading', { level: 1, name: `${name} renamed` })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: /^Refund$/ })).toBeVisible()
  // Rejected because the payment does not exist, and not because a permission is missing.
  const refund = await call(key, '/v1/payments/pay_NfLw3gQ81xRt0a/refund', undefined, {
    method: 'POST',
    body: '{}',
  })
  expect(refund.status).not.toBe(403)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a key is made, tried, and revoked', async ({ page }) => {
    const name = someName('Plain')
    await openAs(page, 'owner', '/api-keys/new')
    await page.getByRole('link', { name: /^Refund tool/ }).click()
    await page.getByRole('button', { name: 'Create API key' }).click()
    await expect(page.getByText('Enter a name.')).toBeVisible()
    await expect(page.getByLabel('Refund', { exact: true })).toBeChecked()
    await fillKey(page, name)
    await page.getByText('Show the secret').click()
    const key = await shownKey(page)
    await expect(page.getByText(key.secret, { exact: true })).toBeVisible()
    expect((await call(key, '/v1/refunds')).status).toBe(200)
    await page.getByLabel('I stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Revoke' }).click()
    await page.getByLabel(`Type ${name} to confirm`).fill(name)
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await expect(page.getByText('Revoked', { exact: true }).first()).toBeVisible()
    expect((await call(key, '/v1/refunds')).status).toBe(401)
  })
})

test('keys have no accessibility finding, at any size', async ({ page }) => {
  test.setTimeout(900_000)
  await openAs(page, 'owner', '/api-keys/new?preset=checkout')
  await expectUsable(page)
  await fillKey(page, someName('Seen'))
  await expectUsable(page)
  const { id } = await shownKey(page)
  for (const path of ['', '/new', `/${id}`, `/${id}/rotate`, `/${id}/revoke`]) {
    await page.goto(`/api-keys${path}`)
    await expectUsable(page)
  }
})
