import { expect, type Page } from '@playwright/test'
import { expectNoSidewaysScroll, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { GOOD_CARD, rest } from '#e2e/ui/checkout/payer.ts'
import { makeCustomer, somebody } from '#e2e/ui/customers/make.ts'
import { makeAccount, makePayout, someNumber } from '#e2e/ui/payouts/make.ts'
import { makeWebhook, removeWebhook } from '#e2e/ui/webhooks/receiver.ts'

const LISTS = [
  '/orders',
  '/payments',
  '/refunds',
  '/customers',
  '/documents',
  '/bills',
  '/wallets',
  '/transfers',
  '/fund-accounts',
  '/payouts',
  '/webhooks',
  '/events',
  '/logs',
  '/logs/errors',
  '/api-keys',
  '/approvals',
  '/outbox',
]

/** Below each a column goes, so just above it there is the least room for those that stay. */
const WIDTHS = [320, 640, 700, 768, 860, 980, 1024, 1120, 1200, 1280, 1366, 1440, 1600, 1920]

/** The widest amount that there is, and texts as long as they may be, in the widest letters. */
const MOST = 50_000_000_000
const wide = (length: number) => 'W'.repeat(length)

test.beforeAll(async () => {
  const { phone: _, ...person } = somebody()
  const local = `w${person.contact.slice(-8)}`
  const customer = await makeCustomer({
    name: wide(50),
    email: `${local}${wide(51 - local.length)}@example.com`,
    contact: `+91987${person.contact.slice(-7)}`,
  })
  const contacts = { email: customer.email, contact: customer.contact }
  const receipt = wide(40)
  // Two of one receipt, which the list marks, and of which one is paid.
  const [, order] = [await newOrder(receipt), await newOrder(receipt)]
  const payment = await rest<{ id: string }>('/payments/create/json', {
    order_id: order.id,
    amount: MOST,
    currency: 'INR',
    ...contacts,
    method: 'card',
    card: { number: GOOD_CARD, name: 'E2E Payer', expiry_month: '12', expiry_year: '2030', cvv: '123' },
  })
  await rest(`/payments/${payment.id}/refund`, { amount: 48_777_777_777, receipt: wide(40), speed: 'normal' })
  await rest('/transfers', {
    customer_id: customer.id,
    amount: 999_999,
    currency: 'INR',
    notes: { description: wide(60) },
  })
  const account = await makeAccount(customer, someNumber('888888'))
  await makePayout(customer, account, 123_456)
  await rest(`/orders`, { amount: 100, currency: 'INR', [wide(255)]: 1 }).catch(() => undefined)
  // Errors of the operation with the longest name.
  await rest('/payments/pay_NfLw3gQ81xRt0a/refunds').catch(() => undefined)
  webhook = await makeWebhook(`http://127.0.0.1:9/${'w'.repeat(200)}`, ['order.paid'])
})

let webhook: { id: string } | undefined
test.afterAll(async () => {
  if (webhook) await removeWebhook(webhook)
})

function newOrder(receipt: string): Promise<{ id: string }> {
  return rest('/orders', {
    amount: MOST,
    currency: 'INR',
    receipt,
    payment_capture: true,
    notes: { a: wide(200), b: wide(200) },
  })
}

/**
 * Expects that no text of a row is cut off without an ellipsis. Text ends with one where it is wider than its cell; a box
 * in it, such as an inline block, is cut off.
 */
async function expectNothingCutOff(page: Page): Promise<void> {
  const cut = await page.locator('tbody tr > *').evaluateAll((cells) =>
    cells.flatMap((cell) =>
      [...cell.querySelectorAll('*')]
        .filter((one) => getComputedStyle(one).display !== 'inline' && !one.closest('.sr-only'))
        .filter((one) => one.getBoundingClientRect().right > cell.getBoundingClientRect().right + 1)
        .map((one) => one.textContent),
    ),
  )
  expect.soft(cut, `cut off on ${page.url()}`).toEqual([])
}

// One test for what needs the list to be loaded and nothing else, since loading it takes longest.
for (const list of LISTS) {
  test(`${list} holds the widest rows at every width, cuts nothing off on a phone, and shows every column that is ticked`, async ({
    page,
  }) => {
    await page.setViewportSize(PHONE)
    await openAs(page, 'owner', list)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    await expectNothingCutOff(page)
    const tooWide: string[] = []
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      const [content, window] = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.documentElement.clientWidth,
      ])
      if (content > window) tooWide.push(`${content} at ${window}`)
      const title = await page.locator('tbody tr').first().locator('th').first().boundingBox()
      expect(title?.width, `the title of a row at ${width}`).toBeGreaterThan(80)
    }
    expect(tooWide).toEqual([])

    // The table of documents has no choice of columns.
    if (list === '/documents') return
    const ticked = await page
      .locator('input[name=cols]')
      .evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).value))
    expect(ticked.length).toBeGreaterThan(2)
    await page.goto(`${list}?cols=${ticked.join(',')}`)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 })
      await expectNoSidewaysScroll(page)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    const hidden = await page
      .locator('[data-table] thead th')
      .evaluateAll((heads) => heads.filter((head) => head.getBoundingClientRect().width === 0).length)
    expect(hidden).toBe(0)
  })
}

test('the records of the widest rows fit a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  for (const list of [
    `/orders?receipt=${wide(40)}`,
    '/refunds',
    '/customers',
    '/wallets',
    '/transfers',
    '/payouts',
  ]) {
    await openAs(page, 'owner', list)
    await page.goto((await page.locator('a.row-link').first().getAttribute('href')) ?? '')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('/settings/team cuts nothing off on a phone without an ellipsis', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'owner', '/settings/team')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  await expectNothingCutOff(page)
})

test('a filter shows the beginning of a value that is wider than a phone', async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openAs(page, 'owner', `/orders?receipt=${wide(40)}`)
  await expect(page.locator('summary[data-filter^=Receipt]')).toContainText(wide(40))
  await expectNoSidewaysScroll(page)
})
