import { PDFiumLibrary } from '@hyzyla/pdfium'
import { expect, type Page } from '@playwright/test'
import { complaintsOf, demo, expectAccessible } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { issueBill, number } from './write.ts'

const total = (page: Page) => page.getByLabel('Net payable', { exact: true })

test.describe('the builder of bills', () => {
  test('writes a bill by the keyboard alone, with the expected sums', async ({ page }) => {
    const complaints = complaintsOf(page)
    await openAs(page, 'owner', '/bills/new')
    const keys = page.keyboard
    await page.getByLabel('Number', { exact: true }).focus()
    await keys.press('ControlOrMeta+a')
    const receipt = number()
    await keys.type(receipt)
    await page.getByLabel('Item of line 1').focus()
    // 3 at 249.99 less 10 %: 674.97, and 60.75 of each tax at 18 %.
    for (const text of ['Sona Masoori rice', '1006', '3', '', '249.99', '10%']) {
      await keys.type(text)
      await keys.press('Tab')
    }
    await expect(page.getByLabel('GST of line 1')).toBeFocused()
    await expect(page.getByLabel('Amount of line 1')).toHaveText('674.97')
    await keys.press('Tab')
    await expect(page.getByLabel('Item of line 2')).toBeFocused()
    // 2 at 52.50 at 5 %: 105.00, and 2.63 of each tax.
    await keys.type('Jaggery')
    await keys.press('Tab')
    await keys.press('Tab')
    await keys.type('2')
    await keys.press('Tab')
    await keys.press('Tab')
    await keys.type('52.50')
    await keys.press('Tab')
    await keys.press('Tab')
    await keys.type('5 ')
    await expect(page.getByLabel('GST of line 2')).toHaveValue('5')
    // Enter moves down the column and adds a row at the end; Ctrl and Backspace removes it.
    await page.getByLabel('Item of line 3').focus()
    await keys.press('Enter')
    await expect(page.getByLabel('Item of line 4')).toBeFocused()
    await keys.type('Typed at once')
    await expect(page.getByLabel('Item of line 4')).toHaveValue('Typed at once')
    await keys.press('ArrowUp')
    await expect(page.getByLabel('Item of line 3')).toBeFocused()
    await keys.press('ArrowDown')
    await keys.press('Control+Backspace')
    await expect(page.getByLabel('Item of line 4')).toHaveCount(0)
    await page.getByLabel('Delivery charge').focus()
    await keys.type('40')

    // 674.97 + 105.00 + 121.50 + 5.26 + 40.00 = 946.73, so 947.00 with 0.27 of round-off.
    await expect(total(page)).toHaveText('₹947.00')
    await expect(page.getByText('Nine Hundred Forty Seven Rupees Only').first()).toBeVisible()
    const stub = page.getByLabel('Details')
    await expect(stub).toContainText('GST₹126.76')
    await expect(stub).toContainText('Round-off₹0.27')
    await expect(stub.getByRole('row', { name: /^18%/ })).toContainText('674.97')
    await expect(stub.getByRole('row', { name: /^18%/ })).toContainText('CGST 60.75')
    await expect(stub.getByRole('row', { name: /^5%/ })).toContainText('SGST 2.63')
    await page.getByRole('button', { name: 'Issue bill for ₹947.00' }).focus()
    await keys.press('Enter')
    await page.waitForURL(/\/bills\/bill_\w{14}$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹947.00')
    await expect(page).toHaveTitle(new RegExp(`₹947\\.00 billed · ${receipt} · Bills$`))
    await expect(page.getByText('Bill issued').first()).toBeVisible()
    expect(complaints).toEqual([])
  })

  test('suggests the number of the store that is typed, and leaves a typed number alone', async ({
    page,
  }) => {
    const store = number().slice(-4)
    await openAs(page, 'owner', '/bills/new')
    const field = page.getByLabel('Number', { exact: true })
    await page.getByLabel(/^Store/).fill(store)
    await expect(field).toHaveValue(new RegExp(`^${store}/\\d\\d-\\d\\d/0001$`))
    await expect(field).toHaveAccessibleDescription(/First number of a series/)
    const begun = await field.inputValue()
    await issueBill(page, begun)

    await page.goto('/bills/new')
    await page.getByLabel(/^Store/).fill(store)
    await expect(field).toHaveValue(begun.replace(/1$/, '2'))
    await expect(field).toHaveAccessibleDescription(`Last number: ${begun}.`)
    await expect(page.getByText(`Number changed to ${begun.replace(/1$/, '2')}.`)).toBeAttached()
    // A reload keeps it, and it is still the suggested one.
    await page.reload()
    await expect(field).toHaveValue(begun.replace(/1$/, '2'))
    await expect(field).toHaveAccessibleDescription(`Last number: ${begun}.`)
    await page.getByLabel(/^Store/).fill('')
    await expect(field).not.toHaveValue(new RegExp(`^${store}`))

    const own = number()
    await field.fill(own)
    const looked = page.waitForResponse(/\/bills\/next-number\?/)
    await page.getByLabel(/^Store/).fill(store)
    await looked
    await expect(field).toHaveAccessibleDescription(`Last number: ${begun}.`)
    await expect(field).toHaveValue(own)
  })

  test('bears integrated tax for another state, and takes tax out of prices that hold it', async ({
    page,
  }) => {
    await openAs(page, 'owner', '/bills/new?start=ticket')
    await page.getByLabel('Item of line 1').fill('Front row')
    await page.getByLabel('Quantity of line 1').fill('2')
    await page.getByLabel('Price of line 1').fill('590')
    // 1180.00 at 18 % is 1000.00 and twice 90.00.
    await expect(total(page)).toHaveText('₹1,180.00')
    await expect(page.getByLabel('Details').getByRole('row', { name: /^18%/ })).toContainText('CGST 90.00')
    await page.getByText('GSTIN, address and place of supply').click()
    await page.getByLabel('Place of supply').selectOption({ label: 'Maharashtra' })
    await expect(page.getByLabel('Details').getByRole('row', { name: /^18%/ })).toContainText('IGST 180.00')
    await page.getByLabel(/^GSTIN/).fill('33AAACK2214K1ZY')
    await expect(page.getByText('Tamil Nadu, from the GSTIN: IGST.')).toBeVisible()
  })

  test('shows each error next to its field, and loses nothing on a reload', async ({ page }) => {
    await openAs(page, 'owner', '/bills/new?start=ticket')
    await page.getByRole('button', { name: /^Issue bill/ }).click()
    await expect(page.getByText('Add at least one line item.', { exact: true })).toBeVisible()
    await expect(page.getByText('Enter an email, a phone number or a customer').first()).toBeVisible()
    const summary = page.getByRole('alert').filter({ hasText: 'Bill not issued' })
    // The summary has the errors of the fields, in the same words and order, and the first field has the focus.
    const atFields = await page.locator('[aria-invalid]:visible').evaluateAll((fields) =>
      fields.map((field) => {
        const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
        return ids.map((id) => document.getElementById(id)?.textContent ?? '')[0] ?? ''
      }),
    )
    expect(atFields.length).toBeGreaterThan(1)
    await expect(summary.getByRole('listitem')).toHaveCount(atFields.length)
    const listed = await summary.getByRole('listitem').allTextContents()
    for (const [at, text] of atFields.entries()) expect(listed[at]).toContain(text)
    await expect(page.locator('[aria-invalid]:visible').first()).toBeFocused()
    await summary.getByRole('button').last().click()
    await expect(page.locator('[aria-invalid]:visible').last()).toBeFocused()
    await expect(page).toHaveURL(/\/bills\/new/)
    await page.getByLabel('Item of line 1').fill('Front row')
    await page.getByLabel('Quantity of line 1').fill('1.5')
    await page.getByLabel('Discount of line 1').fill('900')
    await page.getByLabel('Price of line 1').fill('590')
    await expect(page.getByText('Enter a whole number, such as 1500 g for 1.5 kg.').first()).toBeVisible()
    await page.getByLabel('Quantity of line 1').fill('1')
    await expect(page.getByText('The discount exceeds the line total.').first()).toBeVisible()
    await page.getByLabel('Discount of line 1').fill('')
    await page.getByLabel(/^Email/).fill('guest@example.com')
    await page.getByLabel('Event name').fill('Evening of ragas')
    await page.waitForTimeout(400)
    await page.reload()
    await expect(page.getByText('Draft restored in this tab.')).toBeVisible()
    await expect(page.getByLabel('Item of line 1')).toHaveValue('Front row')
    await expect(page.getByLabel('Event name')).toHaveValue('Evening of ragas')
    await expect(total(page)).toHaveText('₹590.00')
    const receipt = number()
    await page.getByLabel('Number', { exact: true }).fill(receipt)
    await page.getByRole('button', { name: 'Issue bill for ₹590.00' }).dblclick()
    await page.waitForURL(/\/bills\/bill_\w{14}$/)
    await page.goto(`/bills?q=${receipt}`)
    await expect(page.getByText('1 bill · ₹590.00')).toBeVisible()
    await page.goto('/bills/new?start=ticket')
    await expect(page.getByLabel('Item of line 1')).toHaveValue('')
  })

  test('says that a number is used next to the number', async ({ page }) => {
    await openAs(page, 'support', '/bills/new')
    const receipt = number()
    await issueBill(page, receipt)
    await page.goto('/bills/new')
    await page.getByLabel('Number', { exact: true }).fill(receipt)
    await page.getByLabel('Item of line 1').fill('Filter coffee')
    await page.getByRole('button', { name: /^Issue bill/ }).click()
    await expect(page.getByText('Another bill already has this number.')).toBeVisible()
    await expect(page.getByLabel('Number', { exact: true })).toBeFocused()
  })

  test('takes rows of a spreadsheet', async ({ page }) => {
    await openAs(page, 'owner', '/bills/new')
    const rows = [
      'Rice\t1006\t2\tkg\t₹ 60.00\t\t5 %',
      'Ghee\t0405\t1\t\t649.50\t10%\t12%',
      'Soap\t3401\t4\tpc\t45',
      'Salt\t2501\t1\t\t20\t\tfree',
    ]
    await page.getByLabel('Item of line 1').focus()
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    }, rows.join('\n'))
    await expect(page.getByLabel('Item of line 4')).toHaveValue('Salt')
    await expect(page.getByLabel('Unit of line 1')).toHaveValue('kg')
    await expect(page.getByLabel('GST of line 1')).toHaveValue('5')
    await expect(page.getByLabel('GST of line 4')).toHaveValue('free')
    await expect(page.getByLabel('Amount of line 2')).toHaveText('584.55')
    // 120 + 584.55 + 180 + 20 = 904.55; tax 6.00 + 70.14 + 32.40 = 108.54; 1013.09, so 1013.
    await expect(total(page)).toHaveText('₹1,013.00')
  })

  test('finds a known customer by the keyboard, and links the bill to them', async ({ page, request }) => {
    const { key_id, key_secret } = demo().test
    const name = `Guest ${number()}`
    const created = await request.post('/v1/customers', {
      data: { name, email: `${number().toLowerCase()}@example.com` },
      headers: { Authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` },
    })
    const { id } = (await created.json()) as { id: string }
    await openAs(page, 'owner', '/bills/new')
    await page.getByRole('combobox', { name: /^Known customer/ }).fill(name)
    await expect(page.getByRole('option', { name })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option', { name })).toBeHidden()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option', { name })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByText('Linked to')).toBeVisible()
    await issueBill(page, number())
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', `/customers/${id}`)
  })
})

test.describe('a bill that was issued', () => {
  test('has a public page whose print says the same total', async ({ page, context }) => {
    await openAs(page, 'owner', '/bills/new')
    const receipt = number()
    await issueBill(page, receipt, '1234.50')
    // 1234.50 and 18 % are 1456.71, so 1457.
    const url = (await page.getByRole('link', { name: /^Open/ }).getAttribute('href')) ?? ''
    expect(url).toMatch(/\/bill\/\w{24}$/)
    const outside = await context.browser()?.newContext({ javaScriptEnabled: false })
    const opened = await outside?.newPage()
    if (!opened) throw new Error('There is no browser.')
    await opened.goto(url)
    await expect(opened.getByText(receipt).first()).toBeVisible()
    await expect(opened.getByText('₹1,457.00').first()).toBeVisible()
    const printed = await opened.pdf({ format: 'A4' })
    const pages = await textOf(printed)
    expect(pages).toHaveLength(1)
    expect(pages[0]).toContain('₹1,457.00')
    expect(pages[0]).toContain(receipt)
    expect(pages[0]).toContain('One Thousand Four Hundred Fifty Seven Rupees Only')
    await outside?.close()
  })

  test('is changed into a second version that shows what differs, and withdrawn', async ({
    page,
    request,
  }) => {
    const complaints = complaintsOf(page)
    await openAs(page, 'owner', '/bills/new')
    const id = await issueBill(page, number())
    const url = (await page.getByRole('link', { name: /^Open/ }).getAttribute('href')) ?? ''
    await page.getByRole('link', { name: 'Edit' }).click()
    await expect(page.getByLabel('Price of line 1')).toHaveValue('100.00')
    await expect(page.getByLabel('Number', { exact: true })).toHaveAttribute('readonly', '')
    await page.getByLabel('Price of line 1').fill('200')
    await page.getByRole('button', { name: 'Save bill for ₹236.00' }).click()
    await page.waitForURL(new RegExp(`/bills/${id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹236.00')
    await page.getByRole('link', { name: /^Versions/ }).click()
    const row = page.getByRole('row', { name: /^Line 1, price/ })
    await expect(row).toContainText('₹100.00')
    await expect(row).toContainText('₹200.00')
    await expect(page.getByRole('heading', { name: 'Version 2' })).toBeVisible()
    await page.getByRole('link', { name: 'JSON', exact: true }).click()
    await expect(page.getByText('"version": 2')).toBeVisible()

    await page.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('dialog', { name: /^Delete bill/ })).toContainText(
      'show the bill as withdrawn',
    )
    await page
      .getByRole('dialog', { name: /^Delete bill/ })
      .getByRole('button', { name: /^Delete bill/ })
      .click()
    await expect(page.getByText('Withdrawn').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Edit' })).toHaveAttribute('aria-disabled', 'true')
    await page.goto(`/bills/${id}?tab=versions`)
    await expect(page.getByRole('heading', { name: 'Withdrawn' })).toBeVisible()
    const response = await request.get(url)
    expect(await response.text()).toMatch(/withdrawn/i)
    expect(complaints).toEqual([])
  })

  test('a bill from the API that does not add up says so, and an edit corrects it', async ({
    page,
    request,
  }) => {
    const { key_id, key_secret } = demo().test
    const sent = await request.post('/v1/bills', {
      data: {
        business_type: 'retail',
        business_category: 'other_services',
        receipt_type: 'sales_invoice',
        receipt_delivery: 'print',
        receipt_timestamp: 1_790_000_000,
        receipt_number: number(),
        taxes: [{ name: 'IGST', percentage: 18, amount: 1800 }],
        line_items: [
          { name: 'Repair', quantity: 1, unit_amount: 10_000, total_amount: 10_000, brand: 'Own' },
        ],
        payments: [{ method: 'Cash', currency: 'INR', amount: 11_700 }],
        receipt_summary: { total_quantity: 1, currency: 'INR', net_payable_amount: 11_700 },
      },
      headers: { Authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` },
    })
    const { id } = (await sent.json()) as { id: string }
    await openAs(page, 'owner', `/bills/${id}`)
    const notice = page.locator('[data-notice]', { hasText: "The totals of this bill don't match" })
    await expect(notice).toContainText('stated ₹117.00, calculated ₹118.00')
    await page.goto(`/bills/${id}/edit`)
    await expect(page.getByText("The totals of this bill don't match")).toBeVisible()
    await page.getByRole('button', { name: 'Save bill for ₹118.00' }).click()
    await page.waitForURL(new RegExp(`/bills/${id}$`))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('₹118.00')
    await expect(notice).toHaveCount(0)
    // Properties without a field in the builder are kept.
    await page.goto(`/bills/${id}?tab=json`)
    await expect(page.getByText('"brand": "Own"')).toBeVisible()
  })

  test('is changed by one person at a time', async ({ page, context }) => {
    await openAs(page, 'owner', '/bills/new')
    const id = await issueBill(page, number())
    await page.goto(`/bills/${id}/edit`)
    const other = await context.newPage()
    await other.goto(`/bills/${id}/edit`)
    await page.getByLabel('Price of line 1').fill('110')
    await page.getByRole('button', { name: /^Save bill/ }).click()
    await page.waitForURL(`**/bills/${id}`)
    await other.getByLabel('Price of line 1').fill('120')
    await other.getByRole('button', { name: /^Save bill/ }).click()
    await expect(
      other.getByRole('alert').filter({ hasText: 'This bill was changed since you opened it' }),
    ).toBeVisible()
    await expect(other.getByLabel('Price of line 1')).toHaveValue('120')
  })
})

/** The text of each page of a PDF, with its line breaks as spaces. */
async function textOf(pdf: Buffer): Promise<string[]> {
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(pdf)
  const pages = [...document.pages()].map((one) => one.getText().replace(/\s+/g, ' '))
  document.destroy()
  library.destroy()
  return pages
}
