import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { expectUsable } from '#e2e/fixtures.ts'
import { test } from '#e2e/test.ts'
import { openAs } from '#e2e/ui/as-staff.ts'
import { makeCustomer, makeWebhook, openReceiver, soon } from '#e2e/ui/webhooks/receiver.ts'

/** Opens the options of an export from its list, and downloads the file without one of its columns. */
async function exported(page: Page, without: string) {
  await page.getByRole('link', { name: 'Format and columns' }).first().click()
  await page.waitForURL(/\/exports\//)
  await expectUsable(page)
  await page.getByRole('checkbox', { name: without, exact: true }).uncheck()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  const file = await downloading
  return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') }
}

test('API keys are exported with the filter that the list begins with, and the audit log says so', async ({
  page,
}) => {
  await openAs(page, 'owner', '/api-keys')
  const rows = await page.getByRole('table', { name: 'API keys, newest first' }).locator('tbody tr').count()
  const { name, text } = await exported(page, 'last_used_user_agent')
  expect(name).toMatch(/^api-keys-test-group-current-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/)
  const lines = text.trim().split('\r\n')
  expect(text).toContain('filter,status:active\r\ntime_zone,Asia/Kolkata\r\n')
  const head = lines.findIndex((line) => line.startsWith('key_id,'))
  expect(lines[head]).not.toContain('last_used_user_agent')
  expect(lines.slice(head + 1).filter((line) => line.startsWith('key_test_')).length).toBeGreaterThanOrEqual(
    rows,
  )
  await page.goto('/settings/audit?action=record_export')
  await page.getByRole('table').getByRole('link').first().click()
  await expect(page.locator('main')).toContainText('api-keys')
  await openAs(page, 'developer', '/api-keys')
  await expect(page.getByRole('link', { name: 'Export', exact: true })).toHaveCount(0)
  expect((await page.request.get('/api-keys/export')).status()).toBe(403)
})

test('the deliveries of a webhook are exported from its page', async ({ page }) => {
  test.slow()
  const receiver = await openReceiver()
  try {
    const { id, secret } = await makeWebhook(receiver.url)
    await makeCustomer()
    await makeCustomer()
    await openAs(page, 'admin', `/webhooks/${id}`)
    await soon(async () => {
      await page.goto(`/webhooks/${id}?state=delivered`)
      await expect(page.getByRole('table').first().locator('tbody tr')).toHaveCount(2, { timeout: 500 })
    }).toPass()
    await expectUsable(page)
    const { name, text } = await exported(page, 'last_error')
    expect(name).toMatch(new RegExp(`^deliveries-${id}-test-state-delivered-\\d{4}-`))
    expect(text.match(/\r\nevt_/g)?.length).toBeGreaterThanOrEqual(2)
    expect(text).toContain(`,${id},customer.created,cust_`)
    expect(text).not.toContain(secret)
    await expect(page.getByRole('link', { name: 'Send on a schedule' })).toHaveCount(0)
  } finally {
    await receiver.close()
  }
})

test('logs and emails are exported from their lists', async ({ page }) => {
  await openAs(page, 'owner', '/logs?status=4xx')
  await expectUsable(page)
  const logs = await page.request.get('/logs/export?status=4xx')
  expect(logs.headers()['content-disposition']).toMatch(/filename="logs-test-status-4xx-/)
  await page.goto('/outbox?to=customers')
  await expectUsable(page)
  const emails = await page.request.get('/outbox/export?to=customers')
  expect(emails.headers()['content-disposition']).toMatch(/filename="outbox-test-to-customers-/)
  for (const path of [
    '/webhooks',
    '/connected-apps',
    '/connected-apps/clients',
    '/settings/team/invitations',
  ])
    expect((await page.request.get(`${path}/export?format=ndjson`)).status(), path).toBe(200)
})
