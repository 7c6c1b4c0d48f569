import { expect, type Page } from '@playwright/test'
import { validatePaymentVerification } from 'razorpay/dist/utils/razorpay-utils.js'
import { complaintsOf, demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import {
  expectError,
  expectReceipt,
  fillCard,
  merchantSite,
  newOrder,
  payByCard,
  paymentsOf,
  press,
  submitOtp,
} from './payer.ts'

/** A merchant's page with the form of the hosted checkout, as plug-ins write it, and its button. */
async function shopWith(fieldsOf: (origin: string) => Record<string, string>) {
  let html = ''
  const shop = await merchantSite(() => html)
  const fields = Object.entries({ key_id: demo().test.key_id, ...fieldsOf(shop.origin) })
  const inputs = fields.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
  html = `<form method="post" action="${process.env.BASE_URL}/v1/checkout/embedded">${inputs.join('')}<button>Pay now</button></form>`
  return shop
}

async function openForm(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/pay`)
  await press(page, 'Pay now')
}

const returns = (origin: string) => ({ callback_url: `${origin}/back?cart=7`, cancel_url: `${origin}/cart` })

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the form of a merchant's site ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('is paid, and the payer returns with a signature that the stock client accepts', async ({
      page,
    }) => {
      const complaints = complaintsOf(page)
      const order = await newOrder()
      const shop = await shopWith((origin) => ({
        order_id: order.id,
        amount: '125000',
        currency: 'INR',
        description: 'Two kurtas',
        'prefill[email]': 'asha@example.com',
        'prefill[contact]': '+919876543210',
        'notes[cart]': '7',
        ...returns(origin),
      }))
      await openForm(page, shop.origin)
      await expect(page.getByLabel(/^Email/)).toHaveValue('asha@example.com')
      if (javaScriptEnabled) await expectUsable(page)
      await payByCard(page)
      await expectReceipt(page)
      if (!javaScriptEnabled) {
        await page.getByRole('link', { name: 'Return to Kaveri Stores' }).click()
        await press(page, 'Continue to Kaveri Stores')
      }
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      expect(shop.posted).toHaveLength(1)
      const posted = Object.fromEntries(new URLSearchParams(shop.posted[0]?.body))
      const [payment] = await paymentsOf(order.id)
      expect(posted).toMatchObject({ razorpay_order_id: order.id, razorpay_payment_id: payment?.id })
      expect(posted).toMatchObject({ service_order_id: order.id, service_payment_id: payment?.id })
      const ids = { order_id: posted.razorpay_order_id ?? '', payment_id: posted.razorpay_payment_id ?? '' }
      const { key_secret } = demo().test
      expect(validatePaymentVerification(ids, posted.razorpay_signature ?? '', key_secret)).toBe(true)
      expect(validatePaymentVerification(ids, posted.razorpay_signature ?? '', 'other')).toBe(false)
      expect(payment).toMatchObject({ status: 'captured', description: 'Two kurtas', notes: { cart: '7' } })
      expect(complaints).toEqual([])
      shop.close()
    })

    test('is cancelled, or given up after a failure, which returns the error', async ({ page }) => {
      const order = await newOrder()
      const shop = await shopWith((origin) => ({ order_id: order.id, ...returns(origin) }))
      await openForm(page, shop.origin)
      const leave = page.getByRole('link', { name: 'Return to Kaveri Stores without paying' })
      await leave.click()
      await expect(page).toHaveURL(`${shop.origin}/cart`)
      expect(shop.posted).toEqual([])

      await openForm(page, shop.origin)
      await payByCardDeclined(page)
      await leave.click()
      if (!javaScriptEnabled) await press(page, 'Continue to Kaveri Stores')
      await expect(page.getByRole('heading', { name: 'Thank you' })).toBeVisible()
      const [payment] = await paymentsOf(order.id)
      const posted = Object.fromEntries(new URLSearchParams(shop.posted[0]?.body))
      expect(posted).toEqual({
        'error[code]': 'BAD_REQUEST_ERROR',
        'error[description]': expect.any(String),
        'error[source]': expect.any(String),
        'error[step]': expect.any(String),
        'error[reason]': payment?.error_reason,
        'error[metadata]': JSON.stringify({ payment_id: payment?.id, order_id: order.id }),
      })
      shop.close()
    })
  })
}

async function payByCardDeclined(page: Page): Promise<void> {
  await fillCard(page, '4100280000080001')
  await page.getByLabel(/^Email/).fill('asha@example.com')
  await page.getByLabel(/^Phone/).fill('+91 98765 43210')
  await press(page, /^Pay ₹/)
  await submitOtp(page)
  await expectError(page, 'Card number', /./)
}

test('another browser does not return to the address of the form', async ({ page, browser }) => {
  const order = await newOrder()
  const shop = await shopWith((origin) => ({ order_id: order.id, ...returns(origin) }))
  await openForm(page, shop.origin)
  await expect(page.getByRole('link', { name: /without paying/ })).toHaveAttribute(
    'href',
    `${shop.origin}/cart`,
  )
  const stranger = await (await browser.newContext()).newPage()
  await stranger.goto(`/checkout/${order.id}`)
  await expect(stranger.getByRole('button', { name: /^Pay ₹/ })).toBeVisible()
  await expect(stranger.locator(`[href^="${shop.origin}"]`)).toHaveCount(0)
  shop.close()
})

test('a wrong form is a page for payer and developer', async ({ page }) => {
  const shop = await shopWith(() => ({ amount: '125000', currency: 'INR' }))
  await openForm(page, shop.origin)
  await expect(page.getByRole('heading', { name: 'Payment page could not be opened' })).toBeVisible()
  await expect(page.getByText(/order_id is required/)).toBeVisible()
  await expectUsable(page)
  shop.close()
})
