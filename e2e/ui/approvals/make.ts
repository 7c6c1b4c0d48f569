import { dirname } from 'node:path'
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test'
import pg from 'pg'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { openLocalDatabase } from '#scripts/database.ts'

/** The refund threshold of support, in rupees: above every refund of the other tests. */
const THRESHOLD = 40_000
/** The amount of a payment in these tests, in paise. */
const AMOUNT = 4_500_000

/** A page in a separate browser context, so that two people can be signed in. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  return (await browser.newContext(options)).newPage()
}

/** Sets the threshold of support, as an owner does. It stays, since no other test refunds as much. */
export async function setThreshold(page: Page): Promise<void> {
  await openAs(page, 'owner', '/settings/approvals')
  const field = page.getByLabel('Refunds by support above')
  if ((await field.inputValue()) === `${THRESHOLD}.00`) return
  await field.fill(String(THRESHOLD))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Thresholds saved.')).toBeVisible()
}

/** Requests a refund of a new payment as support, on its page. @returns the payment and the pending approval */
export async function askForRefund(page: Page): Promise<{ payment: string; approval: string }> {
  const { id: payment } = await makePayment({ amount: AMOUNT })
  await openAs(page, 'support', `/payments/${payment}/refund`)
  await expect(page.getByText('need approval. Nothing leaves your balance')).toBeVisible()
  await page.getByLabel(/^Reason/).fill('Broken in transit')
  await page.getByRole('button', { name: /^(Refund payment|Request refund( of ₹45,000\.00)?)$/ }).click()
  await expect(page.getByText('Sent for approval')).toBeVisible()
  const href = await page.getByRole('link', { name: 'View request' }).getAttribute('href')
  return { payment, approval: href?.split('/').at(-1) ?? '' }
}

/** Lets a pending approval expire. */
export async function letExpire(id: string): Promise<void> {
  const dataDir = dirname(process.env.DEMO_FILE ?? '.data/demo.json')
  const url = process.env.E2E_DATABASE_URL ?? (await openLocalDatabase({ dataDir, join: true })).url
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('UPDATE approvals SET expires_at = created_at WHERE id = $1', [id])
  } finally {
    await client.end()
  }
}
