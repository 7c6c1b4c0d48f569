import { expect } from '@playwright/test'
import { connected } from '#e2e/mcp/connected.ts'
import { startServerBeside } from '#e2e/server-beside.ts'
import { test } from '#e2e/test.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'
import { makePayment } from '#e2e/ui/payments/make.ts'

test('the official client is told when a payment is captured and when its refund is approved', async ({
  page,
}) => {
  test.slow()
  const { client, notified, read } = await connected(page)
  const { id, amount } = await makePayment({ amount: 50_000, captured: false })
  const payment = `counterfoil://payment/${id}`
  const subscription = await client.listen({ resourceSubscriptions: [payment] })
  await rest(`/payments/${id}/capture`, { amount })
  await expect.poll(() => notified).toContain(payment)
  expect(await read(payment)).toMatchObject({ status: 'captured' })

  const { structuredContent } = await client.callTool({
    name: 'refund_payment',
    arguments: { id, amount: 900, idempotency_key: 'once' },
  })
  const pending = structuredContent as { approval_id: string; approval_url: string }
  const approval = `counterfoil://approval/${pending.approval_id}`
  const second = await client.listen({ resourceSubscriptions: [approval] })
  expect(await read(approval)).toMatchObject({ status: 'waiting' })
  expect(notified).not.toContain(approval)
  await page.goto(pending.approval_url)
  await page.getByRole('button', { name: 'Approve: refund ₹9.00' }).click()
  await expect.poll(() => notified).toContain(approval)
  await expect.poll(() => read(approval)).toMatchObject({ status: 'approved', result: { entity: 'refund' } })
  await Promise.all([subscription.close(), second.close()])
  await client.close()
})

test('a server that shuts down ends its streams, and waits for none of them', async ({ page }) => {
  test.setTimeout(900_000)
  const beside = await startServerBeside()
  try {
    const { client } = await connected(page, beside.url)
    const { id } = await makePayment()
    const { closed } = await client.listen({ resourceSubscriptions: [`counterfoil://payment/${id}`] })
    const begun = performance.now()
    await beside.stop()
    expect(await closed).toBe('graceful')
    expect(performance.now() - begun).toBeLessThan(25_000)
    await client.close()
  } finally {
    await beside.stop()
  }
})
