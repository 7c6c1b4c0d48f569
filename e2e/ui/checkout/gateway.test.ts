import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { byAddress, complaintsOf, demo, expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { createGatewayAcquirer } from '#lib/acquirer/gateway.ts'
import { replyToPayer } from '#lib/acquirer/gateway-pages.ts'
import { expectReceipt, payByCard, press, rest } from './payer.ts'

/** Another server, whose gateway is the server under test: its pages for payers, and the page that they come back to. */
async function openShop() {
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://shop.example')
    const [, folder, reference = '', back] = pathname.split('/')
    if (folder !== 'payers')
      return void response.end('<!doctype html><title>Shop</title><h1>Back at the shop</h1>')
    let body = ''
    for await (const chunk of request) body += chunk
    const returned =
      back === 'return'
        ? { ...Object.fromEntries(new URLSearchParams(body)), ...Object.fromEntries(searchParams) }
        : undefined
    const reply = await replyToPayer(gateway, {
      reference,
      ...(returned ? { returned } : {}),
      language: 'en',
    })
    response.writeHead(reply.status, reply.headers).end(reply.text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const gateway = createGatewayAcquirer({
    url: byAddress(process.env.BASE_URL ?? ''),
    credentials: [{ ...demo().test, webhook_secret: 'none', dialect: 'razorpay' }],
    name: 'gateway',
    networks: ['127.0.0.0/8', '::1/128'],
    totalMs: 10_000,
    pagesUrl: `${origin}/payers`,
  })
  const close = () => Promise.all([gateway.close(), server.close()])
  return { gateway, origin, close }
}

for (const javaScriptEnabled of [true, false])
  test.describe(`another server as the merchant ${javaScriptEnabled ? 'with' : 'without'} script`, () => {
    test.use({ javaScriptEnabled })

    test('pays by the form, captures, refunds a part, and both agree', async ({ page }) => {
      const complaints = complaintsOf(page)
      const { gateway, origin, close } = await openShop()
      const reference = `bop_${Date.now()}${javaScriptEnabled ? 1 : 0}`
      const money = { amount: 125_000, currency: 'INR' }
      const collect = { kind: 'hosted', return_url: `${origin}/back` } as const
      const begun = await gateway.authorize({ reference, ...money, collect })
      if (begun.outcome !== 'redirect') throw new Error(`It was ${begun.outcome}.`)
      await page.goto(begun.url)
      if (!javaScriptEnabled) await press(page, 'Continue')
      await payByCard(page)
      await expectReceipt(page, 'Payment received')
      if (!javaScriptEnabled) {
        await page.getByRole('link', { name: 'Return to Kaveri Stores' }).click()
        await press(page, 'Continue to Kaveri Stores')
      }
      await expect(page.getByRole('heading', { name: 'Back at the shop' })).toBeVisible()
      const status = await gateway.status(reference)
      expect(status).toMatchObject({ response: { outcome: 'authorized', paid_with: { last4: '1007' } } })
      const capture = { reference: `${reference}c`, authorization: reference, ...money }
      expect(await gateway.capture(capture)).toMatchObject({ outcome: 'captured' })
      const refund = {
        reference: `${reference}r`,
        authorization: reference,
        currency: 'INR',
        speed: 'normal',
      } as const
      await gateway.refund({ ...refund, amount: 25_050 })
      expect(['pending', 'processed']).toContain(
        (await gateway.refund({ ...refund, amount: 25_050 })).outcome,
      )
      const { items } = await rest<{ items: { id: string }[] }>(`/orders?receipt=${reference}`)
      const payments = await rest<{ items: object[] }>(`/orders/${items[0]?.id}/payments`)
      expect(payments.items).toMatchObject([{ status: 'captured', amount: 125_000, amount_refunded: 25_050 }])
      expect(complaints).toEqual([])
      await close()
    })

    test('gives up, and comes back', async ({ page }) => {
      const { gateway, origin, close } = await openShop()
      const reference = `bop_${Date.now()}${javaScriptEnabled ? 3 : 2}`
      const collect = { kind: 'hosted', return_url: `${origin}/back` } as const
      await gateway.authorize({ reference, amount: 125_000, currency: 'INR', collect })
      await page.goto(`${origin}/payers/${reference}`)
      if (!javaScriptEnabled) await press(page, 'Continue')
      await page.getByRole('link', { name: 'Return to Kaveri Stores without paying' }).click()
      await expect(page.getByRole('heading', { name: 'Back at the shop' })).toBeVisible()
      expect(await gateway.status(reference)).toMatchObject({ response: { reason: 'payment_cancelled' } })
      await close()
    })
  })

test('the page on the way to the gateway is usable while it is open', async ({ page }) => {
  const { gateway, origin, close } = await openShop()
  const reference = `bop_${Date.now()}4`
  const collect = { kind: 'hosted', return_url: `${origin}/back` } as const
  await gateway.authorize({ reference, amount: 125_000, currency: 'INR', collect })
  // Without its script it stays.
  await page.route(`${origin}/payers/${reference}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replace(/<script>.*<\/script>/, '') })
  })
  await page.goto(`${origin}/payers/${reference}`)
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
  await expectUsable(page)
  await close()
})
