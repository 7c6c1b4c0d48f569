import type { Page } from '@playwright/test'
import type { Demo } from '#e2e/fixtures.ts'

/**
 * Makes what the demo merchant has none of, so that its pages can be opened: a live endpoint, a logged request, a view,
 * a schedule, a role of its own.
 */
export async function prepare(page: Page, { test, password }: Demo): Promise<void> {
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
  await page.goto('/exports/schedules/new?list=payments')
  await page.getByRole('radio', { name: /^Daily/ }).check()
  await page.getByRole('group', { name: 'Recipients' }).getByLabel('Demo owner').check()
  await page.getByRole('button', { name: 'Save schedule' }).click()
  await page.waitForURL(/\/exports\/schedules\/(?!new)/)
  await page.goto('/settings/team/roles/new')
  await page.getByLabel('Name').fill('Order desk')
  await page.getByRole('radio', { name: 'Orders: Read', exact: true }).check()
  const own = page.getByLabel('Your password')
  if (await own.isVisible()) await own.fill(password)
  await page.getByRole('button', { name: 'Create role' }).click()
  await page.waitForURL(/\/settings\/team\/roles\/(?!new)/)
}
