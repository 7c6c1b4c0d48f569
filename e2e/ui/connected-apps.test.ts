import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { DESKTOP, expectAccessible, expectNoSidewaysScroll, expectUsable, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs, staffOf } from '#e2e/ui/as-staff.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

const DEVICES = Object.entries({ desktop: DESKTOP, phone: PHONE })

/** Connects an app, and opens its page. @returns a function that calls a tool as the app */
async function connect(page: Page, request: APIRequestContext, name: string, scope: string) {
  const program = await openClientApp()
  const input = await begin(request, program.callback, scope, { client_name: name })
  await page.goto(input.address)
  if (scope.includes('refunds:write')) {
    await page.getByRole('checkbox', { name: /Refund payments/ }).check()
    await page.getByLabel('Limit per call').fill('100')
    await page.getByLabel('Limit per 24 hours').fill('500')
    await page.getByLabel('Your password').fill(staffOf('owner').password)
  }
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(/127\.0\.0\.1/)
  const response = await request.post('/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: input.client_id,
      code: program.calls[0]?.searchParams.get('code') ?? '',
      redirect_uri: program.callback,
      code_verifier: input.code_verifier,
    },
  })
  program.close()
  const { access_token } = (await response.json()) as { access_token: string }
  await page.goto('/connected-apps')
  await page.getByRole('link', { name, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const call = (tool: string, fields: object) =>
    request.post('/mcp', {
      headers: { authorization: `Bearer ${access_token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: fields } },
    })
  return { call, address: input.address }
}

/** A change that loosens a limit needs approval: an admin approves it, and the owner signs in again afterwards. */
async function approvedByAdmin(page: Page): Promise<void> {
  await page.waitForURL('**/approvals/apr_*')
  await openAs(page, 'admin', new URL(page.url()).pathname)
  await page.getByRole('button', { name: /^Approve/ }).click()
  await expect(page.getByText('Approved and completed')).toBeVisible()
  await openAs(page, 'owner', '/connected-apps')
}

for (const [device, viewport] of DEVICES) {
  test(`a connected app is listed with its scopes, and disconnected: ${device}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport)
    const name = `Till ${device} ${Date.now()}`
    await beStaff(page, 'owner')
    const { call } = await connect(page, request, name, 'read_only')
    await page.goto('/connected-apps')
    const app = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
    await expect(app).toContainText('Can see payments')
    await expect(app).toContainText('Never used.')
    await expectNoSidewaysScroll(page)
    if (device === 'desktop') await expectUsable(page, [PHONE, DESKTOP])
    await page.getByRole('button', { name: `Disconnect ${name}` }).click()
    await expect(app).toHaveCount(0)
    await page.getByRole('link', { name: 'Disconnected' }).click()
    await expect(app).toContainText('by the user who connected it')
    expect((await call('fetch_all_orders', {})).status()).toBe(401)
  })

  test(`an app has a page with its calls; its access is reduced, and extended only with the password: ${device}`, async ({
    page,
    request,
  }) => {
    await page.setViewportSize(viewport)
    const name = `Desk ${device} ${Date.now()}`
    await openAs(page, 'owner', '/')
    const { call } = await connect(page, request, name, 'read_only orders:write refunds:write')
    expect((await call('create_order', { amount: 4200, currency: 'INR' })).status()).toBe(200)
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('1 in the last 24 hours')).toBeVisible({ timeout: 2000 })
      // The line may have arrived between counting and listing.
      await expect(page.getByText('create_order', { exact: true })).toBeVisible({ timeout: 2000 })
    }).toPass()
    await expect(page.getByText('₹100.00')).toBeVisible()
    await page.getByText('create_order', { exact: true }).click()
    await expect(page.getByRole('region', { name: 'Arguments' })).toContainText('"amount": 4200')
    await expect(page.getByRole('region', { name: 'Result' })).toContainText('"entity": "order"')
    await expectNoSidewaysScroll(page)
    if (device === 'desktop') await expectUsable(page, [PHONE, DESKTOP])

    await page.getByRole('link', { name: 'Edit access', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Edit access' })).toBeVisible()
    await expectNoSidewaysScroll(page)
    if (device === 'desktop') await expectUsable(page, [PHONE, DESKTOP])
    const save = page.getByRole('button', { name: 'Save' })
    await page.getByRole('checkbox', { name: /Create orders/ }).uncheck()
    await page.getByLabel('Limit per call').fill('150')
    // The consent has confirmed the session, so raising a limit does not ask for the password again.
    await expect(page.getByText(/^Confirmed until/)).toBeVisible()
    await save.click()
    await expect(page.getByText('₹150.00')).toBeVisible()
    await expect(page.getByText('Scopes or limits changed')).toBeVisible()
    const refused = await call('create_order', { amount: 4200, currency: 'INR' })
    expect(refused.status()).toBe(403)
    const rejected = page.locator('details').filter({ hasText: 'create_order' }).filter({ hasText: '403' })
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('2 in the last 24 hours, 1 rejected')).toBeVisible({ timeout: 2000 })
      await expect(rejected).toContainText('permission_denied', { timeout: 2000 })
    }).toPass()
    await rejected.locator('summary').click()
    await expect(rejected.getByRole('region', { name: 'Arguments' })).toContainText('"amount": 4200')
    await expect(rejected.getByRole('region', { name: 'Result' })).toContainText(
      'needs the scope orders:write',
    )
  })
}

test('what an app moved is drawn against its limits, and its points lead to its requests', async ({
  page,
  request,
}) => {
  await page.setViewportSize(DESKTOP)
  const name = `Refunder ${Date.now()}`
  await openAs(page, 'owner', '/')
  const { call } = await connect(page, request, name, 'read_only refunds:write')
  const address = page.url()
  await expect(page.getByRole('figure', { name: 'Moved by day' })).toHaveCount(0)
  const { id } = await makePayment({ amount: 100_000 })
  const made = await call('refund_payment', { id, amount: 4200 })
  expect(await made.text()).not.toContain('"isError":true')
  await page.goto(address)
  const figure = page.getByRole('figure', { name: 'Moved by day' })
  await expect(figure).toContainText('₹42.00')
  await expect(figure).toContainText('limit ₹500.00')
  await expect(page.getByRole('figure', { name: 'Largest call without approval' })).toContainText(
    'limit ₹100.00',
  )
  await expect(figure.locator('.plot-limit')).toHaveCount(2)
  const table = page.locator('.picture')
  await table.getByText('Table', { exact: true }).click()
  await expect(table.getByRole('row', { name: /₹42\.00 ₹0\.00 ₹42\.00$/ })).toBeVisible()
  await expectUsable(page)
  await page.setViewportSize(DESKTOP)
  const point = figure.locator('svg a').last()
  await expect(point).toHaveAttribute('data-hint', /: ₹42\.00 without approval, ₹0\.00 approved$/)
  await point.click()
  await expect(page).toHaveURL(/\/logs\?actor=.+&from=\d+&to=\d+/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})

test('a blocked app cannot be connected, says so, and can be unblocked', async ({ page, request }) => {
  const name = `Unwanted ${Date.now()}`
  await openAs(page, 'owner', '/')
  const { call, address } = await connect(page, request, name, 'read_only')
  await page.getByRole('link', { name: 'Block' }).click()
  await page.getByLabel('Reason').fill('Nobody knows whose it is')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Block app' }).click()
  const block = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await expect(block).toContainText('Nobody knows whose it is')
  await expectAccessible(page)
  expect((await call('fetch_all_orders', {})).status()).toBe(401)
  await page.goto(address)
  await expect(page.getByText("You can't allow this. This merchant has blocked this app.")).toBeVisible()
  await expect(page.getByRole('button', { name: 'Allow' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Deny' })).toBeVisible()
  await expectAccessible(page)
  await page.goto('/connected-apps/policy')
  await block.getByLabel('Reason for unblocking').fill('It is the new till')
  await page.getByRole('button', { name: `Unblock ${name}` }).click()
  // The demo merchant has thresholds, so unblocking the app needs a second person.
  await approvedByAdmin(page)
  await page.goto('/connected-apps/policy')
  await expect(block).toHaveCount(0)
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Allow' })).toBeVisible()
})

for (const [device, viewport] of DEVICES) {
  test(`a client is registered, its secret seen once, rotated and deleted: ${device}`, async ({ page }) => {
    await page.setViewportSize(viewport)
    const name = `Reconciler ${device} ${Date.now()}`
    await openAs(page, 'owner', '/connected-apps/clients/new')
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Redirect URIs').fill('https://ok.example/back\nhttp://no.example/')
    await page.getByRole('button', { name: 'Register client' }).press('Enter')
    await expect(page.getByLabel('Redirect URIs')).toHaveAccessibleDescription(
      /The redirect URI must use https/,
    )
    await expectNoSidewaysScroll(page)
    if (device === 'desktop') await expectUsable(page, [PHONE, DESKTOP])
    await page.getByLabel('Redirect URIs').fill('https://ok.example/back')
    await page.getByRole('button', { name: 'Register client' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Store the secret now' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy secret' })).toBeVisible()
    if (device === 'desktop') await expectUsable(page, [PHONE, DESKTOP])
    await page.getByText('Show the secret').click()
    const secret = (await page.locator('details p').textContent()) ?? ''
    expect(secret).toMatch(/^\w{32}$/)
    await page.getByLabel('I stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    expect(await page.content()).not.toContain(secret)
    await expectNoSidewaysScroll(page)
    if (device === 'desktop') await expectUsable(page, [PHONE, DESKTOP])
    await page.getByRole('link', { name: 'Rotate secret' }).click()
    await page.getByRole('button', { name: 'Rotate secret' }).press('Enter')
    await page.getByText('Show the secret').click()
    expect(await page.locator('details p').textContent()).not.toBe(secret)
    await page.getByLabel('I stored the secret').check()
    await page.getByRole('button', { name: 'Done' }).click()
    await page.getByRole('link', { name: 'Delete' }).click()
    await page.getByLabel(/Type .* to confirm/).fill('something else')
    await page.getByRole('button', { name: 'Delete client' }).press('Enter')
    await expect(page.getByLabel(/Type .* to confirm/)).toHaveAccessibleDescription(/to delete this client/)
    await page.getByLabel(/Type .* to confirm/).fill(name)
    await page.getByRole('button', { name: 'Delete client' }).press('Enter')
    await expect(page).toHaveURL(/\/connected-apps\/clients$/)
    // Outside main, the region in which Next announces pages may still hold the title of the page before.
    await expect(page.getByRole('main').getByText(name)).toHaveCount(0)
  })
}

test('the policy takes hosts alone, and names who can change it', async ({ page }) => {
  await openAs(page, 'owner', '/connected-apps/policy')
  const hosts = page.getByLabel('Allowed redirect hosts')
  const before = await hosts.inputValue()
  await hosts.fill('https://app.example.com/back')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(hosts).toHaveAccessibleDescription(/https:\/\/app\.example\.com\/back: Enter a host/)
  await expect(hosts).toHaveValue('https://app.example.com/back')
  await expectAccessible(page)
  await hosts.fill(before)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Policy saved.')).toBeVisible()
  await page.context().clearCookies({ name: /session/ })
  await openAs(page, 'finance', '/connected-apps/policy')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
  await page.goto('/connected-apps/clients')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
})

test('what the policy does not let says so on the consent screen, and can only be denied', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const input = await begin(request, program.callback, 'read_only', { client_name: `Policy ${Date.now()}` })
  await openAs(page, 'owner', '/connected-apps/policy')
  const allow = page.getByRole('button', { name: 'Allow' })
  const setPolicy = async (registered: boolean, hosts: string, looser: boolean) => {
    await page.goto('/connected-apps/policy')
    await page.getByLabel('Allow self-registered apps').setChecked(registered)
    await page.getByLabel('Allowed redirect hosts').fill(hosts)
    if (looser) await page.getByLabel('Reason for the change').fill('Our apps connect again')
    await page.getByRole('button', { name: 'Save' }).click()
    if (looser) await approvedByAdmin(page)
    else await expect(page.getByText('Policy saved.')).toBeVisible()
    await page.goto(input.address)
  }
  try {
    await setPolicy(false, '', false)
    await expect(page.getByText("doesn't allow self-registered apps")).toBeVisible()
    await expect(allow).toHaveCount(0)
    await expectAccessible(page)
    await setPolicy(true, 'app.example.com', true)
    await expect(page.getByText("doesn't allow apps that redirect to 127.0.0.1")).toBeVisible()
    await expect(allow).toHaveCount(0)
    await page.getByRole('button', { name: 'Deny' }).click()
    await expect.poll(() => program.lastCall().searchParams.get('error')).toBe('access_denied')
    await setPolicy(true, 'app.example.com\n127.0.0.1', true)
    await expect(allow).toBeVisible()
  } finally {
    await setPolicy(true, '', true)
    program.close()
  }
  await expect(allow).toBeVisible()
})
