import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { expect, type Page } from '@playwright/test'
import { createKey, createMerchant, setCapabilities } from '#e2e/another-merchant.ts'
import {
  complaintsOf,
  DESKTOP,
  demo,
  expectAccessible,
  expectNoSidewaysScroll,
  expectUsable,
  fillSignIn,
  openDialog,
  PHONE,
} from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { type Customer, somebody } from '#e2e/ui/customers/make.ts'
import { someNumber } from '#e2e/ui/payouts/make.ts'

type Refund = { id: string; amount: number }

// A merchant of their own, since other tests expect a demo merchant without payments in live mode.
let owner: { email: string; password: string }
let key: { key_id: string; key_secret: string }
test.beforeAll(async () => {
  const merchant = createMerchant('Live money')
  owner = merchant.owner
  key = createKey(merchant.id, 'live')
  await setCapabilities(key.key_id, ['wallet'])
})

const refundsOf = async (payment: string) =>
  (await rest<{ items: Refund[] }>(`/payments/${payment}/refunds`, undefined, key)).items
const balanceOf = async ({ id }: Customer) =>
  (await rest<{ balance: number }>(`/customers/${id}/balance`, undefined, key)).balance

/** A captured payment of ₹1,250.00 in live mode. */
async function makeLivePayment(): Promise<string> {
  const script = ['e2e/live-payment.ts', key.key_id, '125000']
  const env = { ...process.env, DATA_DIR: dirname(process.env.DEMO_FILE ?? '.data/demo.json') }
  return (await promisify(execFile)(process.execPath, script, { env })).stdout
}

function makeLiveCustomer(): Promise<Customer> {
  const { name, email, contact } = somebody()
  return rest<Customer>('/customers', { name, email, contact }, key)
}

/** Signs in again, in a session that is not confirmed, and opens a page of live mode. */
async function openLive(page: Page, to: string): Promise<void> {
  await page.context().clearCookies()
  await page.context().addCookies([{ name: 'counterfoil-mode', value: 'live', url: demo().base_url }])
  await page.goto('/login?return_to=/orders')
  await fillSignIn(page, owner)
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.goto(to)
}

const password = (page: Page) => page.getByLabel('Your password')
const dialogOf = (page: Page) => page.locator('[data-dialog]')

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('live money moves after the right password, which then counts for ten minutes', async ({ page }) => {
      test.slow()
      const complaints = complaintsOf(page)
      const [payment, customer] = [await makeLivePayment(), await makeLiveCustomer()]
      await openLive(page, `/payments/${payment}`)
      if (javaScriptEnabled) await openDialog(page, 'Refund ₹1,250.00')
      else await page.getByRole('link', { name: 'Refund ₹1,250.00' }).click()
      await page.getByLabel('Amount').fill('300')
      await page.getByLabel(/^Reason/).fill('Broken in transit')
      const submit = page.getByRole('button', {
        name: javaScriptEnabled ? 'Refund ₹300.00' : 'Refund payment',
      })
      await submit.click()
      await expect(password(page)).toHaveAccessibleDescription(/Enter your password to continue\./)
      await password(page).fill('not my password')
      await submit.click()
      await expect(password(page)).toHaveAccessibleDescription(/Incorrect password\./)
      await expect(password(page)).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel('Amount')).toHaveValue('300')
      expect(await refundsOf(payment)).toEqual([])
      if (javaScriptEnabled) {
        await expect(password(page)).toBeFocused()
        for (const size of [DESKTOP, PHONE]) {
          await page.setViewportSize(size)
          await expectNoSidewaysScroll(page)
          await expectAccessible(page)
        }
        await page.setViewportSize(DESKTOP)
      }
      await password(page).fill(owner.password)
      await submit.click()
      await expect(page.getByText('Refund of ₹300.00 started').first()).toBeVisible()
      await expect(dialogOf(page)).toHaveCount(0)
      expect(await refundsOf(payment)).toMatchObject([{ amount: 30_000 }])

      // The next action asks no more, on another page and for other money.
      await page.goto(`/customers/${customer.id}/cashback`)
      await expect(page.getByText(/^Confirmed until \d\d:\d\d/)).toBeVisible()
      await expect(password(page)).toHaveCount(0)
      if (javaScriptEnabled) await expectUsable(page)
      await page.getByLabel('Amount').fill('50')
      await page.getByRole('button', { name: 'Add cashback' }).click()
      await page.waitForURL(/\/transfers\/trf_\w{14}$/)
      expect(await balanceOf(customer)).toBe(5000)
      await page.goto(`/payments/${payment}/refund`)
      await expect(page.getByText(/^Confirmed until/)).toBeVisible()
      // Another session of the same person starts unconfirmed.
      await openLive(page, `/customers/${customer.id}/cashback`)
      await page.getByLabel('Amount').fill('50')
      await page.getByRole('button', { name: 'Add cashback' }).click()
      await expect(password(page)).toHaveAccessibleDescription(/Enter your password to continue\./)
      expect(await balanceOf(customer)).toBe(5000)
      expect(complaints).toEqual([])
    })

    test('a bank account for payouts is added and deactivated only after the password', async ({ page }) => {
      test.slow()
      const customer = await makeLiveCustomer()
      const accounts = async () =>
        (
          await rest<{ items: { active: string }[] }>(
            `/fund_accounts?customer_id=${customer.id}`,
            undefined,
            key,
          )
        ).items
      await openLive(page, `/fund-accounts/new?customer=${customer.id}`)
      const number = someNumber()
      await page.getByLabel('IFSC').fill('ICIC0000047')
      await page.getByLabel('Account number', { exact: true }).fill(number)
      await page.getByLabel('Confirm account number').fill(number)
      await password(page).fill('not my password')
      await page.getByRole('button', { name: 'Create fund account' }).click()
      await expect(password(page)).toHaveAccessibleDescription(/Incorrect password\./)
      await expect(page.getByLabel('Account number', { exact: true })).toHaveValue(number)
      expect(await accounts()).toEqual([])
      if (javaScriptEnabled) await expectUsable(page)
      await password(page).fill(owner.password)
      await page.getByRole('button', { name: 'Create fund account' }).click()
      await page.waitForURL(/\/fund-accounts\?customer=/)
      expect(await accounts()).toMatchObject([{ active: 'true' }])

      // The button of a row leads to the password first, and back to its row.
      await openLive(page, `/fund-accounts?customer=${customer.id}`)
      await page.getByRole('link', { name: /^Deactivate the account/ }).click()
      await expect(page.getByRole('heading', { name: 'Confirm your session' })).toBeVisible()
      await password(page).fill('not my password')
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByText('Incorrect password.')).toBeVisible()
      expect(await accounts()).toMatchObject([{ active: 'true' }])
      await password(page).fill(owner.password)
      await page.getByRole('button', { name: 'Confirm' }).click()
      await page.waitForURL(/\/fund-accounts\?id=fa_/)
      await page.getByRole('button', { name: /^Deactivate the account/ }).click()
      await expect(page.getByRole('button', { name: /^Activate the account/ })).toBeVisible()
      expect(await accounts()).toMatchObject([{ active: 'false' }])
    })
  })
