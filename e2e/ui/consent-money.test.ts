import { type Browser, expect, type Page } from '@playwright/test'
import { test } from '#e2e/test.ts'
import { beStaff, givePassword, openFresh, staffOf } from '#e2e/ui/as-staff.ts'
import { begin, openClientApp } from '#e2e/ui/client-app.ts'
import { tabTo } from '#e2e/ui/keyboard.ts'

const refunds = (page: Page) => page.getByRole('checkbox', { name: /Refund payments/ })
const perCall = (page: Page) => page.getByLabel('Limit per call')
const perDay = (page: Page) => page.getByLabel('Limit per 24 hours')
const password = (page: Page) => page.getByLabel('Your password')
const allow = (page: Page) => page.getByRole('button', { name: 'Allow' })

test('what moves money is let with a keyboard alone: by a tick, two limits and the password', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const name = `Refunder ${Date.now()}`
  const input = await begin(request, program.callback, 'read_only refunds:write', { client_name: name })
  await beStaff(page, 'owner')
  await page.goto(input.address)
  await expect(refunds(page)).not.toBeChecked()
  await expect(perCall(page)).toBeHidden()
  await tabTo(page, refunds(page))
  await page.keyboard.press('Space')
  await tabTo(page, perCall(page))
  await expect(perCall(page)).toHaveValue('2,000.00')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('750.50')
  // Enter in a field does not submit the decision.
  const question = page.url()
  await page.keyboard.press('Enter')
  await tabTo(page, password(page))
  await page.keyboard.type(staffOf('owner').password)
  await page.keyboard.press('Enter')
  expect([page.url(), program.calls]).toEqual([question, []])
  await tabTo(page, allow(page))
  await page.keyboard.press('Enter')
  await expect(page.getByText('You can close this window.')).toBeVisible()
  const response = await request.post('/token', {
    form: {
      grant_type: 'authorization_code',
      client_id: input.client_id,
      code: program.calls[0]?.searchParams.get('code') ?? '',
      redirect_uri: program.callback,
      code_verifier: input.code_verifier,
    },
  })
  expect((await response.json()).scope).toBe('read_only refunds:write')
  await page.goto('/connected-apps')
  await page.getByRole('link', { name }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('₹750.50')).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: '₹10,000.00' })).toBeVisible()
  // The same app requests access again, though it already has it.
  await page.goto(input.address)
  await expect(page.getByRole('heading', { level: 1, name: `“${name}” wants to act for you` })).toBeVisible()
  await expect(refunds(page)).not.toBeChecked()
  program.close()
})

test('a wrong password and limits that make no sense show the form again, with everything but the password', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only orders:write refunds:write')
  // Wrong passwords count against the user, so this is a user of few other tests.
  await beStaff(page, 'finance')
  await page.goto(address)
  await page.getByRole('checkbox', { name: /Create orders/ }).uncheck()
  await page.getByRole('radio', { name: /Test/ }).first().check()
  await page.getByLabel('Access expires after').selectOption('90')
  await refunds(page).check()
  const stored = async () => {
    await expect(refunds(page)).toBeChecked()
    await expect(page.getByRole('checkbox', { name: /Create orders/ })).not.toBeChecked()
    await expect(page.getByRole('radio', { name: /Test/ }).first()).toBeChecked()
    await expect(page.getByLabel('Access expires after')).toHaveValue('90')
    await expect(password(page)).toHaveValue('')
    await expect(page).toHaveTitle(/^Error: /)
  }
  await perCall(page).fill('1,000')
  await perDay(page).fill('999.99')
  await password(page).fill('not the password')
  await allow(page).click()
  await expect(perDay(page)).toBeFocused()
  await expect(perDay(page)).toHaveAccessibleDescription(/can't be lower than the limit per call/)
  await expect(perCall(page)).toHaveValue('1,000')
  await stored()
  for (const [text, sentence] of [
    ['', /Enter an amount/],
    ['a lot', /“a lot” is not an amount/],
    ['-5', /is not an amount/],
    ['500000000.01', /The maximum is ₹50,00,00,000\.00/],
  ] as const) {
    await perCall(page).fill(text)
    await allow(page).click()
    await expect(perCall(page)).toHaveAccessibleDescription(sentence)
    await expect(perCall(page)).toHaveValue(text)
    await stored()
  }
  await perCall(page).fill('0')
  await perDay(page).fill('0')
  await allow(page).click()
  await expect(password(page)).toHaveAccessibleDescription(/Enter your password to continue/)
  await password(page).fill('not the password')
  await allow(page).click()
  await expect(page.getByRole('alert')).toContainText('Incorrect password.')
  await expect(perCall(page)).toHaveValue('0')
  await stored()
  expect(program.calls).toEqual([])
  await password(page).fill(staffOf('finance').password)
  await allow(page).click()
  await expect(page.getByText('You can close this window.')).toBeVisible()
  program.close()
})

const PASSWORD = 'a password of my own'

/** Makes a role with a refund threshold, and a person with that role, who is signed in on the page that is returned. */
async function personWithThreshold(
  browser: Browser,
  page: Page,
  baseURL: string | undefined,
  amount: string,
) {
  const role = `Desk ${Date.now()}`
  await openFresh(page, 'owner', '/settings/team/roles/new?from=support')
  await page.getByLabel('Name').fill(role)
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Create role' }).click()
  await expect(page.getByRole('heading', { name: role })).toBeVisible()
  await page.goto('/settings/approvals')
  await page.getByLabel(`Refunds by ${role} above`).fill(amount)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Thresholds saved.')).toBeVisible()
  await page.goto('/settings/team/invite')
  await page.getByLabel('Name').fill('Kiran Das')
  await page.getByLabel('Email').fill(`kiran-${Date.now()}@example.com`)
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await givePassword(page, 'owner')
  await page.getByRole('button', { name: 'Invite person' }).click()
  const link = (await page.locator('code').textContent()) ?? ''
  const person = await (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
  await person.goto(new URL(link).pathname)
  await person.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await person.getByRole('button', { name: 'Accept invitation' }).click()
  await expect(person).not.toHaveURL(/invitation/)
  return person
}

test('the limits begin at the threshold of the person, and both say it when they are above, with and without script', async ({
  browser,
  baseURL,
  page,
  request,
}) => {
  test.slow()
  const person = await personWithThreshold(browser, page, baseURL, '500')
  const cookies = await person.context().cookies()
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled, ...(baseURL ? { baseURL } : {}) })
    await context.addCookies(cookies)
    const consent = await context.newPage()
    const program = await openClientApp()
    const { address } = await begin(request, program.callback, 'read_only refunds:write')
    await consent.goto(address)
    await refunds(consent).check()
    await expect(perCall(consent)).toHaveValue('500.00')
    await expect(perDay(consent)).toHaveValue('500.00')
    await perCall(consent).fill('600')
    await perDay(consent).fill('700')
    await allow(consent).click()
    const said = /Your approval threshold is ₹500\.00/
    await expect(perCall(consent)).toHaveAccessibleDescription(said)
    await expect(perDay(consent)).toHaveAccessibleDescription(said)
    await expect(perCall(consent)).toBeFocused()
    await expect(consent.getByRole('alert').getByRole('link')).toHaveCount(1)
    expect(program.calls).toEqual([])
    await perCall(consent).fill('500')
    await perDay(consent).fill('500')
    await password(consent).fill(PASSWORD)
    await allow(consent).click()
    await expect(consent.getByText('You can close this window.')).toBeVisible()
    program.close()
    await context.close()
  }
  await person.context().close()
})

test('without anything that moves money neither limits nor a password are asked for', async ({
  page,
  request,
}) => {
  const program = await openClientApp()
  const { address } = await begin(request, program.callback, 'read_only refunds:write')
  await beStaff(page, 'owner')
  await page.goto(address)
  await allow(page).click()
  await expect(page.getByText('You can close this window.')).toBeVisible()
  program.close()
})

test('a role that cannot move money is told so, and one that can in part is told how far', async ({
  page,
  request,
}) => {
  const scope = 'read_only payments:write refunds:write wallet:write'
  const { address } = await begin(request, 'https://client.example/callback', scope)
  await beStaff(page, 'viewer')
  await page.goto(address)
  await expect(
    page.getByText(/The app also wants to refund payments\. Your role, viewer, can't/),
  ).toBeVisible()
  await expect(refunds(page)).toHaveCount(0)
  await expect(perCall(page)).toHaveCount(0)
  await page.context().clearCookies({ name: /session/ })
  await beStaff(page, 'support')
  await page.goto(address)
  await expect(
    page.getByText(
      /Capture authorized payments .* Excludes permission to capture payments, which your role doesn't have/,
    ),
  ).toBeVisible()
  await expect(page.getByText(/The app also wants to add money to wallets.*Your role, support/)).toBeVisible()
  await expect(refunds(page)).toBeVisible()
})
