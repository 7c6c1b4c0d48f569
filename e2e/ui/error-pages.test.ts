import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
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
