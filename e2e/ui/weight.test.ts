import { expect } from '@playwright/test'
import { scriptBytes } from '#bench/page-scripts.ts'
import { test } from '#e2e/test.ts'
import { newOrder } from '#e2e/ui/checkout/payer.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'
import { openAs } from './as-staff.ts'

/**
 * The most that the scripts of a page may weigh, in KiB, compressed. Next and React alone are 129 of them on a page of the
 * dashboard. What a page needs only when it is used is loaded then, and not named by its HTML.
 */
const BUDGETS = { overview: 155, payments: 155, payment: 160, checkout: 5, statement: 5 }

test('no page loads more script at once than its budget', async ({ page, context }) => {
  const { id } = await makePayment({ amount: 100_000 })
  const order = await newOrder()
  await openAs(page, 'owner', '/')
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const paths = {
    overview: '/',
    payments: '/payments',
    payment: `/payments/${id}`,
    checkout: `/checkout/${order.id}`,
    statement: '/statement',
  }
  for (const [name, path] of Object.entries(paths)) {
    const kib = (await scriptBytes(new URL(path, page.url()).href, { cookie })) / 1024
    expect.soft(kib, name).toBeLessThanOrEqual(BUDGETS[name as keyof typeof BUDGETS])
  }
})
