import { PDFiumLibrary } from '@hyzyla/pdfium'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { complaintsOf, demo, expectAccessible, expectNoSidewaysScroll, PHONE } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { fullBill, minBill } from '#lib/testing/bill.ts'

type Made = { id: string; receipt_url: string; receipt_number: string }

const authorization = () => {
  const { key_id, key_secret } = demo().test
  return { authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` }
}

let made = 0
async function issue(request: APIRequestContext, body: object = fullBill): Promise<Made> {
  made += 1
  const receipt_number = `PB/${Date.now()}/${process.pid}/${made}`
  const response = await request.post('/v1/bills', {
    headers: authorization(),
    data: { ...body, receipt_number },
  })
  expect(response.status(), await response.text()).toBe(201)
  return (await response.json()) as Made
}

/** The address of the page is that of the server, whatever the test calls it by. */
const pathOf = (bill: Made) => new URL(bill.receipt_url).pathname

/** Everything that a page asks for while it is looked at. */
function requestsOf(page: Page): { type: string; url: string }[] {
  const requested: { type: string; url: string }[] = []
  page.on('request', (request) => requested.push({ type: request.resourceType(), url: request.url() }))
  return requested
}

async function pagesOf(pdf: Buffer): Promise<{ text: string; millimetres: number }[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages = [...document.pages()].map((page) => ({
    text: page.getText().replace(/\s+/g, ' '),
    millimetres: Math.round((page.getOriginalSize().originalWidth / 72) * 25.4),
  }))
  document.destroy()
  library.destroy()
  return pages
}

/** Readers find spaces inside of words that a browser prints, so they are not compared. */
const bare = (text: string) => text.replace(/\s+/g, '')

test('the page shows the bill, without a script and without a stranger', async ({ page, request }) => {
  const bill = await issue(request)
  const complaints = complaintsOf(page)
  const requested = requestsOf(page)
  const response = await page.goto(pathOf(bill), { waitUntil: 'networkidle' })
  expect(response?.status()).toBe(200)
  await expect(page).toHaveTitle(new RegExp(`^Tax invoice ${bill.receipt_number} · `))
  await expect(page.getByRole('heading', { level: 1, name: 'Tax invoice' })).toBeVisible()
  for (const said of [
    bill.receipt_number,
    '15 Jun 2026, 12:00 IST',
    'Raman Textiles',
    'GSTIN 29AAGCB7383J1Z4 (Karnataka)',
    'Carnatic evening',
    'G14, G15',
    'Festive offer 5% (WB-1)',
    'Eight Thousand Five Hundred Five Rupees And Fifty Paise Only',
  ])
    await expect(page.getByText(said, { exact: true }).filter({ visible: true }).first()).toBeVisible()
  await expect(page.getByRole('table', { name: 'Items' })).toContainText('442191')
  await expect(page.getByRole('img', { name: "QR code of this bill's URL" })).toBeVisible()
  expect(requested.filter(({ type }) => type === 'script' || type === 'fetch' || type === 'xhr')).toEqual([])
  const host = new URL(page.url()).host
  for (const { url } of requested) expect(new URL(url).host).toBe(host)
  expect(await page.locator('script').count()).toBe(0)
  for (const [font, text] of [
    ['14px Bill', 'A'],
    ['14px Rupee', '₹'],
  ] as const)
    expect(
      await page.evaluate(([face, letters]) => document.fonts.check(face, letters), [font, text] as const),
    ).toBe(true)
  expect(complaints).toEqual([])
})

test('the response keeps the bill from search engines, caches, frames and other sites', async ({
  request,
}) => {
  const bill = await issue(request)
  for (const path of [pathOf(bill), `${pathOf(bill)}/pdf`]) {
    const headers = (await request.get(path)).headers()
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(headers['cache-control']).toBe('private, no-store')
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  }
  const html = await (await request.get(pathOf(bill))).text()
  expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
  expect(html).toContain('<meta name="referrer" content="no-referrer"/>')
  expect(html).not.toContain(bill.id)
})

test('what a sender wrote is text, and nothing of it is loaded or run', async ({ page, request }) => {
  const evil = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  const bill = await issue(request, {
    ...minBill,
    receipt_type: 'order_confirmation',
    store_code: '"><b>S</b>',
    customer: { name: evil },
    line_items: [
      { name: evil, quantity: 1, total_amount: 100, image_url: 'https://elsewhere.example/x.png' },
      { name: 'ଚାଉଳ چاول', quantity: 1, total_amount: 100 },
    ],
  })
  const requested = requestsOf(page)
  await page.goto(pathOf(bill), { waitUntil: 'networkidle' })
  await expect(page.getByText(evil, { exact: true }).first()).toBeVisible()
  expect(await page.locator('article script, article img, article b').count()).toBe(0)
  expect(requested.filter(({ url }) => url.includes('elsewhere'))).toEqual([])
  // Odia and Urdu have faces of this site.
  for (const face of ['noto-sans-oriya-oriya-400', 'noto-sans-arabic-arabic-400'])
    expect(requested.filter(({ url }) => url.endsWith(`/fonts/${face}.woff2`))).toHaveLength(1)
})

test('an address that is no bill is 404, and says what to do', async ({ page }) => {
  for (const path of [
    '/bill/000000000000000000000000',
    '/bill/x',
    '/bill/%00',
    '/bill/000000000000000000000000/pdf',
  ]) {
    const response = await page.goto(path)
    expect(response?.status(), path).toBe(404)
    await expect(page.getByRole('heading', { name: 'Bill not found' })).toBeVisible()
    expect(await page.locator('script').count()).toBe(0)
  }
})

test('a change shows at once, and a deleted bill says that it was withdrawn and nothing else', async ({
  page,
  request,
}) => {
  const bill = await issue(request)
  await page.goto(pathOf(bill))
  await request.patch(`/v1/bills/${bill.id}`, {
    headers: authorization(),
    data: { store_code: 'AFTERWARDS' },
  })
  await page.reload()
  await expect(page.getByText('AFTERWARDS')).toBeVisible()
  const gone = await request.delete(`/v1/bills/${bill.id}`, { headers: authorization() })
  expect(await gone.json()).toMatchObject({ id: bill.id, entity: 'bill', status: 'deleted' })
  const response = await page.reload()
  expect(response?.status()).toBe(410)
  await expect(page.getByRole('heading', { name: 'This bill was withdrawn' })).toBeVisible()
  await expect(page.getByText(bill.receipt_number, { exact: true })).toBeVisible()
  await expect(page.getByText('15 Jun 2026, 12:00 IST')).toBeVisible()
  const html = await page.content()
  for (const secret of [
    'Asha',
    'Raman',
    'Wooden box',
    '8,505',
    'example.com',
    '98765',
    'AFTERWARDS',
    'Carnatic',
  ])
    expect(html).not.toContain(secret)
  const pdf = await request.get(`${pathOf(bill)}/pdf`)
  expect(pdf.status()).toBe(410)
  expect(await pdf.text()).not.toContain('Raman')
  await expectAccessible(page)
})

test('the PDF is the bill, by name', async ({ page, request }) => {
  const bill = await issue(request)
  await page.goto(pathOf(bill))
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toBe(`bill-${bill.receipt_number.replaceAll('/', '-')}.pdf`)
  const response = await request.get(`${pathOf(bill)}/pdf`)
  expect(response.headers()['content-type']).toBe('application/pdf')
  const text = (await pagesOf(await response.body())).map((each) => each.text).join(' ')
  expect(text).toContain('Net payable ₹8,505.50')
  expect(text).toContain('Eight Thousand Five Hundred Five Rupees And Fifty Paise Only')
  expect(text).toContain(bill.receipt_url)
})

test('prints on A4 with the head of the table on every page, and the links left out', async ({
  page,
  request,
}) => {
  const line_items = Array.from({ length: 90 }, (_, index) => ({
    name: `Line ${index + 1} of many`,
    quantity: 1,
    total_amount: 100,
    hsn_code: '6109',
  }))
  const bill = await issue(request, { ...minBill, receipt_type: 'order_confirmation', line_items })
  await page.goto(pathOf(bill), { waitUntil: 'networkidle' })
  const pages = await pagesOf(await page.pdf({ format: 'A4' }))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, { text, millimetres }] of pages.entries()) {
    expect(millimetres).toBe(210)
    expect(bare(text)).toContain(bare(`${index + 1} of ${pages.length}`))
    if (/Line\d+ofmany/.test(bare(text))) expect(bare(text).match(/ItemHSN\/SAC/g)).toHaveLength(1)
    expect(bare(text)).not.toContain('DownloadPDF')
  }
  const all = bare(pages.map(({ text }) => text).join(' '))
  for (const { name } of line_items) expect(all).toContain(bare(`${name} 6109`))
})

test('prints on a roll of 80 mm as one strip, and on any narrow paper without being asked', async ({
  page,
  request,
}) => {
  for (const body of [fullBill, { ...minBill }]) {
    const bill = await issue(request, body)
    await page.goto(pathOf(bill))
    await page.getByRole('link', { name: '80 mm roll' }).click()
    await expect(page.getByText('80 mm roll')).toHaveAttribute('aria-current', 'page')
    await page.waitForLoadState('networkidle')
    const strip = await pagesOf(await page.pdf({ preferCSSPageSize: true }))
    expect(strip.map(({ millimetres }) => millimetres)).toEqual([80])
    expect(bare(strip[0]?.text ?? '')).toContain(bill.receipt_number)
    expect(bare(strip[0]?.text ?? '')).toContain(bare('Scan to view this bill'))
  }
  const bill = await issue(request)
  await page.goto(pathOf(bill), { waitUntil: 'networkidle' })
  const narrow = await pagesOf(await page.pdf({ width: '80mm', height: '200mm' }))
  const text = narrow.map((each) => each.text).join(' ')
  // The columns have given way to a line below the name.
  expect(bare(text)).not.toContain('HSN/SAC')
  expect(bare(text)).toContain(bare('2 set × 700.00 · HSN 442191'))
})

test.describe('for everybody', () => {
  test('no finding of axe, with a keyboard, in both themes', async ({ page, request }) => {
    const bill = await issue(request)
    await page.goto(pathOf(bill))
    await expectAccessible(page)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Download PDF' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: '80 mm roll' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/paper=80$/)
    await expectAccessible(page)
  })

  for (const width of [PHONE.width, 320]) {
    test(`fits ${width} px, however long its words are`, async ({ page, request }) => {
      await page.setViewportSize({ width, height: 800 })
      const bill = await issue(request, {
        ...fullBill,
        customer: { ...fullBill.customer, name: 'N'.repeat(255), company_name: 'C'.repeat(255) },
        irn: { ['i'.repeat(64)]: 'x'.repeat(1000) },
      })
      await page.goto(pathOf(bill))
      await expectNoSidewaysScroll(page)
      await page.goto(`${pathOf(bill)}?paper=80`)
      await expectNoSidewaysScroll(page)
    })
  }
})

test('the bill and its PDF have their labels in Hindi by the link', async ({ page, request }) => {
  const bill = await issue(request)
  await page.goto(pathOf(bill))
  await page.getByRole('link', { name: 'हिन्दी' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('कर चालान (Tax invoice)')
  await expect(page.getByText('आपूर्ति का स्थान')).toBeVisible()
  await expect(page.getByText('GSTIN 29AAGCB7383J1Z4 (कर्नाटक)').first()).toBeVisible()
  await expect(page.getByText(/पैसे|मात्र/).first()).toBeVisible()
  await expectAccessible(page)
  const response = await page.request.get(`${pathOf(bill)}/pdf`)
  const pdf = await response.body()
  expect(pdf.toString('latin1')).toContain('(hi-IN)')
  const [first] = await pagesOf(pdf)
  expect(first?.text).toContain(bill.receipt_number)
  expect(first?.text).toMatch(/\p{Script=Devanagari}/u)
  await page.getByRole('link', { name: 'English' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tax invoice' })).toBeVisible()
})
