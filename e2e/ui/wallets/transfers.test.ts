import { expect, type Page } from '@playwright/test'
import { complaintsOf } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makeCustomer } from '#e2e/ui/customers/make.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { balanceOf, fetchTransfer, giveCashback, makeWallet, statementOf, type Transfer } from './make.ts'

const amount = (page: Page) => page.getByLabel('Amount')
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const idOf = (page: Page) => page.url().split('/').at(-1) ?? ''

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
    test.use({ javaScriptEnabled })

    test('cashback is given, and what is wrong stands at its field', async ({ page }) => {
      const complaints = complaintsOf(page)
      const { id } = await makeCustomer()
      await openAs(page, 'finance', `/customers/${id}?tab=wallet`)
      await expect(page.getByText('No wallet yet')).toBeVisible()
      await page.getByRole('link', { name: 'Add cashback' }).click()
      await expect(heading(page, 'Add cashback')).toBeVisible()
      await expect(page.getByText('available limit ₹20,000.00')).toBeVisible()
      const send = page.getByRole('button', { name: 'Add cashback' })
      await amount(page).fill('lots')
      await page.getByLabel('Description').fill('Diwali')
      await send.click()
      await expect(amount(page)).toHaveAccessibleDescription(/Enter an amount, e\.g\. 1250/)
      await expect(amount(page)).toHaveValue('lots')
      await amount(page).fill('20,000.01')
      await send.click()
      await expect(amount(page)).toHaveAccessibleDescription(/monthly limit\. Available limit: ₹20,000\.00/)
      await expect(page.getByRole('alert').filter({ hasText: 'failed attempt is recorded' })).toBeVisible()
      await expect(page.getByLabel('Description')).toHaveValue('Diwali')
      await amount(page).fill('125.50')
      await send.click()
      await page.waitForURL(/\/transfers\/trf_\w{14}$/)
      await expect(heading(page, '₹125.50')).toBeVisible()
      expect(await balanceOf(id)).toBe(12_550)
      expect(await statementOf(id)).toMatchObject([{ credit: 12_550, description: 'Diwali' }])
      expect(complaints).toEqual([])
    })

    test('a payment is transferred to a customer found by a search, up to its remaining amount', async ({
      page,
    }) => {
      const [{ id, email, name }, payment] = [await makeCustomer(), await makePayment({ amount: 50_000 })]
      await openAs(page, 'finance', `/payments/${payment.id}`)
      await page.getByRole('link', { name: 'Transfer to a wallet' }).click()
      await expect(heading(page, 'Transfer to a wallet')).toBeVisible()
      await page.goto(`/payments/${payment.id}/transfer?customer=`)
      const who = page.getByLabel('Recipient')
      const find = page.getByRole('button', { name: 'Find customer' })
      await who.fill('unknown@example.com')
      await find.click()
      await expect(who).toHaveAccessibleDescription(/No customer found for unknown@example\.com/)
      await who.fill(email ?? '')
      await find.click()
      await expect(page.getByText(name ?? '-')).toBeVisible()
      await expect(amount(page)).toHaveValue('500.00')
      await amount(page).fill('500.01')
      const send = page.getByRole('button', { name: 'Transfer amount' })
      await send.click()
      await expect(amount(page)).toHaveAccessibleDescription(
        /Up to ₹500\.00 of this payment can be transferred/,
      )
      await amount(page).fill('200')
      await send.click()
      await page.waitForURL(/\/transfers\/trf_\w{14}$/)
      expect(await fetchTransfer(idOf(page))).toMatchObject({
        source: payment.id,
        recipient: id,
        amount: 20_000,
        status: 'processed',
      })
      await page.goto(`/payments/${payment.id}/transfer?customer=${id}`)
      await expect(amount(page)).toHaveValue('300.00')
    })

    test('a transfer is held, held longer, released, and a part of it reversed', async ({ page }) => {
      const { id } = await makeCustomer()
      await openAs(page, 'finance', `/customers/${id}/cashback`)
      await amount(page).fill('80')
      await page.getByLabel(/^Hold ends, IST/).fill('2030-01-02T18:30')
      await page.getByRole('button', { name: 'Add cashback' }).click()
      await expect(page.getByLabel(/^Hold ends, IST/)).toHaveAccessibleDescription(/Select "Keep on hold"/)
      await page.getByLabel('Keep on hold').check()
      await page.getByRole('button', { name: 'Add cashback' }).click()
      await page.waitForURL(/\/transfers\/trf_\w{14}$/)
      const transfer = idOf(page)
      await expect(page.locator('.pill', { hasText: 'On hold' })).toBeVisible()
      expect(await fetchTransfer(transfer)).toMatchObject({ on_hold: true, on_hold_until: 1_893_589_200 })
      expect(await balanceOf(id)).toBe(0)
      await page.goto(`/customers/${id}?tab=wallet`)
      await expect(page.getByText('in 1 transfer; not in the balance yet')).toBeVisible()
      await page.goto(`/transfers/${transfer}`)
      await page.getByRole('link', { name: 'Hold until' }).click()
      await expect(page.getByLabel(/^Hold ends, IST/)).toHaveValue('2030-01-02T18:30')
      await page.getByLabel(/^Hold ends, IST/).fill('')
      await page.getByRole('button', { name: 'Save hold' }).click()
      await page.waitForURL(`/transfers/${transfer}`)
      await expect(page.getByText('On hold until released')).toBeVisible()
      expect((await fetchTransfer(transfer)).on_hold_until).toBeNull()
      await page.getByRole('link', { name: 'Release' }).click()
      await page.getByRole('button', { name: 'Release transfer' }).click()
      await page.waitForURL(`/transfers/${transfer}`)
      await expect(page.locator('.pill', { hasText: 'Processed' })).toBeVisible()
      expect(await balanceOf(id)).toBe(8000)
      await page.getByRole('link', { name: 'Reverse' }).click()
      await expect(amount(page)).toHaveValue('80.00')
      await amount(page).fill('80.01')
      const take = page.getByRole('button', { name: 'Reverse amount' })
      await take.click()
      await expect(amount(page)).toHaveAccessibleDescription(/exceeds what is left of the transfer/)
      await amount(page).fill('30')
      await take.click()
      await page.waitForURL(`/transfers/${transfer}`)
      await expect(page.getByRole('listitem').filter({ hasText: '₹30.00 reversed' })).toBeVisible()
      expect(await balanceOf(id)).toBe(5000)
    })
  })
}

test('sending a form twice gives once', async ({ page }) => {
  const { id } = await makeCustomer()
  await openAs(page, 'finance', `/customers/${id}/cashback`)
  await amount(page).fill('10')
  await page.getByRole('button', { name: 'Add cashback' }).dblclick()
  await page.waitForURL(/\/transfers\/trf_\w{14}$/)
  expect(await balanceOf(id)).toBe(1000)
})

test('the lists find wallets and transfers, and say what they come to', async ({ page }) => {
  const complaints = complaintsOf(page)
  const { customer, transfer } = await makeWallet()
  const onHold = await giveCashback(customer.id, 7000, { on_hold: true })
  await openAs(page, 'owner', '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wallets' }).click()
  await expect(heading(page, 'Wallets')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Learn more' })).toHaveAttribute(
    'href',
    '/docs/wallets-discontinued',
  )
  await page.goto(`/wallets?q=${customer.email}`)
  await expect(page.getByText('1 wallet · ₹1,300.00')).toBeVisible()
  await page.goto(`/wallets?q=${customer.email}&min=1300.01`)
  await expect(page.getByText('No wallets match these filters')).toBeVisible()
  await page.goto(`/wallets?q=${customer.email}&min=1300&max=1300`)
  await page.getByRole('link', { name: customer.name ?? '' }).click()
  await expect(page).toHaveURL(`/customers/${customer.id}?tab=wallet`)
  await page.goto(`/transfers?customer=${customer.id}`)
  await expect(page.getByText('2 transfers · ₹1,500.00 transferred · ₹70.00 on hold')).toBeVisible()
  await page.goto(`/transfers?customer=${customer.id}&status=created`)
  await expect(page.getByText('1 transfer · ₹0.00 transferred · ₹70.00 on hold')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: onHold.id })).toContainText('until released')
  await page.goto(`/transfers/${transfer.id}?tab=json`)
  await expect(page.getByText(`"recipient": "${customer.id}"`)).toBeVisible()
  for (const [path, id] of [
    [`/wallets/export?q=${customer.email}`, customer.id],
    [`/transfers/export?customer=${customer.id}`, transfer.id],
  ] as const) {
    const file = await page.request.get(path)
    expect(file.headers()['content-type']).toContain('text/csv')
    expect(await file.text()).toContain(id)
  }
  expect(complaints).toEqual([])
})

test('who may not move money is told which permission is missing', async ({ page }) => {
  const { customer, transfer, payment } = await makeWallet()
  await openAs(page, 'support', `/customers/${customer.id}?tab=wallet`)
  for (const [name, permission] of [
    ['Add cashback', 'transfers:write'],
    ['Transfer from a payment', 'transfers:write'],
    ['Create payout', 'payouts:write'],
    ['Fund accounts', 'fund_accounts:read'],
  ] as const)
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(
      new RegExp(permission),
    )
  await page.goto(`/transfers/${transfer.id}`)
  await expect(page.getByRole('button', { name: 'Reverse' })).toHaveAccessibleDescription(/transfers:write/)
  for (const path of [
    `/customers/${customer.id}/cashback`,
    `/payments/${payment}/transfer`,
    `/transfers/${transfer.id}/reverse`,
  ]) {
    await page.goto(path)
    await expect(page.getByText('Not available')).toBeVisible()
    await expect(page.getByText(/transfers:write/)).toBeVisible()
  }
})

test('the timeline tells who did what', async ({ page }) => {
  const { id } = await makeCustomer()
  const transfer = await giveCashback(id, 9000, { on_hold: true })
  await rest<Transfer>(`/transfers/${transfer.id}/reversals`, { amount: 4000 })
  await openAs(page, 'owner', `/transfers/${transfer.id}`)
  const lines = page.getByRole('region', { name: 'Timeline' }).getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.nth(0)).toContainText('₹40.00 reversed')
  await expect(lines.nth(1)).toContainText('Cashback requested')
  await expect(lines.nth(0)).toContainText('by the key Shop server')
})
