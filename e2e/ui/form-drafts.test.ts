import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, fillSignIn } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs, type Role, staffOf } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { makeHolder, someNumber } from '#e2e/ui/payouts/make.ts'

const back = (page: Page) => page.getByRole('status').filter({ hasText: 'Your input is back' })
const stored = (page: Page) => page.evaluate(() => JSON.stringify(sessionStorage))

/** Fills the form in, and sends it when the session has ended. */
async function sendTooLate(page: Page, path: string, number: string): Promise<void> {
  await openAs(page, 'finance', path)
  await page.getByLabel('Account holder').fill('Asha Traders')
  await page.getByLabel('IFSC').fill('HDFC0000001')
  await page.getByLabel('Account number', { exact: true }).fill(number)
  await page.getByLabel('Confirm account number').fill(number)
  // What is typed is kept a little later, as a person is slower than this.
  await expect.poll(() => stored(page)).toContain('HDFC0000001')
  await page.context().clearCookies({ name: /session-token$/ })
  await page.getByRole('button', { name: 'Create fund account' }).click()
  await page.waitForURL(/\/login\?.*return_to=/)
}

async function signInAgain(page: Page, role: Role): Promise<void> {
  await fillSignIn(page, staffOf(role))
  await page.waitForURL('**/fund-accounts/new?**')
  await expect(page.getByLabel('Account holder')).toBeVisible()
}

test('a form that was sent after the session had ended has its input after the sign-in, without secrets', async ({
  page,
}) => {
  const holder = await makeHolder(100)
  const number = someNumber()
  const path = `/fund-accounts/new?customer=${holder.id}`
  await sendTooLate(page, path, number)
  const saved = await stored(page)
  expect(saved).toContain('Asha Traders')
  expect(saved).not.toContain(number)
  await signInAgain(page, 'finance')
  await expect(back(page)).toBeVisible()
  await expect(page.getByLabel('Account holder')).toHaveValue('Asha Traders')
  await expect(page.getByLabel('IFSC')).toHaveValue('HDFC0000001')
  await expect(page.getByLabel('Account number', { exact: true })).toHaveValue('')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(back(page)).toBeHidden()
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  // A form that is opened again starts again empty, and another person never finds the input of the first.
  await page.getByLabel('Account holder').fill('Asha Traders')
  await page.goto('/fund-accounts')
  await page.goto(path)
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  await sendTooLate(page, path, number)
  await signInAgain(page, 'owner')
  await expect(page.getByLabel('Account holder')).toHaveValue(holder.name ?? '')
  await expect(back(page)).toBeHidden()
})

test('a form of a page that is loaded again has its input', async ({ page }) => {
  await openAs(page, 'owner', '/customers/new')
  await page.getByLabel('Name').fill('Asha Traders')
  await expect.poll(() => stored(page)).toContain('Asha Traders')
  await page.reload()
  await expect(back(page)).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Asha Traders')
})

/** Forms of every kind: text, choices, a matrix, amounts in a table, notes, lists of check boxes. */
const FORMS = [
  '/customers/new',
  '/orders/new',
  '/api-keys/new?preset=reporting',
  '/webhooks/new',
  '/connected-apps/clients/new',
  '/connected-apps/policy',
  '/exports/schedules/new?list=payments',
  '/settings/account?open=profile',
  '/settings/approvals',
  '/settings/business',
  '/settings/notifications',
  '/settings/payments',
  '/settings/retention',
  '/settings/team/invite',
  '/settings/team/roles/new',
  '/settlements/schedule',
]

/** What the first form of a page would send, without what is secret or new each time. */
const entered = (form: Locator) =>
  form.evaluate((element) => {
    const pairs = [...new FormData(element as HTMLFormElement)].map(([name, value]) => [name, String(value)])
    return pairs.filter(([name = '']) => !/^\$ACTION|^idempotency_key$|password/.test(name)).map(String)
  })

/** Fills each kind of field in, as far as it is there. */
async function fillIn(form: Locator): Promise<void> {
  for (const field of await form.locator('input:not([type]), [type=text], [type=email], textarea').all()) {
    if (!(await field.isVisible()) || !(await field.isEditable())) continue
    const numeric = /numeric|decimal/.test((await field.getAttribute('inputmode')) ?? '')
    await field.fill(numeric ? '7' : 'A draft')
  }
  const add = form.getByRole('button', { name: 'Add note' })
  if (await add.isVisible()) {
    await add.click()
    await form.getByLabel('Key of note 1').fill('shelf')
    await form.getByLabel('Value of note 1').fill('B4')
  }
  const select = form.locator('select:enabled').first()
  if (await select.isVisible()) await select.selectOption({ index: 1 })
  const radio = form.locator('[type=radio]:enabled').last()
  if (await radio.isVisible()) await radio.check()
  const box = form.locator('[type=checkbox]:enabled').last()
  if (await box.isVisible()) await box.click()
}

for (const path of FORMS)
  test(`the form of ${path} is as it was after the session has ended in the middle of it`, async ({
    page,
  }) => {
    await openAs(page, 'owner', path)
    const form = page.locator('main form:has([name=idempotency_key])').first()
    await expect(form).toBeVisible()
    await fillIn(form)
    const before = await entered(form)
    await expect.poll(() => stored(page)).toContain('counterfoil-form')
    await page.context().clearCookies({ name: /session-token$/ })
    await page.reload()
    await page.waitForURL(/\/login\?.*return_to=/)
    await fillSignIn(page, staffOf('owner'))
    await page.waitForURL((url) => url.pathname + url.search === path)
    await expect(back(page)).toBeVisible()
    expect(await entered(form)).toEqual(before)
  })

test('notes that are edited in place come back, too', async ({ page }) => {
  const { id } = await makePayment({ amount: 100_000 })
  await openAs(page, 'owner', `/payments/${id}`)
  const notes = page.getByRole('region', { name: 'Notes' })
  await notes.getByRole('button', { name: 'Edit notes' }).click()
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes.getByLabel('Key of note').last().fill('shelf')
  await notes.getByLabel('Value of note').last().fill('B4')
  await expect.poll(() => stored(page)).toContain('B4')
  await page.context().clearCookies({ name: /session-token$/ })
  await page.reload()
  await fillSignIn(page, staffOf('owner'))
  await page.waitForURL(`**/payments/${id}`)
  await expect(notes.getByText('Your input is back.')).toBeVisible()
  await expect(notes.getByLabel('Value of note').last()).toHaveValue('B4')
  await expectAccessible(page)
  await notes.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect(notes.getByText('B4')).toHaveCount(0)
})
