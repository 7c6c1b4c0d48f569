import { expect, type Page } from '@playwright/test'
import { complaintsOf, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { beStaff, openAs } from './as-staff.ts'
import { newOrder } from './checkout/payer.ts'
import { INSUFFICIENT_FUNDS_CARD, pay } from './payments/make.ts'

/** A unique receipt. */
const receipt = () => `E2E-${Math.random().toString(36).slice(2, 10)}`

/** Fills in the form of a new order and creates it; ends on its page. */
async function createOrder(page: Page, amount: string, number: string): Promise<void> {
  await page.getByLabel('Amount', { exact: true }).fill(amount)
  await page.getByLabel(/^Receipt/).fill(number)
  await page.getByRole('button', { name: /^Create order/ }).click()
  await page.waitForURL(/\/orders\/order_/)
}

test('an order shows its capture settings and its payment method', async ({ page }) => {
  const capture_options = { automatic_expiry_period: 30, manual_expiry_period: 7200, refund_speed: 'optimum' }
  const { id } = await newOrder({
    payment_capture: undefined,
    payment: { capture: 'automatic', capture_options },
    method: 'upi',
  })
  await openAs(page, 'viewer', `/orders/${id}`)
  const stub = page.getByRole('complementary', { name: 'Details' })
  for (const entry of [
    /Capture\s*Automatic/,
    /Captured automatically within\s*30 min/,
    /Can be captured within\s*7200 min/,
    /Refund if not captured\s*Instant where possible/,
    /Payment method\s*UPI/,
  ])
    await expect(stub).toContainText(entry)
  await expectUsable(page)
})

test.describe('a new order', () => {
  test('echoes the paise, warns of a known receipt, and leads to its checkout link', async ({ page }) => {
    const complaints = complaintsOf(page)
    await openAs(page, 'owner', '/orders/new')
    const number = receipt()
    await page.getByLabel('Amount', { exact: true }).fill('1,250.5')
    await expect(page.getByText('₹1,250.50 is 1,25,050 paise')).toBeVisible()
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByLabel('Key of note 1').fill('shop')
    await page.getByLabel('Value of note 1').fill('Mysuru 2')
    await createOrder(page, '1250.50', number)
    await expect(page).toHaveTitle(/^Test · ₹1,250\.50 created · order_\w{14} · Orders$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹1,250.50')
    await expect(page.getByRole('link', { name: 'Open as payer' })).toHaveAttribute(
      'href',
      /\/checkout\/order_\w{14}$/,
    )
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    await expect(page.getByText('Mysuru 2')).toBeVisible()

    await page.getByRole('link', { name: 'Duplicate' }).click()
    await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('1250.50')
    await page.getByLabel(/^Receipt/).fill(number)
    await expect(page.getByText('An order with this receipt exists already.')).toBeVisible()
    await createOrder(page, '1250.50', number)
    await page.goto(`/orders?receipt=${number}`)
    await expect(page.getByText('2 orders with this receipt')).toHaveCount(2)
    await expect(page.getByText('2 orders · ₹0.00 paid · ₹2,501.00 ordered')).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('puts what is wrong next to its field, and creates nothing twice', async ({ page }) => {
    await openAs(page, 'owner', '/orders/new')
    await page.getByRole('button', { name: 'Create order' }).click()
    await expect(page.getByText('Enter an amount, e.g. 1250 or 1250.50.')).toBeVisible()
    await expect(page.getByLabel('Amount', { exact: true })).toBeFocused()
    await page.getByLabel('Amount', { exact: true }).fill('100')
    await page.getByRole('switch', { name: 'Allow partial payments' }).check()
    await page.getByLabel(/^Minimum first payment/).fill('200')
    await page.getByLabel(/^Redirect URL/).fill('shop')
    await page.getByRole('button', { name: /^Create order/ }).click()
    await expect(page.getByText('The minimum first payment must not exceed the amount.')).toBeVisible()
    await expect(page.getByText('The redirect URL must start with http:// or https://.')).toBeVisible()
    const number = receipt()
    await page.getByLabel(/^Receipt/).fill(number)
    await page.getByLabel(/^Minimum first payment/).fill('50')
    await page.getByLabel(/^Redirect URL/).fill('https://shop.example/thanks')
    await page.getByRole('button', { name: /^Create order/ }).dblclick()
    await page.waitForURL(/\/orders\/order_/)
    await expect(page.getByText('Allowed, first at least ₹50.00')).toBeVisible()
    await page.goto(`/orders?receipt=${number}`)
    await expect(page.getByText('1 order · ₹0.00 paid · ₹100.00 ordered')).toBeVisible()
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('is a plain form', async ({ page }) => {
      await openAs(page, 'owner', '/orders/new')
      await page.getByLabel('Amount', { exact: true }).fill('12.345')
      await page.getByRole('button', { name: 'Create order' }).click()
      await expect(page.getByText('Enter an amount, e.g. 1250 or 1250.50.')).toBeVisible()
      await expect(page.getByLabel('Amount', { exact: true })).toHaveValue('12.345')
      await page.getByLabel('Amount', { exact: true }).fill('0.50')
      await page.getByRole('switch', { name: 'Capture automatically' }).uncheck()
      await page.getByRole('button', { name: 'Create order' }).click()
      await expect(
        page.getByText('The minimum order amount is 1.00 (100 in the smallest currency unit).'),
      ).toBeVisible()
      await expect(page.getByRole('switch', { name: 'Capture automatically' })).not.toBeChecked()
      await page.getByLabel(/^Notes/).fill('shop=Mysuru 2\nchannel=phone')
      await createOrder(page, '749', receipt())
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹749.00')
      await expect(page.getByText('Mysuru 2')).toBeVisible()
      await expect(page.getByText('Manual')).toBeVisible()
    })
  })
})

test.describe('the list of orders', () => {
  test('filters by tab, amount, receipt, time, failed attempts and notes', async ({ page }) => {
    await openAs(page, 'owner', '/orders')
    await page.getByRole('link', { name: /^Stuck/ }).click()
    await expect(page).toHaveURL(/stuck=1/)
    await expect(page.locator('tbody tr').first()).toContainText('Stuck')
    await page.getByRole('link', { name: /^Paid/ }).click()
    await expect(page).toHaveURL(/status=paid/)
    await page.locator('summary', { hasText: 'Filter' }).click()
    await page.getByLabel('Minimum amount').fill('500')
    await page.getByLabel('Period').selectOption('28d')
    await page.getByRole('button', { name: 'Apply' }).last().click()
    await expect(page.locator('summary', { hasText: 'from ₹500.00' })).toBeVisible()
    await expect(page.locator('summary', { hasText: 'last 28 days' })).toBeVisible()
    await expect(page.locator('tbody tr').first()).toContainText('Paid')
    await page.goto('/orders?failed=1&count=50')
    await expect(page.locator('summary', { hasText: 'at least 1 failed' })).toBeVisible()
    await page.goto('/orders?notes=channel%3Donline')
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await page.goto('/orders?receipt=does-not-exist')
    await expect(page.getByRole('heading', { name: 'No orders match these filters' })).toBeVisible()
    await page.goto('/orders?min=soon&from=whenever')
    await expect(page.getByRole('heading', { name: 'Invalid filter' })).toBeVisible()
    await expect(page.locator('tbody tr')).toHaveCount(0)
  })

  test('takes Unix seconds, and pages both ways by the ids at the edges', async ({ page }) => {
    await openAs(page, 'owner', '/orders')
    const ids = () => page.locator('a.row-link').allTextContents()
    const first = await ids()
    await page.getByRole('link', { name: 'Older', exact: true }).click()
    await expect(page).toHaveURL(/starting_after=order_/)
    // Others arrive meanwhile: the 26th row when the link was drawn may be further down now.
    await expect(page.getByText(/^(2[6-9]|[3-9]\d) to \d+ of/)).toBeVisible()
    const second = await ids()
    expect(second.filter((id) => first.includes(id))).toEqual([])
    await page.getByRole('link', { name: 'Newer', exact: true }).click()
    await expect(page).toHaveURL(/ending_before=order_/)
    await expect(page.locator('a.row-link').first()).toHaveText(first[0] ?? '')
    expect(await ids()).toEqual(first)
    const at = await page.locator('tbody time').nth(3).getAttribute('datetime')
    const seconds = Date.parse(at ?? '') / 1000
    await page.goto(`/orders?from=${seconds}&to=${seconds}`)
    await expect(page.locator('tbody time').first()).toHaveAttribute('datetime', at ?? '')
    // Several orders may have the same second, or none.
    const times = page.locator('tbody time')
    const shown = await times.evaluateAll((all) => all.map((time) => time.getAttribute('datetime')))
    expect(new Set(shown)).toEqual(new Set([at]))
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })

    test('filters, pages and opens', async ({ page }) => {
      await openAs(page, 'owner', '/orders')
      await page.locator('summary', { hasText: 'Filter' }).click()
      await page.getByLabel('Period').selectOption('28d')
      await page.getByRole('button', { name: 'Apply' }).last().click()
      await expect(page.locator('summary', { hasText: 'last 28 days' })).toBeVisible()
      await page.locator('a.row-link').first().click()
      await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    })
  })

  test('exports what is filtered', async ({ page }) => {
    await openAs(page, 'owner', '/orders?status=paid&period=28d')
    const response = await page.request.get('/orders/export?status=paid&period=28d')
    expect(response.headers()['content-disposition']).toMatch(/^attachment; filename="orders-test-.*\.csv"$/)
    const lines = (await response.text()).trimEnd().split('\r\n')
    const total = Number(
      /([\d,]+) orders/
        .exec((await page.locator('form').filter({ hasText: 'orders ·' }).textContent()) ?? '')?.[1]
        ?.replaceAll(',', ''),
    )
    expect(lines).toHaveLength(total + 1)
    expect(lines[0]).toContain('amount_minor')
  })
})

test.describe('the page of an order', () => {
  test('shows attempts with their reasons, what happened, and the JSON', async ({ page }) => {
    const { id } = await newOrder()
    await pay(id, { amount: 125_000, card: INSUFFICIENT_FUNDS_CARD }).catch(() => undefined)
    await pay(id, { amount: 125_000 })
    await openAs(page, 'owner', `/orders/${id}`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Paid' }).first()).toBeVisible()
    await expect(page.getByRole('table').getByText('Failed')).toHaveCount(1)
    await expect(page.getByText('Order paid in full')).toBeVisible()
    await page.getByRole('link', { name: 'JSON', exact: true }).click()
    await expect(page.getByText('"entity": "order"')).toBeVisible()
  })

  test('changes notes in place', async ({ page }) => {
    await openAs(page, 'owner', '/orders/new')
    await createOrder(page, '10', receipt())
    await page.getByRole('button', { name: 'Edit notes' }).click()
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByLabel('Key of note 1').fill('gift')
    await page.getByLabel('Value of note 1').fill('wrapped')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Order notes changed')).toBeVisible()
    await page.reload()
    await expect(page.getByText('wrapped')).toBeVisible()
  })

  test('is not found for a strange id', async ({ page }) => {
    await beStaff(page, 'owner')
    for (const id of ['order_00000000000000', 'nonsense']) {
      const response = await page.goto(`/orders/${id}`)
      expect(response?.status()).toBe(404)
      await expect(page.getByRole('heading', { name: 'Record not found' })).toBeVisible()
    }
  })
})

test('a viewer sees what may not be done, and why', async ({ page }) => {
  await openAs(page, 'viewer', '/orders')
  const create = page.getByRole('button', { name: 'Create order' })
  await expect(create).toHaveAttribute('aria-disabled', 'true')
  await expect(create).toHaveAccessibleDescription(/orders:write/)
  await page.locator('a.row-link').first().click()
  await expect(page.getByRole('button', { name: 'Duplicate' })).toHaveAccessibleDescription(/orders:write/)
  await page.goto('/orders/new')
  await expect(
    page.getByRole('heading', { name: "You don't have permission to see this page" }),
  ).toBeVisible()
})

test('orders have no accessibility finding, at any size', async ({ page }) => {
  await openAs(page, 'owner', '/orders')
  await expectUsable(page)
  await page.locator('a.row-link').first().click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  await expectUsable(page)
  await page.goto('/orders/new')
  await page.getByRole('button', { name: 'Create order' }).click()
  await expectUsable(page)
})
