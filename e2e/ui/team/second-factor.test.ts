import { expect, type Page } from '@playwright/test'
import { TOTP } from 'otpauth'
import { complaintsOf, expectUsable, fillSignIn, NARROW, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { givePassword, openAs } from '#e2e/ui/as-staff.ts'

test('an authenticator app is set up, and asked for at the next sign-in, without script too', async ({
  page,
  browser,
  baseURL,
}) => {
  const complaints = complaintsOf(page)
  const email = `kiran-${Date.now()}@example.com`
  const password = 'a password of mine'
  await openAs(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill('Kiran')
  await page.getByLabel('Email').fill(email)
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL(/\/$/)

  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'Set up authenticator app' }).click()
  const part = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) })
  await part.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  const secret = (await page.locator('code').textContent()) ?? ''
  const totp = new TOTP({ secret })
  await page.getByRole('textbox', { name: 'Code' }).fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Incorrect code.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(listed).toHaveCount(10)
  await expect(page.getByText('Your authenticator app is on.')).toBeVisible()
  await expect(page.getByRole('img', { name: 'QR code of the secret' })).toHaveCount(0)
  await expect(page.getByText('Enter the code that the app shows')).toHaveCount(0)
  const codes = await listed.allTextContents()
  await expectUsable(page, [PHONE])
  await page.getByRole('link', { name: 'Done' }).click()
  await expect(page.getByText(/Recovery codes left: 10\./)).toBeVisible()
  expect(complaints).toEqual([])

  const elsewhere = await browser.newContext({ javaScriptEnabled: false, ...(baseURL ? { baseURL } : {}) })
  const other = await elsewhere.newPage()
  await other.goto('/login?return_to=/settings/account')
  await fillSignIn(other, { email, password })
  await expect(other).toHaveURL(/\/login\/code/)
  await other.getByRole('textbox', { name: 'Code' }).fill('000000')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other.getByText('Incorrect code')).toBeVisible()
  await other.getByRole('textbox', { name: 'Code' }).fill(codes[0] ?? '')
  await other.getByRole('button', { name: 'Continue' }).click()
  await expect(other).toHaveURL(/\/settings\/account$/)
  await expect(other.getByText(/Recovery codes left: 9\./)).toBeVisible()
  await elsewhere.close()

  // The code that turned the app on is used up; the next one works.
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto('/login')
  await fillSignIn(page, { email, password })
  await expect(page.getByRole('heading', { name: 'Enter your code' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAttribute('autocomplete', 'one-time-code')
  await expectUsable(page, [PHONE])
  await page.getByRole('textbox', { name: 'Code' }).fill(totp.generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL(/\/$/)
})

/** A device of Chromium that keeps passkeys and verifies its person. */
async function addAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      automaticPresenceSimulation: true,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  return {
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added, signs in without password and code, confirms, and is removed', async ({ page }) => {
  const complaints = complaintsOf(page)
  const email = `anu-${Date.now()}@example.com`
  await openAs(page, 'owner', '/settings/team/invite')
  await page.getByLabel('Name').fill('Anu')
  await page.getByLabel('Email').fill(email)
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('a password of mine')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page).toHaveURL(/\/$/)
  const device = await addAuthenticator(page)

  await page.goto('/settings/account')
  await page.getByRole('link', { name: 'Add passkey' }).click()
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) })
  await passkeys.getByLabel('Your password').fill('a password of mine')
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await passkeys.getByLabel('Name of the passkey').fill('Work laptop')
  await expectUsable(page, [PHONE])
  await passkeys.getByRole('button', { name: 'Create passkey' }).click()
  await expect(passkeys.getByText('Work laptop')).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])

  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto('/login?return_to=/settings/account')
  await expectUsable(page, [PHONE])
  await device.verifies(false)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Passkey not accepted')).toBeVisible()
  await device.verifies(true)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page).toHaveURL(/\/settings\/account$/)
  await page.getByRole('link', { name: 'Manage passkeys' }).click()

  // The session is new, so it asks; the passkey confirms it.
  await page.getByRole('link', { name: 'Edit Work laptop' }).click()
  await page.waitForURL('**/passkeys/psk_*')
  await expect(page.getByLabel('Your password')).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE])
  await page.getByRole('button', { name: 'Use a passkey instead' }).click()
  await expect(page.getByText(/^Confirmed until/)).toBeVisible()
  await page.getByLabel('Name').fill('Old laptop')
  await page.getByRole('button', { name: 'Rename passkey' }).click()
  await page.getByRole('link', { name: 'Manage passkeys' }).click()
  await page.getByRole('link', { name: 'Edit Old laptop' }).click()
  await page.waitForURL('**/passkeys/psk_*')
  await page.getByRole('button', { name: 'Remove passkey' }).click()
  await expect(page.getByText('Passkey removed').first()).toBeVisible()
  await expect(page.getByText('Old laptop')).toHaveCount(0)

  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByText('Passkey not accepted')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a role that needs a second factor sets one up before anything else', async ({ page }) => {
  const complaints = complaintsOf(page)
  const email = `ila-${Date.now()}@example.com`
  // A role of its own: what is required of it stays, since a second owner would have to approve less.
  const role = `Night desk ${Date.now()}`
  await openAs(page, 'owner', '/settings/team/roles/new')
  await page.getByLabel('Name').fill(role)
  await page.getByRole('radio', { name: 'Payments: Read', exact: true }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByRole('heading', { name: role })).toBeVisible()
  const rolePath = new URL(page.url()).pathname
  await page.goto('/settings/team/roles')
  const requirement = page.locator('section', { has: page.getByRole('heading', { name: 'Second factor' }) })
  await requirement.getByLabel(role).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Save requirement' }).click()
  await expect(page.getByText('Requirement saved').first()).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  await page.goto('/settings/team/invite')
  await expect(page.getByText('Requires a second factor')).toHaveCount(1)
  await page.getByLabel('Name').fill('Ila')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto(link)
  await page.getByLabel('Password', { exact: true }).fill('a password of mine')
  await page.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(page.getByText('Set up a second factor')).toBeVisible()
  await expectUsable(page, [PHONE])
  await page.goto('/payments')
  await expect(page).toHaveURL(/\/settings\/account$/)
  const device = await addAuthenticator(page)
  const passkeys = page.locator('section', { has: page.getByRole('heading', { name: 'Passkeys' }) })
  await passkeys.getByLabel('Your password').fill('a password of mine')
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  await passkeys.getByLabel('Name of the passkey').fill('Phone')
  await passkeys.getByRole('button', { name: 'Create passkey' }).click()
  await expect(page.getByText('Set up a second factor')).toHaveCount(0)
  await page.goto('/payments')
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()

  // The password alone opens nothing for who has a passkey, whatever they ask for, until it was used.
  await page.context().clearCookies({ name: /session-token$/ })
  await page.goto('/login?return_to=/payments')
  await fillSignIn(page, { email, password: 'a password of mine' })
  await expect(page.getByRole('heading', { name: 'Verify your identity' })).toBeVisible()
  await expectUsable(page, [{ width: 1280, height: 800 }, PHONE, NARROW])
  for (const path of ['/settings/account', '/payments/export', '/login'])
    expect((await page.request.get(path)).url()).toContain('/login/second-factor')
  await page.goto('/payments')
  await device.verifies(false)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page.getByText('Passkey not accepted')).toBeVisible()
  await device.verifies(true)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL(/\/payments$/)
  await expect(page.getByRole('heading', { name: 'Payments' })).toBeVisible()

  // Its people get another role, which moves no money either.
  await page.context().clearCookies({ name: /session-token$/ })
  await openAs(page, 'owner', `${rolePath}/delete`)
  await page.getByRole('radio', { name: /^Viewer/ }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Delete role' }).click()
  await expect(page).toHaveURL('/settings/team/roles')
  expect(complaints).toEqual([])
})
