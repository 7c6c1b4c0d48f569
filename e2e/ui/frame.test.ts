import { expect } from '@playwright/test'
import { NAV_GROUPS } from '#components/app-shell/nav-groups.ts'
import { demo } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

// The mode is kept with the person, and other tests expect the test mode.
test.afterEach(async ({ page }) => {
  const banner = page.getByRole('banner')
  if ((await banner.getByRole('button', { name: 'Live', exact: true, pressed: true }).count()) === 0) return
  await banner.getByRole('button', { name: 'Test', exact: true }).click()
  await expect(page.getByText('TEST MODE', { exact: true })).toBeVisible()
})

test('test mode has a band, a word in the title and an icon of its own', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  const icon = page.locator('link[rel="icon"]')
  await expect(page.getByText('TEST MODE', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Test · /)
  await expect(icon).toHaveAttribute('href', /icon-test\.svg/)

  await page.getByRole('banner').getByRole('button', { name: 'Live' }).click()
  await expect(page.getByText('TEST MODE', { exact: true })).toHaveCount(0)
  await expect(page).toHaveURL(/\/payments$/)
  await expect(page).not.toHaveTitle(/Test/)
  await page.reload()
  await expect(icon).toHaveAttribute('href', /icon\.svg/)
})

test('every page of the navigation stays itself when the mode is switched', async ({ page }) => {
  test.slow()
  await openAs(page, 'owner', '/payments')
  const paths = [
    ...NAV_GROUPS.flatMap(({ nouns }) => nouns).map(({ href }) => href),
    '/exports/payments',
    '/exports/schedules/new?list=payments',
    '/views/new?list=%2Fpayments',
    '/settings/team/roles',
    '/settings/data',
  ].filter((path) => path !== '/docs')
  for (const path of paths) {
    await page.goto(path)
    const other = (await page.getByText('TEST MODE', { exact: true }).isVisible()) ? 'Live' : 'Test'
    const button = page.getByRole('banner').getByRole('button', { name: other, exact: true })
    await button.click()
    await expect(button, path).toHaveAttribute('aria-pressed', 'true')
    expect(new URL(page.url()).pathname + new URL(page.url()).search, path).toBe(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    expect((await page.request.get(path)).status(), path).toBe(200)
  }
})

test('the mode of a record leads to the list of its kind, also from the palette', async ({ page }) => {
  const { id } = await makePayment()
  await openAs(page, 'owner', `/payments/${id}/refund`)
  await page.getByRole('searchbox', { name: 'Search' }).click()
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('switch to live')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/payments$/)
  await expect(page.getByText('TEST MODE', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
})

test('no page tries what its own content security policy forbids', async ({ page }) => {
  const { id } = await makePayment()
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      refused.push(`${violatedDirective} refuses ${blockedURI} in ${sourceFile}`),
    )
  })
  await openAs(page, 'owner', '/payments')
  for (const path of [
    `/payments/${id}`,
    `/payments/${id}/refund`,
    '/payments',
    '/orders/new',
    '/bills/new',
    '/webhooks/new',
    '/api-keys/new',
    '/settings/team/invite',
    '/settings/business',
    '/',
    '/docs',
  ]) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(await page.evaluate(() => (window as unknown as { refused: string[] }).refused), path).toEqual([])
  }
})

test('theme, rows and figures are there with the first byte', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  for (const [button, attribute, value] of [
    ['Dark', 'data-theme', 'dark'],
    ['Compact', 'data-density', 'compact'],
  ] as const) {
    await page.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('button', { name: button }).click()
    await expect(page.locator('html')).toHaveAttribute(attribute, value)
    const html = await (await page.request.get('/payments')).text()
    expect(html).toContain(`${attribute}="${value}"`)
    await page.keyboard.press('Escape')
  }
  for (const button of ['Auto', 'Comfortable']) {
    await page.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('button', { name: button }).click()
    await page.keyboard.press('Escape')
  }
  await expect(page.locator('html')).toHaveAttribute('data-density', 'comfortable')
})

test('a page is prefetched when its link is pointed at, not before', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  const prefetched: string[] = []
  page.on('request', (request) => {
    if (request.headers()['next-router-prefetch']) prefetched.push(new URL(request.url()).pathname)
  })
  await page.goto('/payments')
  const link = page.getByRole('link', { name: 'Refunds', exact: true })
  await page.waitForLoadState('networkidle')
  expect(prefetched).toEqual([])
  await link.hover()
  await expect.poll(() => prefetched).toContain('/refunds')
})

test('ids lead to their objects, from the address and from the search box', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  for (const [id, path] of [
    ['pay_NfLw3gQ81xRt0a', '/payments/'],
    ['order_NfLw3gQ81xRt0a', '/orders/'],
    ['rfnd_NfLw3gQ81xRt0a', '/refunds/'],
  ]) {
    await page.goto(`/${id}`)
    await expect(page).toHaveURL(new RegExp(`${path}${id}$`))
  }
  await page.goto('/payments')
  const { id } = await makePayment({ amount: 100_000 })
  await page.getByRole('searchbox', { name: 'Search' }).fill(id)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/payments/${id}$`))
})

test('the request ID that a client sent leads to its request in the log', async ({ page, request }) => {
  const sent = `cart-${Date.now()}`
  const { key_id, key_secret } = demo().test
  const authorization = `Basic ${Buffer.from(`${key_id}:${key_secret}`).toString('base64')}`
  const response = await request.get('/v1/orders', { headers: { authorization, 'x-request-id': sent } })
  await openAs(page, 'owner', '/payments')
  // The log is written a fraction of a second after the response.
  await expect(async () => {
    await page.goto(`/search?q=${sent}`)
    const found = page.getByRole('main').getByRole('link', { name: response.headers()['x-request-id'] ?? '' })
    await expect(found).toBeVisible({ timeout: 1000 })
  }).toPass()
  await page.locator(`a[href="/logs/${response.headers()['x-request-id']}"]`).first().click()
  await expect(page.getByText(sent)).toBeVisible()
})

test('the page can be reached past the nouns', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to main content' })
  await expect(skip).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('pages carry a policy that only their own scripts pass', async ({ page, request }) => {
  const policy = (await request.get('/login')).headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'self'")
  expect(policy).toMatch(/script-src 'self' 'nonce-[A-Za-z0-9+/=]+';/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
  await page.goto('/login')
  const { ran, blocked } = await page.evaluate(async () => {
    const uris: string[] = []
    document.addEventListener('securitypolicyviolation', ({ blockedURI }) => uris.push(blockedURI))
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="window.intruded = true">')
    // What the page puts in itself must be a file of this site, too.
    const intrude = (of: Partial<HTMLScriptElement>) =>
      document.body.append(Object.assign(document.createElement('script'), of))
    intrude({ src: 'http://127.0.0.1:1/script.js' })
    intrude({ src: 'data:text/javascript,window.intruded=true' })
    intrude({ text: 'window.intruded = true' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { ran: 'intruded' in window, blocked: uris.sort() }
  })
  expect(ran).toBe(false)
  expect(blocked).toEqual(['data', 'http://127.0.0.1:1/script.js', 'inline', 'inline'])
})

test('scripts in the text of a page have the nonce of its policy, and files have none', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  const scripts = async () => {
    const response = await page.request.get('/payments')
    const tags = (await response.text()).match(/<script\b[^>]*>/g) ?? []
    const texts = tags.filter((tag) => !tag.includes(' src="'))
    return {
      allowed: / 'nonce-([^']+)'/.exec(response.headers()['content-security-policy'] ?? '')?.[1],
      nonces: texts.map((tag) => / nonce="([^"]*)"/.exec(tag)?.[1]),
      files: tags.filter((tag) => tag.includes(' src="')),
    }
  }
  const [first, second] = [await scripts(), await scripts()]
  expect(first.files.length).toBeGreaterThan(5)
  // The tag of a file is the same each time, so that the browser need not compile it again.
  expect(first.files.join()).not.toContain('nonce')
  expect(second.files).toEqual(first.files)
  for (const { allowed, nonces } of [first, second]) {
    expect(nonces.length).toBeGreaterThan(2)
    expect([...new Set(nonces)]).toEqual([allowed])
  }
  expect(first.allowed).not.toBe(second.allowed)
})
