import { expect } from '@playwright/test'
import {
  complaintsOf,
  demo,
  expectAccessible,
  expectUsable,
  fillSignIn,
  PHONE,
  signIn,
} from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'

test('signing in leads to where one was going, with its query', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.goto('/payments?status=captured')
  await expect(page).toHaveURL(/\/login\?return_to=/)
  await expect(page.getByLabel('Email')).toBeFocused()
  await fillSignIn(page, demo())
  await expect(page).toHaveURL(/\/payments\?status=captured$/)
  expect(complaints).toEqual([])
})

test('an address of another site is not returned to', async ({ page, baseURL }) => {
  for (const target of [
    'https://elsewhere.example/',
    '//elsewhere.example',
    '/\\elsewhere.example',
    '/a/..//elsewhere.example',
  ]) {
    await page.context().clearCookies()
    await signIn(page, target)
    expect(new URL(page.url()).origin).toBe(new URL(baseURL ?? '').origin)
  }
})

test('whatever is wrong reads the same, and the address stays in its field', async ({ page }) => {
  const words: (string | null)[] = []
  for (const email of [demo().email, `nobody-${Date.now()}@example.com`]) {
    await page.goto('/login')
    await fillSignIn(page, { email, password: 'not the password' })
    const alert = page.getByRole('alert').filter({ hasText: 'Incorrect email or password' })
    await expect(alert).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    words.push(await alert.textContent())
  }
  expect(words[0]).toBe(words[1])
  // Forgives the failed attempt of the demo person.
  await signIn(page)
})

test('too many attempts wait, and the page says how long', async ({ page }) => {
  const email = `busy-${Date.now()}@example.com`
  await page.goto('/login')
  for (let attempt = 0; attempt < 5; attempt++) {
    await fillSignIn(page, { email, password: `wrong ${attempt}` })
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible()
  }
  await fillSignIn(page, { email, password: 'wrong once more' })
  await expect(page.getByText('Too many attempts', { exact: true })).toBeVisible()
  await expect(page.getByText(/Try again in \d+ min \d\d s\./).last()).toBeVisible()
  await expectAccessible(page)
})

test('the password can be shown, and Caps Lock is noticed', async ({ page }) => {
  await page.goto('/login')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await password.evaluate((input) =>
    input.dispatchEvent(new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true })),
  )
  await expect(page.getByText('Caps Lock is on.')).toBeVisible()
})

test('signing out ends the session', async ({ page, context }) => {
  await signIn(page)
  const stored = await context.cookies()
  await page.getByRole('button', { name: /account and display/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page.getByText('You have signed out.')).toBeVisible()
  // The old cookie, put back by a thief, is void: the session itself has ended.
  await context.addCookies(stored)
  await page.goto('/payments')
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('this session was ended')).toBeVisible()
})

test('a session that ends elsewhere is out at the next request', async ({ page, browser, baseURL }) => {
  await signIn(page)
  const other = await browser.newContext({ ...(baseURL ? { baseURL } : {}) })
  await other.addCookies(await page.context().cookies())
  const twin = await other.newPage()
  await twin.goto('/payments')
  await expect(twin).not.toHaveURL(/\/login/)
  await page.getByRole('button', { name: /account and display/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await twin.goto('/payments')
  await expect(twin).toHaveURL(/\/login/)
  await other.close()
})

test('cookies stay away from scripts and other sites', async ({ page, context }) => {
  await signIn(page)
  const cookies = await context.cookies()
  const session = cookies.find(({ name }) => name.endsWith('session-token'))
  expect(session).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
    secure: demo().base_url.startsWith('https'),
  })
})

test('next-auth has its own route, which returns the session without a user', async ({ page, request }) => {
  expect(await (await request.get('/api/auth/session')).json()).toEqual({})
  await signIn(page)
  const session = await (await page.request.get('/api/auth/session')).json()
  expect(session.user.email).toBe(demo().email)
})

test('after a sign-in in another browser, one is in the mode that one chose last', async ({ page }) => {
  await signIn(page)
  for (const mode of ['Live', 'Test'] as const) {
    await page.getByRole('banner').getByRole('button', { name: mode, exact: true }).click()
    const band = page.getByText('TEST MODE', { exact: true })
    await expect(band).toHaveCount(mode === 'Test' ? 1 : 0)
    await page.context().clearCookies()
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Payments' })).toBeVisible()
    await expect(band).toHaveCount(mode === 'Test' ? 1 : 0)
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('one signs in, changes the mode and the theme, and signs out', async ({ page }) => {
    await page.goto('/login?return_to=/payments')
    await fillSignIn(page, { email: demo().email, password: 'not the password' })
    await expect(page.getByText('Incorrect email or password')).toBeVisible()
    await fillSignIn(page, demo())
    await expect(page).toHaveURL(/\/payments$/)

    const bar = page.getByRole('banner')
    await expect(page.getByText('TEST MODE', { exact: true })).toBeVisible()
    await bar.getByRole('button', { name: 'Live' }).click()
    await expect(page).toHaveURL(/\/payments$/)
    await expect(page.getByText('TEST MODE', { exact: true })).toHaveCount(0)
    await bar.getByRole('button', { name: 'Test' }).click()

    await bar.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('button', { name: 'Dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await bar.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('button', { name: 'Auto' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'system')

    await bar.getByRole('button', { name: /account and display/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByText('You have signed out.')).toBeVisible()
  })
})

test('the sign-in page has no finding, at any size', async ({ page }) => {
  await page.goto('/login?reason=expired')
  await expectUsable(page)
  await fillSignIn(page, { email: `nobody-${Date.now()}@example.com`, password: 'wrong' })
  await expect(page.getByText('Incorrect email or password')).toBeVisible()
  await expectUsable(page)
})

test('the frame and its menus have no finding, at any size', async ({ page }) => {
  await openAs(page, 'owner', '/payments')
  await expectUsable(page)
  await page.getByRole('button', { name: /account and display/ }).click()
  await expectUsable(page)
})

test('the nouns are a sheet on a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'owner', '/orders')
  await page.getByRole('button', { name: 'Menu' }).click()
  const sheet = page.locator('#nouns')
  await expect(sheet).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('link', { name: 'Payments' }).click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(sheet).toBeHidden()
})
