import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect } from '@playwright/test'
import { complaintsOf } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { giveCashback, makeWallet, statementOf } from './make.ts'

/** The text of a PDF, without its line ends; the reader leaves the very last letter of a page out. */
async function textOf(bytes: Buffer): Promise<string> {
  const pdfium = await PDFiumLibrary.init()
  const document = await pdfium.loadDocument(bytes)
  const text = [...document.pages()].map((page) => page.getText()).join(' ')
  document.destroy()
  pdfium.destroy()
  return text.replace(/\s+/g, ' ')
}

/** The lines of a CSV file by the names in its head; no cell of these has a line end in it. */
function rowsOf(text: string): Record<string, string>[] {
  const cellsOf = (line: string) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
  const [head = [], ...lines] = text.trim().split('\r\n').map(cellsOf)
  return lines.map((cells) => Object.fromEntries(head.map((name, at) => [name, cells[at] ?? ''])))
}

test('the page proves itself: its figures, months and entries are those of the API', async ({ page }) => {
  const complaints = complaintsOf(page)
  const { customer, transfer, payment } = await makeWallet()
  const entries = await statementOf(customer.id)
  await openAs(page, 'owner', `/customers/${customer.id}?tab=wallet`)
  await page.setViewportSize({ width: 1280, height: 900 })
  const table = page.getByRole('table', { name: /newest entries/ })
  await expect(table.getByRole('columnheader')).toHaveText([
    /^Date/,
    'Kind',
    'Out',
    'In',
    'Balance after',
    'Reference',
  ])
  await expect(table.getByRole('columnheader').first()).toBeInViewport()
  await expect(table.getByRole('link').and(table.getByTitle(transfer.id)).first()).toHaveAttribute(
    'href',
    `/transfers/${transfer.id}`,
  )
  await page.getByRole('link', { name: 'Statement', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Wallet statement' })).toBeVisible()
  await expect(page.getByText('Reconciles: opening + credits − debits = closing balance.')).toBeVisible()
  const figures = page.locator('.statement-figures dd')
  await expect(figures).toHaveText(['₹0.00', '₹1,550.00', '₹250.00', '₹1,300.00'])
  await expect(page.getByText('Asia/Kolkata (IST)')).toBeVisible()
  const rows = page.locator('tbody tr:not(.statement-month)')
  await expect(rows).toHaveCount(entries.length)
  for (const [at, entry] of entries.entries()) {
    const cells = rows.nth(at).locator('data')
    const amounts = [entry.debit, entry.credit].filter((amount) => amount > 0)
    await expect(cells).toHaveText(
      [...amounts, entry.balance].map((amount) => formatMoney(amount, 'INR').slice(1)),
    )
  }
  await expect(page.locator('.statement-month')).toContainText('250.00')
  await expect(page.locator('.statement-month')).toContainText('1,550.00')
  for (const [source, path] of [
    [transfer.id, `/transfers/${transfer.id}`],
    [payment, `/payments/${payment}`],
    [entries[0]?.source ?? '', `/payments/${payment}`],
  ] as const)
    await expect(page.getByRole('link', { name: source, exact: true })).toHaveAttribute('href', path)
  expect(complaints).toEqual([])
})

test('periods are chosen by link and by date, without script', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  const { customer } = await makeWallet()
  await openAs(page, 'owner', `/customers/${customer.id}/statement`)
  for (const name of ['This month', 'This quarter', 'All']) {
    await page.getByRole('link', { name, exact: true }).click()
    await expect(page.locator('.statement-figures dd').last()).toHaveText('₹1,300.00')
  }
  await page.getByRole('link', { name: 'Last month' }).click()
  await expect(page.getByText('No entries in this period.')).toBeVisible()
  await expect(page.getByText(/^Reconciles/)).toBeVisible()
  await expect(page.getByRole('link', { name: /^FY \d{4}–\d{2}$/ })).toHaveCount(2)
  await page.getByLabel('From').fill('2031-01-01')
  await page.getByLabel('To', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Show' }).click()
  await expect(page.locator('.statement-figures dd')).toHaveText(['₹1,300.00', '₹0.00', '₹0.00', '₹1,300.00'])
  await page.goto(`/customers/${customer.id}/statement?from=2026-02-02&to=2026-02-01`)
  await expect(page.getByText('The period ends before it starts.')).toBeVisible()
  await context.close()
})

test('the CSV has every entry with the amounts of the API, and no formula', async ({ page }) => {
  const { customer } = await makeWallet()
  const entries = await statementOf(customer.id)
  await openAs(page, 'owner', `/customers/${customer.id}/statement`)
  const href = await page.getByRole('link', { name: 'CSV', exact: true }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.headers()['content-disposition']).toContain(`statement-${customer.id}`)
  const rows = rowsOf(await file.text())
  expect(rows.map((row) => row.entry_id)).toEqual(entries.map(({ id }) => id).reverse())
  for (const [at, entry] of entries.toReversed().entries()) {
    const row = rows[at] ?? {}
    for (const name of ['debit', 'credit', 'balance'] as const) {
      expect(Number(row[`${name}_minor`])).toBe(entry[name])
      expect(row[name]).toBe(decimalOf(entry[name], 'INR'))
    }
    expect(Number(row.date_at)).toBe(entry.created_at)
    expect(row.source).toBe(entry.source)
  }
  expect(Object.keys(rows[0] ?? {})).toContain('date (Asia/Kolkata)')
  expect(rows[0]?.description).toBe("'=1+1, Diwali")
})

test('the JSON is the response of the API', async ({ page }) => {
  const { customer } = await makeWallet()
  await openAs(page, 'owner', `/customers/${customer.id}/statement?period=all`)
  const href = await page.getByRole('link', { name: 'JSON', exact: true }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(await file.json()).toEqual(await rest(`/customers/${customer.id}/statement?count=100&skip=0`))
})

test('the PDF says what the page says', async ({ page }) => {
  const { customer } = await makeWallet()
  const entries = await statementOf(customer.id)
  await openAs(page, 'owner', `/customers/${customer.id}/statement`)
  const href = await page.getByRole('link', { name: 'PDF', exact: true }).getAttribute('href')
  const file = await page.request.get(href ?? '')
  expect(file.headers()['content-type']).toBe('application/pdf')
  const text = await textOf(await file.body())
  for (const said of [
    'Wallet statement',
    customer.id,
    customer.name ?? '-',
    'Asia/Kolkata (IST)',
    'Opening balance ₹0.00',
    '+ Credits ₹1,550.00',
    '− Debits ₹250.00',
    '= Closing balance ₹1,300.00',
    'Reconciles',
    '1 of 1',
    ...entries.map(({ source }) => source),
  ])
    expect(text).toContain(said)
  for (const { debit, credit, balance } of entries) {
    const amount = formatMoney(debit || credit, 'INR').slice(1)
    expect(text).toContain(`${amount} ${formatMoney(balance, 'INR').slice(1, -1)}`)
  }
})

test('long statements have pages, and months say what all of their entries come to', async ({ page }) => {
  const { customer } = await makeWallet()
  for (let index = 0; index < 30; index += 1) await giveCashback(customer.id, 100)
  await openAs(page, 'owner', `/customers/${customer.id}/statement?count=25`)
  const rows = page.locator('tbody tr:not(.statement-month)')
  await expect(rows).toHaveCount(25)
  await expect(page.locator('.statement-month')).toContainText('1,580.00')
  await page.getByRole('link', { name: 'Older', exact: true }).click()
  await expect(rows).toHaveCount(8)
  await expect(page.locator('.statement-month')).toContainText('1,580.00')
  await page.getByRole('link', { name: 'Newer', exact: true }).click()
  await expect(rows).toHaveCount(25)
  const file = await page.request.get(`/customers/${customer.id}/statement/csv`)
  expect((await file.text()).trim().split('\r\n')).toHaveLength(34)
})
