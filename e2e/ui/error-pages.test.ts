import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { TEST_BUILD } from '#scripts/test-server.ts'
import { beStaff } from './as-staff.ts'

const ID = 'NfLw3gQ81xRt0a'

/** Pages of errors, each with its status and heading. The last are outside the dashboard. */
const PAGES: [path: string, status: number, heading: string][] = [
  [`/payments/pay_${ID}`, 404, 'Record not found'],
  ['/orders/nonsense', 404, 'Record not found'],
  [`/customers/cust_${ID}/edit`, 404, 'Record not found'],
  [`/approvals/apr_${ID}`, 404, 'Approval not found'],
  [`/logs/req_${ID}`, 404, 'Request not found'],
  [`/events/evt_${ID}`, 404, 'Event not found'],
  [`/outbox/mail_${ID}`, 404, 'Email not found'],
  [`/settlements/bank-statements/drafts/bsd_${ID}`, 404, 'Uploaded file not found'],
  ['/docs/guides/nonsense', 404, 'Page not found'],
  ['/nonsense', 404, 'Page not found'],
  [`/checkout/order_${ID}`, 404, 'Order not found'],
]
const DENIED = "You don't have permission to see this page"

async function expectPage(page: Page, [path, status, heading]: (typeof PAGES)[number]): Promise<void> {
  const response = await page.goto(path)
  expect([path, response?.status()]).toEqual([path, status])
  await expect(page.getByRole('heading', { level: 1 }), path).toHaveText(heading)
  await expect(page).toHaveTitle(/\w/)
}

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('what is not found, or not allowed, says so', async ({ page }) => {
    await beStaff(page, 'owner')
    for (const each of PAGES) await expectPage(page, each)
    // In the frame of the dashboard, which leads on.
    await page.goto(`/payments/pay_${ID}`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Refunds' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Refunds' })).toBeVisible()
    await page.context().clearCookies()
    await beStaff(page, 'support')
    await expectPage(page, ['/api-keys', 403, DENIED])
    await expect(page.getByText(/Roles with this permission: /)).toBeVisible()
  })
})

test('with script, the same is shown, and the dashboard goes on from there', async ({ page }) => {
  const complaints = complaintsOf(page)
  await beStaff(page, 'owner')
  for (const each of PAGES) await expectPage(page, each)
  await page.goto(`/settlements/bank-statements/drafts/bsd_${ID}`)
  await expect(page.getByText(/is kept until it is imported, for 1 day at most/)).toBeVisible()
  await expectUsable(page)
  await page.getByRole('link', { name: 'Import a bank statement' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Import/ })).toBeVisible()
  await page.goto(`/logs/req_${ID}`)
  await page.getByRole('link', { name: 'Go to logs' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Logs' })).toBeVisible()
  expect(complaints.filter((one) => !/404/.test(one))).toEqual([])
})

test('a form that the server no longer knows says so, and keeps what was entered', async ({ page }) => {
  await beStaff(page, 'owner')
  await page.goto('/customers/new')
  // As a page is after an upgrade.
  await page.route('**/customers/new', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ headers: { ...route.request().headers(), 'next-action': 'a0'.repeat(21) } })
      : route.continue(),
  )
  await page.getByLabel('Name').fill('Asha Verma')
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByRole('button', { name: 'Create customer' }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'This page is out of date. Reload it.' }),
  ).toBeVisible()
  await expect(page.getByLabel('Name')).toHaveValue('Asha Verma')
  await expectUsable(page)
  await page.unroute('**/customers/new')
})

test('a sign-in form of another version leads to a reload', async ({ page }) => {
  await page.goto('/login')
  await page.route('**/login', (route) =>
    route.request().method() === 'POST'
      ? route.continue({ headers: { ...route.request().headers(), 'next-action': 'a0'.repeat(21) } })
      : route.continue(),
  )
  await page.getByLabel('Email').fill('asha@example.com')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'This page is out of date. Reload it.' }),
  ).toBeVisible()
  await page.unroute('**/login')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('every action of the build takes no other arguments than its own', async ({ page }) => {
  const file = join(process.env.BUILD_DIR ?? TEST_BUILD, 'server', 'server-reference-manifest.json')
  type Action = { exportedName: string; workers: Record<string, unknown> }
  const { node } = JSON.parse(readFileSync(file, 'utf8')) as { node: Record<string, Action> }
  await beStaff(page, 'viewer')
  const statuses: Record<string, string[]> = {}
  for (const [id, { exportedName, workers }] of Object.entries(node)) {
    if (/^(signOutAction|dismissFirstStepsAction)$/.test(exportedName)) continue
    // The page that has it, without groups, with anything for its parameters.
    const own = Object.keys(workers).find((name) => name.endsWith('/page'))
    const place = own?.replace(/^app|\/\([^/]+\)|\/page$/g, '').replace(/\[[^/]+\]/g, 'x')
    const headers = { 'next-action': id, 'content-type': 'text/plain;charset=UTF-8' }
    const response = await page.request.post(place || '/', { headers, data: '["x",7]', maxRedirects: 0 })
    statuses[response.status()] = [...(statuses[response.status()] ?? []), exportedName]
  }
  const { 400: outOfDate = [], ...others } = statuses
  expect(outOfDate.length).toBeGreaterThan(140)
  // Without a form: validated as input, or none at all.
  const validated =
    /^(issueBill|reissueBill|updateOrder|updatePayment|updateRefund|startPasskeySignIn|signInWithPasskey|startPasskeyStepUp|stepUpWithPasskey)Action$/
  expect(
    Object.values(others)
      .flat()
      .filter((name) => !validated.test(name)),
  ).toEqual([])
  expect(Object.keys(others).filter((status) => !/^[23]/.test(status))).toEqual([])
})
