import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { balanceOf, makeAccount, makeHolder, makePayout, someNumber } from './make.ts'

test('a payout that comes back returns the money, and says why', async ({ page }) => {
  // The simulated bank takes its time, and so does a busy machine.
  test.slow()
  const holder = await makeHolder(100_000)
  const payout = await makePayout(holder, await makeAccount(holder, someNumber('000')), 30_000)
  expect(await balanceOf(holder)).toBe(100_000 - 30_000 - 590)
  await openAs(page, 'finance', `/payouts/${payout.id}`)
  await expect(page.getByText('Returned to the wallet: ₹305.90')).toBeVisible({ timeout: 150_000 })
  await expect(
    page.getByText("The recipient's bank does not recognize this account number.").first(),
  ).toBeVisible()
  await expect(page.getByText('Wallet credited with ₹305.90')).toBeVisible()
  expect(await balanceOf(holder)).toBe(100_000)
  await page.goto('/')
  await expect(page.getByRole('link', { name: /reversed by the bank in the last 7 days/ })).toHaveAttribute(
    'href',
    '/payouts?status=reversed&period=7d',
  )
})

test('the list has its states, its filters, its sum and its file', async ({ page }) => {
  const holder = await makeHolder(100_000)
  const account = await makeAccount(holder, someNumber())
  const payout = await makePayout(holder, account, 12_300)
  await makePayout(holder, account, 4_500)
  await openAs(page, 'finance', `/payouts?customer=${holder.id}`)
  await expect(
    page.getByText(/^2 payouts · .*(₹168.00 (paid out|processing)|₹(45|123).00 processing)/),
  ).toBeVisible()
  await expect(page.getByRole('link', { name: 'Payouts', exact: true }).first()).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.goto(`/payouts?customer=${holder.id}&reference=%3D12300`)
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await page.getByRole('link', { name: payout.id }).click()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
  const file = await page.request.get(`/payouts/export?customer=${holder.id}`)
  const [head, ...lines] = (await file.text()).trimEnd().split('\r\n')
  expect(head).toContain('payout_id,created (Asia/Kolkata),created_at,status,customer_id')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(",123.00,12300,5.00,500,0.90,90,payout,'=12300,")
  expect((await page.request.get('/payouts/export?status=lost')).status()).toBe(400)
  await page.goto('/payouts?status=lost')
  await expect(page.getByRole('heading', { name: 'Invalid filter' })).toBeVisible()
})

test('the advice stands alone on paper and is a file that can be read', async ({ page }) => {
  test.slow()
  const holder = await makeHolder(100_000)
  const number = someNumber()
  const payout = await makePayout(holder, await makeAccount(holder, number), 12_300)
  await openAs(page, 'finance', `/payouts/${payout.id}`)
  await expect(page.getByRole('button', { name: /^UTR/ })).toBeVisible({ timeout: 150_000 })
  const response = await page.request.get(`/payouts/${payout.id}/pdf`)
  expect(response.headers()['content-type']).toBe('application/pdf')
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(await response.body())
  const text = [...document.pages()]
    .map((one) => one.getText())
    .join(' ')
    .replace(/\s+/g, ' ')
  document.destroy()
  pdfium.destroy()
  const utr = (await page.getByRole('button', { name: /^UTR/ }).getAttribute('data-copy')) ?? 'none'
  for (const said of ['Payout advice', '₹123.00', payout.id, `UTR ${utr}`, `••••${number.slice(-4)}`])
    expect(text).toContain(said)
  expect(text).not.toContain(number)
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('article', { name: 'Payout advice' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Timeline' })).toBeHidden()
})

test('the JSON is that of the API, and an id leads to its page', async ({ page }) => {
  const holder = await makeHolder(100_000)
  const account = await makeAccount(holder, someNumber())
  const payout = await makePayout(holder, account, 12_300)
  await openAs(page, 'finance', `/payouts/${payout.id}?tab=json`)
  await expect(page.getByText('"entity": "payout"')).toBeVisible()
  await page.goto(`/${payout.id}`)
  await expect(page).toHaveURL(new RegExp(`/payouts/${payout.id}$`))
  await page.goto(`/${account.id}`)
  await expect(page).toHaveURL(new RegExp(`/fund-accounts\\?id=${account.id}$`))
  await expect(page.locator('tbody tr')).toHaveCount(1)
})

test('payouts have no accessibility finding, at any size', async ({ page }) => {
  await openAs(page, 'finance', '/payouts')
  await expectUsable(page)
  for (const status of ['processed', 'reversed']) {
    await page.goto(`/payouts?status=${status}`)
    await page.locator('a.row-link').first().click()
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expectUsable(page)
  }
})
