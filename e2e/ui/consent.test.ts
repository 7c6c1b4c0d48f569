import { expect, type Page } from '@playwright/test'
import { DESKTOP, demo, expectUsable, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from '#e2e/ui/as-staff.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'
import { tabTo } from '#e2e/ui/keyboard.ts'

const heading = (page: Page, name = 'Ledger Helper') =>
  page.getByRole('heading', { level: 1, name: `“${name}” wants to act for you` })

test('an app is allowed with a keyboard alone, calls tools, and is rejected after its revocation', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const { address, client_id, code_verifier, state } = await begin(
    request,
    program.callback,
    'read_only orders:write refunds:write',
  )
  await beStaff(page, 'owner')
  await page.goto(address)
  await expect(heading(page)).toBeVisible()
  await expect(page.getByText(/Self-registered a moment ago/)).toBeVisible()
  await expect(page.locator('strong', { hasText: '127.0.0.1:' })).toBeVisible()
  await expect(page.getByText('an app on this computer')).toBeVisible()
  await expect(
    page.getByText(/Unless you allow more, it can't capture payments, change customers/),
  ).toBeVisible()
  await tabTo(page, page.getByRole('radio', { name: /Test/ }).first())
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('checkbox', { name: /Create orders/ }))
  await expect(page.getByRole('checkbox', { name: /Create orders/ })).toBeChecked()
  await expect(page.getByRole('checkbox', { name: /Refund payments/ })).not.toBeChecked()
  await tabTo(page, page.getByRole('button', { name: 'Deny' }))
  await tabTo(page, page.getByRole('button', { name: 'Allow' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You can close this window.')).toBeVisible()
  const [back] = program.calls
  expect(back?.searchParams.get('state')).toBe(state)
  expect(back?.searchParams.get('iss')).toBe(demo().mcp_url)

  const response = await request.post('/token', {
    form: {
      grant_type: 'authorization_code',
      client_id,
      code: back?.searchParams.get('code') ?? '',
      redirect_uri: program.callback,
      code_verifier,
    },
  })
  const token = (await response.json()) as { access_token: string; scope: string; token_type: string }
  expect(token).toMatchObject({ token_type: 'Bearer', scope: 'read_only orders:write' })
  const call = (name: string, fields: object) =>
    request.post('/mcp', {
      headers: {
        authorization: `Bearer ${token.access_token}`,
        accept: 'application/json, text/event-stream',
      },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: fields } },
    })
  const made = await call('create_order', { amount: 4200, currency: 'INR' })
  expect(made.status(), await made.text()).toBe(200)
  expect(await made.text()).toContain('order_')
  await request.post('/revoke', { form: { client_id, token: token.access_token } })
  expect((await call('fetch_all_orders', {})).status()).toBe(401)
  program.close()
})

test('what is denied goes back and says so', async ({ page, request }) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only')
  await beStaff(page, 'owner')
  await page.goto(address)
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('You can close this window.')).toBeVisible()
  expect(program.calls[0]?.searchParams.get('error')).toBe('access_denied')
  program.close()
})

test('a signed-out user signs in first, and returns to the consent page', async ({ page, request }) => {
  const { address } = await begin(request, 'https://client.example/callback', 'read_only')
  await page.goto(address)
  await expect(page).toHaveURL(/\/login\?/)
  await page.getByLabel('Email').fill(demo().email)
  await page.getByLabel('Password', { exact: true }).fill(demo().password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(heading(page)).toBeVisible()
  await page.getByRole('button', { name: 'Use another account' }).click()
  await expect(page).toHaveURL(/\/login\?.*consent/)
})

test('a form with nothing ticked is rejected, and a role grants no more than it has', async ({
  page,
  request,
}) => {
  const { address } = await begin(request, 'https://client.example/callback', 'read_only orders:write')
  await beStaff(page, 'viewer')
  await page.goto(address)
  await expect(page.getByRole('checkbox', { name: /Create orders/ })).toHaveCount(0)
  await expect(
    page.getByText(/The app also wants to create orders.*Your role, viewer, can't do that/),
  ).toBeVisible()
  await page.getByRole('checkbox', { name: /See payments/ }).uncheck()
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('alert')).toContainText('Select at least one permission')
})

test('another browser, and a decided request, find nothing to decide', async ({ page, request, browser }) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only')
  await beStaff(page, 'owner')
  await page.goto(address)
  const question = page.url()
  const elsewhere = await (await browser.newContext()).newPage()
  const there = await elsewhere.goto(question)
  expect(there?.status()).toBe(410)
  await expect(
    elsewhere.getByRole('heading', { name: 'This request was already decided or has expired' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Deny' }).click()
  await expect(page.getByText('You can close this window.')).toBeVisible()
  expect((await page.goto(question))?.status()).toBe(410)
  program.close()
})

test('a user who signs in as another one in between sees the request again before they decide', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only')
  await beStaff(page, 'owner')
  await page.goto(address)
  const question = page.url()
  await expect(heading(page)).toBeVisible()
  const elsewhere = await page.context().newPage()
  await openAs(elsewhere, 'viewer', '/')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('alert')).toContainText('opened in another session')
  await expect(page.getByText('as viewer').first()).toBeVisible()
  expect(page.url()).toBe(question)
  expect(program.calls).toEqual([])
  program.close()
})

test('it is never framed, never kept, and has no script', async ({ page, request }) => {
  const { address } = await begin(request, 'https://client.example/callback', 'read_only')
  await beStaff(page, 'owner')
  await page.goto(address)
  const response = await page.reload()
  const headers = response?.headers() ?? {}
  expect(headers['content-security-policy']).toContain("script-src 'none'")
  expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  expect(headers['x-frame-options']).toBe('DENY')
  expect(headers['referrer-policy']).toBe('no-referrer')
  expect(headers['cache-control']).toContain('no-store')
  expect(await page.locator('script').count()).toBe(0)
  // A page of the same site cannot frame the screen for clickjacking.
  const question = page.url()
  await page.route('**/a-frame-of-it', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${question}"></iframe>` }),
  )
  await page.goto('/a-frame-of-it')
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/)
})

test('a name that turns or hides text is rejected before consent', async ({ request }) => {
  for (const client_name of ['\u202eretsgeL', 'Led\u200bger', 'two\nlines', 'tag\u{e0041}']) {
    const response = await request.post('/register', {
      data: { client_name, redirect_uris: ['https://client.example/'], token_endpoint_auth_method: 'none' },
    })
    expect(response.status()).toBe(400)
    expect((await response.json()).error).toBe('invalid_client_metadata')
  }
})

test('the question has no accessibility finding, however long a name is, at any size', async ({
  page,
  request,
}) => {
  const { address } = await begin(
    request,
    'http://127.0.0.1:6274/callback',
    'read_only orders:write refunds:write',
    { client_name: `${'Long'.repeat(18)} <b>&"` },
  )
  await beStaff(page, 'owner')
  await page.goto(address)
  await expect(heading(page, `${'Long'.repeat(18)} <b>&"`)).toBeVisible()
  await expectUsable(page, [DESKTOP, PHONE, NARROW])
  await page.getByRole('checkbox', { name: /Refund payments/ }).check()
  await page.getByLabel('Limit per call').fill('nothing')
  await page.getByRole('button', { name: 'Allow' }).click()
  await expect(page.getByRole('alert')).toContainText('is not an amount')
  await expectUsable(page, [DESKTOP, PHONE, NARROW])
})

test('an app that uses the name of the merchant or the server, or a word of trust, is marked', async ({
  page,
  request,
}) => {
  const callback = 'http://127.0.0.1:6274/callback'
  await beStaff(page, 'owner')
  const merchant = "It uses the name Kaveri Stores, but this merchant hasn't registered it."
  const ours = "It uses the name Counterfoil, but it isn't part of this server."
  const trusted = "It calls itself “verified”, but this server hasn't verified it."
  const names: Record<string, string[]> = {
    'KAVERI-stores (verified)': [merchant, trusted],
    'Claude (C.o.u.n.t.e.r.f.o.i.l)': [ours],
    'Claude V e r i f i e d': [trusted],
    'Stores of Kaveri': [],
  }
  for (const [client_name, said] of Object.entries(names)) {
    const { address } = await begin(request, callback, 'read_only', { client_name })
    await page.goto(address)
    await expect(heading(page, client_name)).toBeVisible()
    for (const text of [merchant, ours, trusted])
      await expect(page.getByText(text), text).toHaveCount(said.includes(text) ? 1 : 0)
  }
})
