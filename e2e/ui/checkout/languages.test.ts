import { expect, type Page } from '@playwright/test'
import { DESKTOP, expectUsable, NARROW } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { minBill } from '#lib/testing/bill.ts'
import { chooseCard, fillCard, fillPayer, newOrder, payByCard, press, rest, untilAlive } from './payer.ts'

/** The fields of the form in Hindi. */
async function fillInHindi(page: Page, number = '4100280000001007'): Promise<void> {
  if (!(await page.locator('#number').isVisible())) await chooseCard(page)
  await page.getByLabel('कार्ड नंबर').fill(number)
  await page.getByLabel('समाप्ति तिथि').fill('12/34')
  await page.getByLabel('CVV').fill('123')
  await page.getByLabel('ईमेल', { exact: true }).fill('asha@example.com')
  await page.getByLabel('फ़ोन', { exact: true }).fill('+91 98765 43210')
}

const PAY = '₹1,250.00 का भुगतान करें'

test.describe('a browser that asks for Hindi', () => {
  test.use({ locale: 'hi-IN' })

  test('gets every step in Hindi, with its errors, from the order to the receipt', async ({ page }) => {
    const order = await newOrder()
    await page.goto(`/checkout/${order.id}?method=card`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
    await untilAlive(page)
    for (const control of await page
      .locator('main :is(a, button, input:not([type=hidden], [type=checkbox]))')
      .all())
      expect(await control.evaluate((node) => getComputedStyle(node).fontFamily)).toContain('Devanagari')
    await press(page, PAY)
    await expect(page.getByRole('alert')).toContainText('नीचे दी गई ग़लतियाँ ठीक करें')
    await expect(page.getByLabel('कार्ड नंबर')).toHaveAccessibleDescription(/कार्ड नंबर डालें/)
    await expectUsable(page, [DESKTOP])

    await fillInHindi(page, '4100280000080001')
    await press(page, PAY)
    await page.getByLabel('वन-टाइम पासवर्ड').fill('12')
    await press(page, 'पुष्टि करें')
    await expect(page.getByLabel('वन-टाइम पासवर्ड')).toHaveAccessibleDescription(/2 कोशिशें बाकी हैं/)
    await expectUsable(page, [DESKTOP])
    await page.getByLabel('वन-टाइम पासवर्ड').fill('123456')
    await press(page, 'पुष्टि करें')
    await expect(page.getByLabel('कार्ड नंबर')).toHaveAccessibleDescription(/पर्याप्त राशि नहीं है/)

    await fillInHindi(page)
    await press(page, PAY)
    await page.getByLabel('वन-टाइम पासवर्ड').fill('123456')
    await press(page, 'पुष्टि करें')
    await expect(page.locator('.pill')).toHaveText('भुगतान हुआ')
    await expect(page.getByText('Kaveri Stores को आपका भुगतान मिल गया है')).toBeVisible()
    await expectUsable(page, [DESKTOP])
  })

  test('changes to English by a link, and stays there', async ({ page }) => {
    const [first, second] = [await newOrder(), await newOrder()]
    await page.goto(`/checkout/${first.id}?method=upi`)
    await untilAlive(page)
    // The script shows another method without a load: the link leads back to that one.
    await page.getByRole('link', { name: 'नेट बैंकिंग' }).click()
    await expect(page.getByLabel('बैंक', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page).toHaveURL(`/checkout/${first.id}?method=netbanking`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'en')
    await page.goto(`/checkout/${second.id}`)
    await expect(page.getByRole('button', { name: 'Pay ₹1,250.00' })).toBeVisible()
  })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a link leads to Hindi and back', async ({ page }) => {
    await page.goto(`/checkout/${(await newOrder()).id}`)
    // The name of Hindi, which is drawn, stands in the line of the others.
    const { height = 0 } = (await page.locator('[data-languages]').boundingBox()) ?? {}
    expect(height).toBeLessThan(32)
    await page.getByRole('link', { name: 'हिन्दी' }).click()
    await expect(page.getByRole('button', { name: PAY })).toBeVisible()
    await fillInHindi(page, '4100280000010008')
    await press(page, PAY)
    await expect(page.getByLabel('कार्ड नंबर')).toHaveAccessibleDescription(/सही नहीं है/)
    await page.getByRole('link', { name: 'English' }).click()
    await expect(page.getByRole('button', { name: 'Pay ₹1,250.00' })).toBeVisible()
  })
})

test('the Devanagari face is loaded by pages in Hindi alone', async ({ page }) => {
  const order = await newOrder()
  const faces: string[] = []
  page.on('request', (request) => {
    if (/devanagari/.test(request.url())) faces.push(request.url())
  })
  await page.goto(`/checkout/${order.id}`, { waitUntil: 'networkidle' })
  expect(faces).toEqual([])
  await page.goto(`/checkout/${order.id}?lang=hi`, { waitUntil: 'networkidle' })
  expect(faces.length).toBeGreaterThan(0)
})

test('email and phone are remembered for other orders where the payer asks for it, and forgotten again', async ({
  page,
}) => {
  const remembers = page.getByLabel('Remember my email and phone on this device')
  await page.goto(`/checkout/${(await newOrder()).id}`)
  await expect(remembers).not.toBeChecked()
  await payByCard(page)
  await expect(page).toHaveURL(/\/receipt\//)

  const second = await newOrder()
  await page.goto(`/checkout/${second.id}`)
  await expect(page.getByLabel(/^Email/)).toHaveValue('')
  await fillCard(page, '4100280000010008')
  await fillPayer(page)
  await remembers.check()
  await press(page, /^Pay ₹/)
  await expect(page.getByLabel('Card number')).toHaveAttribute('aria-invalid', 'true')
  await expect(remembers).toBeChecked()

  await page.goto(`/checkout/${(await newOrder()).id}`)
  await expect(page.getByLabel(/^Email/)).toHaveValue('asha@example.com')
  await expect(page.getByLabel(/^Phone/)).toHaveValue('+91 98765 43210')
  await fillCard(page)
  await remembers.uncheck()
  await press(page, /^Pay ₹/)
  await expect(page.getByLabel('One-time password')).toBeVisible()
  await page.goto(`/checkout/${(await newOrder()).id}`)
  await expect(page.getByLabel(/^Email/)).toHaveValue('')
  await expect(remembers).not.toBeChecked()
})

test('the page of a bill and the check of a statement are in Hindi too', async ({ page }) => {
  const bill = await rest<{ receipt_url: string }>('/bills', {
    ...minBill,
    receipt_number: `HI/${Date.now()}/${process.pid}`,
  })
  await page.goto(`${new URL(bill.receipt_url).pathname}?lang=hi`)
  await expect(page.getByRole('link', { name: 'PDF डाउनलोड करें' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expectUsable(page, [DESKTOP, NARROW])
  await page.goto('/bill/abcdefghijklmnopqrstuvwxyzABCDEF')
  await expect(page.getByRole('heading', { name: 'बिल नहीं मिला' })).toBeVisible()
  await page.goto('/statement')
  await page.getByLabel('जाँच कोड').fill('K7QM-3XPD-9RTV-2H4N')
  await press(page, 'स्टेटमेंट जाँचें')
  await expect(page.getByLabel('जाँच कोड')).toHaveAccessibleDescription(/इस कोड का कोई स्टेटमेंट नहीं है/)
  await expectUsable(page, [DESKTOP, NARROW])
})
