import type { Page } from '@playwright/test'
import type { Demo } from '#e2e/fixtures.ts'

/** Makes what the demo merchant has none of, so that its pages can be opened: a live endpoint, a logged request, a view. */
export async function prepare(page: Page, { test }: Demo): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${test.key_id}:${test.key_secret}`).toString('base64')}`
  const made = await page.request.post('/v1/webhooks', {
    headers: { authorization },
    data: { url: 'http://127.0.0.1:9/quality', events: ['order.paid'] },
  })
  if (!made.ok()) throw new Error(`There is no webhook to look at: ${await made.text()}`)
  await page.goto('/views/new?list=/refunds&query=status%3Dfailed')
  await page.getByLabel('Name').fill('Failed refunds')
  await page.getByRole('button', { name: 'Save view' }).click()
  await page.waitForURL(/view=view_/)
}
